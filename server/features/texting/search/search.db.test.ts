import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import type { Scope } from '../../../../contract/scopes.ts';
import type { SearchResult } from '../../../../contract/search.ts';
import { inTransaction } from '../../../db/connection.ts';
import { giveKey } from '../../../testing/api-keys.ts';
import { type MadeMessage, makeCandidate, makeConversation } from '../../../testing/make.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../../../testing/texting.ts';
import { assignBuckets, listBuckets } from '../text-index/buckets.ts';
import { indexNow } from '../text-index/keep-index.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
/** Members. */
let cem: Recruiter;
let dee: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ana = await app.signUp();
  cem = await app.addColleague(ana);
  dee = await app.addColleague(ana);
});
afterAll(() => app.stop());

type Query = Parameters<typeof find>[1];

async function find(
  person: Recruiter,
  query: {
    q?: string;
    personId?: string;
    from?: string;
    to?: string;
    hasAttachment?: 'true' | 'false';
    failed?: 'true' | 'false';
    limit?: number;
    cursor?: string;
  },
) {
  await indexNow(app.deps.db);
  return person.call(routes.search, { query });
}
const textOf = ({ snippet }: SearchResult) => snippet.map(({ text }) => text).join('');
const texts = async (person: Recruiter, query: Query) => (await find(person, query)).items.map(textOf);

/** Of all pages: one that takes long ends before it is full. */
async function allTexts(person: Recruiter, query: Query): Promise<string[]> {
  const { items, nextCursor } = await find(person, query);
  const later = nextCursor === null ? [] : await allTexts(person, { ...query, cursor: nextCursor });
  return [...items.map(textOf), ...later];
}

const START = Date.parse('2026-03-02T15:00:00.000Z');
const at = (minute: number) => new Date(START + minute * 60_000);
const received = (minute: number, body: string): MadeMessage => ({
  direction: 'inbound',
  body,
  at: at(minute),
});
const sent = (minute: number, body: string, more: Partial<MadeMessage> = {}): MadeMessage => ({
  direction: 'outbound',
  body,
  at: at(minute),
  ...more,
});

/** A conversation of the person's seat, as it was before texts could be searched. */
async function thread(
  person: Recruiter,
  messages: MadeMessage[],
  who: { firstName?: string; lastName?: string; tags?: string[] } = {},
) {
  const { db, pool } = app.deps;
  const { accountId, seatId, userId } = person;
  const { rows } = await pool.query<{ id: string }>('select id from numbers where phone_number = $1', [
    person.number,
  ]);
  const phone = candidatePhone();
  const candidateId = await makeCandidate(db, accountId, {
    phoneNumber: phone,
    firstName: 'Ben',
    lastName: 'Ito',
    email: null,
    ...who,
  });
  const place = {
    accountId,
    seatId,
    userId,
    numberId: rows[0]?.id ?? '',
    candidateId,
    candidateNumber: phone,
  };
  const { conversationId, messageIds } = await makeConversation(db, place, messages);
  return { id: conversationId, messageIds, candidateId, phone };
}

describe('texts', () => {
  it('are found by their words, newest first, with what matched', async () => {
    const { id, messageIds, candidateId, phone } = await thread(ana, [
      received(1, 'Can I bring my résumé to the interview?'),
      sent(2, 'Sure'),
      received(3, 'Is the INTERVIEW tomorrow?'),
    ]);
    const { items, nextCursor } = await find(ana, { q: 'interv' });
    expect(nextCursor).toBe(null);
    expect(items.map(({ messageId }) => messageId)).toEqual([messageIds[2], messageIds[0]]);
    expect(items[0]).toEqual({
      conversationId: id,
      messageId: messageIds[2],
      noteId: null,
      candidate: {
        id: candidateId,
        firstName: 'Ben',
        lastName: 'Ito',
        phoneNumber: phone,
        phoneNumberFormatted: expect.stringMatching(/^\(\d{3}\) \d{3}-\d{4}$/),
      },
      snippet: [
        { text: 'Is the ', match: false },
        { text: 'INTERVIEW', match: true },
        { text: ' tomorrow?', match: false },
      ],
      createdAt: at(3).toISOString(),
    });
    expect(await texts(ana, { q: 'resume interview' })).toEqual(['Can I bring my résumé to the interview?']);
    expect(await texts(ana, { q: 'resume tomorrow' })).toEqual([]);
  });

  it('are found as they are written, received, changed in their state, and canceled', async () => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'About the zebra');
    const later = await sendText(ana, phone, 'A later zebra', {
      scheduledAt: new Date(Date.now() + 3600_000).toISOString(),
    });
    const now = await untilStatus(ana, await sendText(ana, phone, 'A zebra now'), 'delivered');
    expect(await texts(ana, { q: 'zebra' })).toEqual(['A zebra now', 'A later zebra', 'About the zebra']);
    expect(await texts(ana, { q: 'zebra', failed: 'true' })).toEqual([]);
    await ana.call(routes.cancelMessage, { params: { id: later.id } });
    expect(await texts(ana, { q: 'zebra' })).toEqual(['A zebra now', 'About the zebra']);
    expect(now.body).toBe('A zebra now');
  });

  it('are each on one page', async () => {
    const one = await thread(
      ana,
      // Three at each moment.
      Array.from({ length: 25 }, (_, n) => received(Math.floor(n / 3), `hello ${n}`)),
    );
    await thread(cem, [received(4, 'hello too')]);
    const whole = (await find(ana, { q: 'hello', limit: 100 })).items.map(({ messageId }) => messageId);
    expect(whole).toHaveLength(26);
    for (const person of [ana, cem]) {
      const seen: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const page = await find(person, { q: 'hello', limit: 4, ...(cursor ? { cursor } : {}) });
        seen.push(...page.items.map(({ messageId }) => messageId));
        cursor = page.nextCursor ?? undefined;
        await sendText(ana, one.phone, 'hello again');
      } while (cursor !== undefined);
      const mine = person === ana ? whole : whole.filter((id) => !one.messageIds.includes(id ?? ''));
      expect(seen).toEqual(mine);
    }
  });

  it.each<[string, Query, string[]]>([
    ['nothing', {}, []],
    ['no word', { q: '?!' }, []],
    ['a time', { from: at(2).toISOString(), to: at(4).toISOString() }, ['three', 'two words']],
    ['a time and a word', { q: 'two', from: at(2).toISOString() }, ['two words']],
    ['a later time', { q: 'two', from: at(3).toISOString() }, []],
    ['what failed', { failed: 'true' }, ['failed words']],
    ['what failed, with a word', { q: 'three', failed: 'true' }, []],
    ['what did not fail', { q: 'words', failed: 'false' }, ['two words', 'one: words']],
    ['attachments', { hasAttachment: 'true' }, ['three']],
    ['no attachments', { q: 'three', hasAttachment: 'false' }, []],
  ])('are found by %s', async (_, query, found) => {
    const { messageIds } = await thread(ana, [
      received(1, 'one: words'),
      received(2, 'two words'),
      received(3, 'three'),
      sent(4, 'failed words', { status: 'undelivered', errorCode: 'unknown_error' }),
    ]);
    await app.deps.pool.query(
      `insert into media (account_id, id, message_id, status, content_type)
       values ($1, gen_random_uuid(), $2, 'stored', 'image/png')`,
      [ana.accountId, messageIds[2]],
    );
    expect(await texts(ana, query)).toEqual(found);
  });

  it('are found by the person who wrote them or whose number it was', async () => {
    await thread(ana, [received(1, 'hello Ana'), sent(2, 'hello back')]);
    await thread(cem, [received(3, 'hello Cem')]);
    expect(await texts(ana, { personId: ana.userId })).toEqual(['hello back', 'hello Ana']);
    expect(await texts(ana, { q: 'hello', personId: cem.userId })).toEqual(['hello Cem']);
    expect(await texts(cem, { personId: ana.userId })).toEqual([]);
    const stranger = await app.signUp();
    expect(await texts(stranger, { personId: ana.userId })).toEqual([]);
  });

  it('are not looked for with more than 100 characters', async () => {
    expect((await ana.ask(routes.search, { query: { q: 'x'.repeat(101) } })).status).toBe(422);
    expect(await ana.refusal(routes.search, { query: { q: 'x', cursor: 'x' } })).toBe('400 malformed');
  });
});

describe('notes', () => {
  const note = (person: Recruiter, id: string, body: string) =>
    person.call(routes.createNote, { params: { id }, body: { body } });

  it('are found among the texts, by what they say now, until they are deleted', async () => {
    const { id, messageIds } = await thread(ana, [received(1, 'Is parking free?')]);
    const { id: noteId } = await note(ana, id, 'Parking: tell them it is free. Call back about parking');
    await thread(ana, [received(2, 'Parking')]);
    const later = await receiveText(app, ana, candidatePhone(), 'Where is parking?');
    const { items } = await find(ana, { q: 'parking' });
    expect(items.map(({ messageId, noteId: found }) => messageId ?? `note ${found}`)).toEqual([
      later.lastMessage?.id,
      `note ${noteId}`,
      expect.any(String),
      messageIds[0],
    ]);
    expect(items[1]).toMatchObject({
      conversationId: id,
      snippet: [
        { text: 'Parking', match: true },
        { text: ': tell them it is free. Call back about ', match: false },
        { text: 'parking', match: true },
      ],
    });
    await ana.call(routes.updateNote, { params: { id, noteId }, body: { body: 'About the garage' } });
    expect(await texts(ana, { q: 'parking' })).toHaveLength(3);
    expect(await texts(ana, { q: 'garage' })).toEqual(['About the garage']);
    await indexNow(app.deps.db);
    await ana.call(routes.deleteNote, { params: { id, noteId } });
    expect(await texts(ana, { q: 'garage' })).toEqual([]);
  });

  it('are each on one page', async () => {
    const { id } = await thread(ana, [received(1, 'hello')]);
    for (let n = 0; n < 5; n += 1) await note(ana, id, `hello ${n}`);
    for (const person of [ana, cem]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await find(person, { q: 'hello', limit: 2, ...(cursor ? { cursor } : {}) });
        found.push(...page.items.map(textOf));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(
        person === ana ? ['hello 4', 'hello 3', 'hello 2', 'hello 1', 'hello 0', 'hello'] : [],
      );
    }
  });

  it.each<[string, Query, boolean]>([
    ['what failed', { failed: 'true' }, false],
    ['attachments', { hasAttachment: 'true' }, false],
    ['a time', { from: at(0).toISOString() }, true],
    ['an earlier time', { to: at(0).toISOString() }, false],
    ['their author', {}, true],
  ])('are filtered by %s', async (_, query, isFound) => {
    const { id } = await thread(cem, []);
    await note(ana, id, 'remember');
    expect(await texts(ana, { q: 'remember', personId: ana.userId, ...query })).toEqual(
      isFound ? ['remember'] : [],
    );
    expect(await texts(ana, { q: 'remember', personId: cem.userId, ...query })).toEqual([]);
  });
});

describe('candidates', () => {
  it.each(['zoë', 'marsh-hawk', 'night'])('come first, by %s, with their last text', async (q) => {
    const who = { firstName: 'Zoe', lastName: 'Marsh-Hawk', tags: ['Night shift'] };
    await thread(ana, [received(1, 'Good morning'), received(2, 'Good day')], who);
    await thread(ana, [received(3, 'A marsh-hawk at night, Zoe')]);
    expect(await texts(ana, { q })).toEqual(['Good day', 'A marsh-hawk at night, Zoe']);
    expect(await texts(cem, { q })).toEqual([]);
    expect(await texts(ana, { q, from: at(0).toISOString() })).toEqual(['A marsh-hawk at night, Zoe']);
  });

  it('are not listed twice when their last text has the word too', async () => {
    const { phone } = await thread(ana, [received(1, 'Quentin here')], { firstName: 'Quentin' });
    const { items } = await find(ana, { q: 'quentin' });
    expect(items.map(({ snippet }) => snippet)).toEqual([
      [
        { text: 'Quentin', match: true },
        { text: ' here', match: false },
      ],
    ]);
    expect(await texts(ana, { q: phone.slice(2) })).toEqual(['Quentin here']);
  });
});

describe('a text is found by, with its notes,', () => {
  const assign = (conversationId: string, to: Recruiter | null) =>
    app.deps.pool.query('update conversations set assignee_id = $2 where id = $1', [
      conversationId,
      to?.userId ?? null,
    ]);
  const away = (person: Recruiter, delegate: Recruiter) =>
    person.call(routes.updateOutOfOffice, {
      body: {
        outOfOfficeMessageEnabled: true,
        outOfOfficeMessage: 'Away',
        delegateUserId: delegate.userId,
      },
    });

  /** Admin, whose seat it is, a colleague. */
  const who = async () =>
    Promise.all(
      [ana, cem, dee].map(async (person) => {
        const found = await texts(person, { q: 'secret' });
        expect([0, 2]).toContain(found.length);
        return found.length > 0;
      }),
    );

  it.each<[string, (thread: { id: string; phone: string }) => unknown, boolean[]]>([
    ['whose seat it is', () => null, [true, true, false]],
    ['a colleague it is assigned to', ({ id }) => assign(id, dee), [true, true, true]],
    ['whose seat it is, unassigned', ({ id }) => assign(id, null), [true, true, false]],
    [
      'the delegate, once it was written to',
      async ({ phone }) => {
        await away(cem, dee);
        await receiveText(app, cem, phone, 'Anyone there?');
      },
      [true, true, true],
    ],
    ['no delegate, before', () => away(cem, dee), [true, true, false]],
  ])('%s', async (_, change, seen) => {
    const made = await thread(cem, [received(1, 'A secret')]);
    await ana.call(routes.createNote, { params: made, body: { body: 'It is a secret' } });
    await indexNow(app.deps.db);
    await change(made);
    expect(await who()).toEqual(seen);
    for (const state of ["snoozed_until = now() + interval '1 day'", 'archived_at = now()']) {
      await app.deps.pool.query(`update conversations set ${state} where id = $1`, [made.id]);
      expect(await who(), state).toEqual(seen);
    }
  });

  it('no one of another account', async () => {
    await thread(ana, [received(1, 'A secret')]);
    const stranger = await app.signUp();
    expect(await texts(stranger, { q: 'secret' })).toEqual([]);
  });

  it('those alone who have it after it has moved', async () => {
    await thread(cem, [received(1, 'A secret')]);
    await indexNow(app.deps.db);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId, threadsTo: dee.userId } });
    expect(await texts(dee, { q: 'secret' })).toEqual(['A secret']);
  });
});

describe('a candidate who is deleted', () => {
  it.each([
    ['found', true],
    ['not yet found', false],
  ])('takes texts along that were %s, and brings them back', async (_, isFound) => {
    const { candidateId, id } = await thread(ana, [received(1, 'A giraffe')]);
    await ana.call(routes.createNote, { params: { id }, body: { body: 'Afraid of a giraffe' } });
    if (isFound) await indexNow(app.deps.db);
    else await app.deps.pool.query('delete from search_backfills where account_id = $1', [ana.accountId]);
    await ana.call(routes.deleteCandidate, { params: { id: candidateId } });
    expect(await texts(ana, { q: 'giraffe' })).toEqual([]);
    await ana.call(routes.restoreCandidate, { params: { id: candidateId } });
    expect(await texts(ana, { q: 'giraffe' })).toEqual(['Afraid of a giraffe', 'A giraffe']);
  });
});

describe('buckets', () => {
  const put = (minutes: number[]) =>
    inTransaction(app.deps.db, (tx) => assignBuckets(tx, ana.accountId, minutes.map(at), 3));

  it('end when they are full, at both ends, and each text is in the one of its time', async () => {
    const ids = [
      ...(await put([10, 11, 12])),
      ...(await put([13, 14, 9, 8])),
      ...(await put([11, 7, 6, 5, 15, 16])),
    ];
    const minutes = [10, 11, 12, 13, 14, 9, 8, 11, 7, 6, 5, 15, 16];
    const buckets = await listBuckets(app.deps.db, ana.accountId);
    expect(buckets.length).toBeGreaterThan(3);
    minutes.forEach((minute, index) => {
      const own = buckets.findLast(({ startsAt }) => startsAt <= at(minute));
      expect(own?.id).toBe(ids[index]);
    });
    expect(buckets.map(({ texts }) => texts).reduce((sum, one) => sum + one)).toBe(minutes.length);
  });

  it('a search goes on through all of them', async () => {
    await thread(
      ana,
      Array.from({ length: 20 }, (_, n) => received(n, n % 10 === 0 ? `rare ${n}` : `often ${n}`)),
    );
    await indexNow(app.deps.db);
    // As if each text had filled a bucket.
    const { rows } = await app.deps.pool.query<{ message_id: string; created_at: Date }>(
      'select message_id, created_at from message_search where account_id = $1 order by created_at',
      [ana.accountId],
    );
    await app.deps.pool.query('delete from search_buckets where account_id = $1', [ana.accountId]);
    const ids = await inTransaction(app.deps.db, (tx) =>
      assignBuckets(
        tx,
        ana.accountId,
        rows.map((row) => row.created_at),
        1,
      ),
    );
    for (const [index, { message_id }] of rows.entries())
      await app.deps.pool.query(
        `update message_search s
            set bucket_id = $3, terms = array_to_tsvector(array(
                  select $4 || substr(term, position(':' in term)) from unnest(tsvector_to_array(s.terms)) as term))
          where account_id = $1 and message_id = $2`,
        [ana.accountId, message_id, ids[index], BigInt(ids[index] ?? '').toString(36)],
      );
    expect(new Set(ids).size).toBe(20);
    expect(await allTexts(ana, { q: 'rare' })).toEqual(['rare 10', 'rare 0']);
    expect(await allTexts(ana, { q: 'often', limit: 100 })).toHaveLength(18);
    expect(await allTexts(ana, { q: 'often', from: at(5).toISOString(), to: at(8).toISOString() })).toEqual([
      'often 7',
      'often 6',
      'often 5',
    ]);
    // So slow that a page looks into one of them.
    const now = performance.now.bind(performance);
    let later = 0;
    const slow = vi.spyOn(performance, 'now').mockImplementation(() => {
      later += 100;
      return now() + later;
    });
    try {
      expect((await find(ana, { q: 'rare' })).items).toEqual([]);
      expect(await allTexts(ana, { q: 'rare' })).toEqual(['rare 10', 'rare 0']);
    } finally {
      slow.mockRestore();
    }
  });
});

it('earlier texts are taken in from where it was left, and a lost position begins again', async () => {
  const { messageIds } = await thread(
    ana,
    Array.from({ length: 5 }, (_, n) => received(n, `walrus ${n}`)),
  );
  // The last two are done.
  await app.deps.pool.query('update search_backfills set before_id = $2 where account_id = $1', [
    ana.accountId,
    messageIds[3],
  ]);
  expect(await texts(ana, { q: 'walrus' })).toEqual(['walrus 2', 'walrus 1', 'walrus 0']);
  await app.deps.pool.query(`update search_position set moved_at = now() - interval '2 days'`);
  expect(await texts(ana, { q: 'walrus' })).toHaveLength(5);
});

it('gives a key only what its scopes open', async () => {
  const conversation = await receiveText(app, ana, candidatePhone(), 'Walnut street works');
  const params = { id: conversation.id };
  await ana.call(routes.createNote, { params, body: { body: 'Walnut: refuses nights' } });
  await indexNow(app.deps.db);
  const foundBy = async (...scopes: Scope[]) => {
    const key = await giveKey(app, ana, { scopes });
    return (await key.call(routes.search, { query: { q: 'walnut' } })).items.map(textOf);
  };
  expect(await foundBy('texts:read', 'conversations:read')).toHaveLength(2);
  expect(await foundBy('texts:read')).toEqual(['Walnut street works']);
});
