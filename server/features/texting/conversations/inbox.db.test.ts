import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Conversation, ConversationFilter } from '../../../../contract/conversations.ts';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { type MadeMessage, makeCandidate } from '../../../testing/make.ts';
import { makeThread, type Thread, type ThreadState } from '../../../testing/make-thread.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { receiveText, sendText, sentTo, untilStatus } from '../../../testing/texting.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const START = Date.parse('2026-03-02T15:00:00.000Z');
const at = (minute: number) => new Date(START + minute * 60_000);
const asked = (minute: number, body = 'Hello?'): MadeMessage => ({
  direction: 'inbound',
  body,
  at: at(minute),
});
const replied = (minute: number, body = 'Hi'): MadeMessage => ({
  direction: 'outbound',
  body,
  at: at(minute),
});

const thread = (person: Recruiter, messages: MadeMessage[], more?: ThreadState) =>
  makeThread(app, person, messages, more);

async function threads(person: Recruiter, count: number): Promise<Thread[]> {
  const made: Thread[] = [];
  for (let n = 0; n < count; n += 1) made.unshift(await thread(person, [asked(n)], { unreadCount: 1 }));
  return made;
}

interface Query {
  filter?: ConversationFilter;
  assignee?: string;
  search?: string;
}

const page = (person: Recruiter, query: Query & { limit?: number; cursor?: string } = {}) =>
  person.call(routes.listConversations, { query });

/** Every page, to the end. */
async function walk(person: Recruiter, query: Query = {}, limit = 3): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const found: { items: Conversation[]; nextCursor: string | null } = await page(person, {
      ...query,
      limit,
      ...(cursor === null ? {} : { cursor }),
    });
    ids.push(...found.items.map(({ id }) => id));
    cursor = found.nextCursor;
  } while (cursor !== null);
  return ids;
}

const read = (person: Recruiter, { id }: { id: string }) =>
  person.call(routes.getConversation, { params: { id } });
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

describe('the inbox', () => {
  it('has the latest text first, no matter who wrote it', async () => {
    const ana = await app.signUp();
    const first = await thread(ana, [asked(1), replied(9)]);
    const second = await thread(ana, [replied(2), asked(8)]);
    const third = await thread(ana, [asked(7)]);
    expect(await walk(ana)).toEqual(idsOf([first, second, third]));
    await receiveText(app, ana, third.phone, 'Me again');
    expect(await walk(ana)).toEqual(idsOf([third, first, second]));
    await sendText(ana, second.phone, 'Hi');
    expect(await walk(ana)).toEqual(idsOf([second, third, first]));
  });

  it('shows who it is with, and the last text up to 160 characters', async () => {
    const ana = await app.signUp();
    const body = `Hello 👋 ${'x'.repeat(300)}`;
    const { id, phone, candidateId } = await thread(ana, [replied(1), asked(2, body)], { unreadCount: 1 });
    const { items } = await page(ana);
    expect(items).toEqual([
      expect.objectContaining({
        id,
        candidate: expect.objectContaining({ id: candidateId, firstName: 'Ben', phoneNumber: phone }),
        seat: { id: ana.seatId },
        lastMessage: expect.objectContaining({
          direction: 'inbound',
          body: [...body].slice(0, 160).join(''),
          hasMedia: false,
          hasContactCard: false,
          callOutcome: null,
          status: 'received',
          createdAt: at(2).toISOString(),
          scheduledAt: null,
        }),
        unreadCount: 1,
        waitingSince: at(2).toISOString(),
        assigneeId: ana.userId,
        archivedAt: null,
        hold: null,
        can: { send: true, archive: true, assign: true, reviewHold: false },
      }),
    ]);
    expect(await read(ana, { id })).toEqual(items[0]);
  });

  it.each([1, 3, 11, 12, 100])('comes in pages of %i, with nothing twice or left out', async (limit) => {
    const ana = await app.signUp();
    const made = await threads(ana, 12);
    expect(await walk(ana, {}, limit)).toEqual(idsOf(made));
  });

  it('has ten on a page unless asked otherwise, and no cursor at the end', async () => {
    const ana = await app.signUp();
    expect(await page(ana)).toEqual({ items: [], nextCursor: null });
    await threads(ana, 10);
    expect((await page(ana)).nextCursor).toBe(null);
    await thread(ana, [asked(20)]);
    const first = await page(ana);
    expect(first.items).toHaveLength(10);
    expect(first.nextCursor).not.toBe(null);
  });

  it('continues among conversations of the same moment', async () => {
    const ana = await app.signUp();
    const made: Thread[] = [];
    for (let n = 0; n < 7; n += 1) made.push(await thread(ana, [asked(1)]));
    expect(await walk(ana, {}, 2)).toEqual(idsOf(made).sort().reverse());
  });

  it('continues below while texts arrive: what moves up is on top, and the rest is shown once', async () => {
    const ana = await app.signUp();
    const made = await threads(ana, 9);
    const first = await page(ana, { limit: 4 });
    const [seen, unseen] = [made[2], made[6]];
    if (!seen || !unseen || first.nextCursor === null) throw new Error('The inbox is too short');
    await receiveText(app, ana, seen.phone, 'Again');
    await receiveText(app, ana, unseen.phone, 'Again');
    const stranger = await receiveText(app, ana, candidatePhone(), 'Hello');
    const rest = await page(ana, { limit: 100, cursor: first.nextCursor });
    expect(idsOf([...first.items, ...rest.items])).toEqual(idsOf(made).filter((id) => id !== unseen.id));
    expect(idsOf((await page(ana, { limit: 3 })).items)).toEqual(idsOf([stranger, unseen, seen]));
  });

  it.each([
    { limit: 0 },
    { limit: 101 },
    { filter: 'spam' },
    { assignee: 'noOne' },
    { search: 'x'.repeat(101) },
  ])('can not be asked for %j', async (query) => {
    const ana = await app.signUp();
    expect((await ana.ask(routes.listConversations, { query })).status).toBe(422);
  });

  it.each(['x', 'MTIz'])('has no page at %s', async (cursor) => {
    const ana = await app.signUp();
    for (const search of [undefined, 'ben']) {
      const query = search === undefined ? { cursor } : { cursor, search };
      expect(await ana.refusal(routes.listConversations, { query })).toBe('400 malformed');
    }
  });
});

describe('a filter', () => {
  let ana: Recruiter;
  const made: Record<string, Thread> = {};

  beforeAll(async () => {
    ana = await app.signUp();
    made.unread = await thread(ana, [replied(1), asked(6)], { unreadCount: 1, firstName: 'Ada' });
    made.waiting = await thread(ana, [asked(5)], { firstName: 'Ada' });
    made.answered = await thread(ana, [asked(1), replied(4)], { firstName: 'Ada' });
    made.answeredByItself = await thread(ana, [asked(2), { ...replied(3), isAutomatic: true }]);
    made.archived = await thread(ana, [asked(1), replied(2)], { isArchived: true, firstName: 'Ada' });
    made.archivedUnread = await thread(ana, [asked(1)], { isArchived: true, unreadCount: 1 });
  });

  const cases: [ConversationFilter, string[]][] = [
    ['all', ['unread', 'waiting', 'answered', 'answeredByItself']],
    ['unread', ['unread']],
    // The longest wait comes first.
    ['waiting', ['answeredByItself', 'waiting', 'unread']],
    ['archived', ['archived', 'archivedUnread']],
  ];

  it.each(cases)('%s leaves %j', async (filter, names) => {
    for (const limit of [1, 10])
      expect(await walk(ana, { filter }, limit)).toEqual(names.map((name) => made[name]?.id));
  });

  it.each(cases)('%s holds for a search too', async (filter, names) => {
    // A search in all of it finds what is archived too.
    const searched = filter === 'all' ? [...names, 'archived'] : names;
    const adas = searched.filter((name) => !['answeredByItself', 'archivedUnread'].includes(name));
    const found = await walk(ana, { filter, search: 'ada' }, 2);
    expect(found.sort()).toEqual(adas.map((name) => made[name]?.id).sort());
  });

  it('is counted over what is not archived', async () => {
    expect(await ana.call(routes.getInboxCounts, {})).toMatchObject({ unread: 1, waiting: 3 });
  });
});

describe('a search', () => {
  let ana: Recruiter;
  let jose: Thread;
  let mary: Thread;

  beforeAll(async () => {
    ana = await app.signUp();
    jose = await thread(ana, [asked(1)], { firstName: 'José', lastName: 'Nuñez', email: 'jose@example.com' });
    mary = await thread(ana, [asked(2)], { firstName: 'Mary Ann', lastName: 'Jones' });
    await makeCandidate(app.deps.db, ana.accountId, {
      phoneNumber: candidatePhone(),
      firstName: 'Josephine',
      lastName: 'Silent',
    });
  });

  it.each<[string, () => Thread[]]>([
    ['jose', () => [jose]],
    ['nuñ', () => [jose]],
    ['mary jon', () => [mary]],
    ['jo', () => [jose, mary]],
    ['ose', () => [jose]],
    ['ary nes', () => [mary]],
    ['xample.c', () => [jose]],
    ['jose@ex', () => [jose]],
    ['silent', () => []],
    ['%', () => []],
    ['j_', () => []],
  ])('for %j', async (search, expected) => {
    for (const limit of [1, 10])
      expect((await walk(ana, { search }, limit)).sort()).toEqual(idsOf(expected()).sort());
  });

  it('finds a number in any way of writing', async () => {
    const national = jose.phone.slice(2);
    const [area, exchange, line] = [national.slice(0, 3), national.slice(3, 6), national.slice(6)];
    const inside = national.slice(2, 6);
    for (const search of [jose.phone, `(${area}) ${exchange}-${line}`, `${exchange}-${line}`, line, inside])
      expect(await walk(ana, { search })).toContain(jose.id);
    expect(await walk(ana, { search: jose.phone })).toEqual([jose.id]);
  });
});

describe('whose inbox it is', () => {
  let ana: Recruiter;
  let cem: Recruiter;
  let eve: Recruiter;
  let anas: Thread;
  let cems: Thread;

  beforeAll(async () => {
    ana = await app.signUp();
    cem = await app.addColleague(ana);
    eve = await app.signUp();
    anas = await thread(ana, [asked(2)], { unreadCount: 1, firstName: 'Common' });
    cems = await thread(cem, [asked(1)], { unreadCount: 1, firstName: 'Common' });
  });

  const lists: [string, () => [Recruiter, string | undefined], () => Thread[]][] = [
    ['an admin has their own first', () => [ana, undefined], () => [anas]],
    ['an admin may see all', () => [ana, 'all'], () => [anas, cems]],
    ['an admin may see that of a member', () => [ana, cem.userId], () => [cems]],
    ['an admin finds nothing of no one', () => [ana, app.deps.newId()], () => []],
    ['a member has their own', () => [cem, undefined], () => [cems]],
    ['a member may name themselves', () => [cem, cem.userId], () => [cems]],
    ['another account has nothing of it', () => [eve, 'all'], () => []],
  ];

  it.each(lists)('%s', async (_, who, expected) => {
    const [person, assignee] = who();
    const query = assignee === undefined ? {} : { assignee };
    expect(await walk(person, query, 1)).toEqual(idsOf(expected()));
    expect((await walk(person, { ...query, search: 'common' })).sort()).toEqual(idsOf(expected()).sort());
  });

  it('a member may not ask for that of others', async () => {
    for (const assignee of ['all', ana.userId])
      expect(await cem.refusal(routes.listConversations, { query: { assignee } })).toBe('403 forbidden');
  });

  it('counts are of one person', async () => {
    for (const person of [ana, cem])
      expect(await person.call(routes.getInboxCounts, {})).toMatchObject({ unread: 1, waiting: 1 });
  });

  it('shows who of them wrote last', async () => {
    const phone = candidatePhone();
    const { conversationId } = await sendText(cem, phone, 'Hi from Cem');
    const sender = { id: cem.userId, firstName: (await cem.call(routes.getUser, {})).firstName };
    expect((await read(ana, { id: conversationId })).lastMessage).toMatchObject({
      direction: 'outbound',
      sender,
    });
  });

  it('goes with the assignee; the seat it belongs to still sees it', async () => {
    const moved = await thread(cem, [asked(3)]);
    await app.deps.pool.query('update conversations set assignee_id = $2 where id = $1', [
      moved.id,
      ana.userId,
    ]);
    expect(await walk(ana)).toContain(moved.id);
    expect(await walk(cem)).not.toContain(moved.id);
    expect((await read(cem, moved)).assigneeId).toBe(ana.userId);
  });
});

describe('what the candidate wrote', () => {
  it('is not hidden by the automatic answer to it, and waits on', async () => {
    const ana = await app.signUp();
    await ana.call(routes.updateOutOfOffice, {
      body: { outOfOfficeMessageEnabled: true, outOfOfficeMessage: 'Back on Monday.' },
    });
    const phone = candidatePhone();
    const { id } = await receiveText(app, ana, phone, 'Is the job still open?');
    await eventually(() => expect(sentTo(app, phone)).toHaveLength(1));
    expect(await read(ana, { id })).toMatchObject({
      lastMessage: { direction: 'inbound', body: 'Is the job still open?' },
      waitingSince: expect.any(String),
      unreadCount: 1,
    });
  });

  it('can be marked as unread again', async () => {
    const ana = await app.signUp();
    const { id } = await thread(ana, [asked(1)]);
    for (let again = 0; again < 2; again += 1) {
      const marked = await ana.call(routes.unreadConversation, { params: { id } });
      expect(marked.unreadCount).toBe(1);
    }
    expect(await walk(ana, { filter: 'unread' })).toEqual([id]);
    expect((await ana.call(routes.readConversation, { params: { id } })).unreadCount).toBe(0);
  });
});

describe('unread texts', () => {
  it('are counted until they are read, once', async () => {
    const ana = await app.signUp();
    const phone = candidatePhone();
    for (const body of ['One', 'Two', 'Three']) await receiveText(app, ana, phone, body);
    const { id, unreadCount } = await receiveText(app, ana, phone, 'Four');
    expect(unreadCount).toBe(4);
    expect(await ana.call(routes.getInboxCounts, {})).toMatchObject({ unread: 1, waiting: 1 });
    for (let again = 0; again < 2; again += 1) {
      const conversation = await ana.call(routes.readConversation, { params: { id } });
      expect(conversation).toMatchObject({ unreadCount: 0, waitingSince: expect.any(String) });
      expect(await ana.call(routes.getInboxCounts, {})).toMatchObject({ unread: 0, waiting: 1 });
    }
    expect((await receiveText(app, ana, phone, 'Five')).unreadCount).toBe(1);
  });

  it.each([
    ['does not start with an acknowledgment', 'See you on Monday at 9.', 'Got it, thanks!', false],
    ['starts with one that answers a question', 'Does Monday at 9 work?', 'Ok', true],
    ['starts with any other reply', 'See you on Monday at 9.', 'Thanks, where do I park', true],
  ])('%s', async (_name, ours, theirs, waits) => {
    const ana = await app.signUp();
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Hello');
    await sendText(ana, phone, ours);
    const { waitingSince } = await receiveText(app, ana, phone, theirs);
    expect(waitingSince !== null).toBe(waits);
  });

  it('ends when no reply is needed, until it is resumed or the candidate writes again', async () => {
    const ana = await app.signUp();
    const phone = candidatePhone();
    const { id, waitingSince } = await receiveText(app, ana, phone, 'Where is it');
    const params = { params: { id } };
    expect(await ana.call(routes.endWait, params)).toMatchObject({ waitingSince: null, archivedAt: null });
    expect(await ana.call(routes.resumeWait, params)).toMatchObject({ waitingSince });
    await ana.call(routes.endWait, params);
    expect((await receiveText(app, ana, phone, 'Hello again')).waitingSince).not.toBeNull();
    const stranger = await app.signUp();
    expect(await stranger.refusal(routes.endWait, params)).toBe('404 not_found');
  });

  it('wait for an answer since the first of them', async () => {
    const ana = await app.signUp();
    const phone = candidatePhone();
    const { waitingSince } = await receiveText(app, ana, phone, 'One');
    expect((await receiveText(app, ana, phone, 'Two')).waitingSince).toBe(waitingSince);
    const sent = await sendText(ana, phone, 'An answer');
    await untilStatus(ana, sent, 'delivered');
    expect(await read(ana, { id: sent.conversationId })).toMatchObject({ waitingSince: null });
  });
});

describe('an answer that is undone', () => {
  const undo = ({ id }: Message) => ({ params: { id } });

  it('was none: the candidate waits as before', async () => {
    const ana = await app.signUp();
    const phone = candidatePhone();
    const { id, waitingSince } = await receiveText(app, ana, phone, 'One');
    await receiveText(app, ana, phone, 'Two');
    const answer = await sendText(ana, phone, 'Oops', { undoSeconds: 30 });
    expect((await read(ana, { id })).waitingSince).toBe(null);
    await ana.call(routes.cancelMessage, undo(answer));
    expect((await read(ana, { id })).waitingSince).toBe(waitingSince);
    expect(await walk(ana, { filter: 'waiting' })).toEqual([id]);
  });

  it('leaves the last text as it was, in its place', async () => {
    const ana = await app.signUp();
    const [older, newer] = [await thread(ana, [asked(1, 'Any news?')]), await thread(ana, [asked(2)])];
    const answer = await sendText(ana, older.phone, 'Oops', { undoSeconds: 30 });
    expect((await read(ana, older)).lastMessage).toMatchObject({ body: 'Oops', status: 'scheduled' });
    expect(await walk(ana)).toEqual(idsOf([older, newer]));
    await ana.call(routes.cancelMessage, undo(answer));
    expect((await read(ana, older)).lastMessage).toMatchObject({
      body: 'Any news?',
      createdAt: at(1).toISOString(),
    });
    expect(await walk(ana)).toEqual(idsOf([newer, older]));
  });

  it('changes nothing where another answer was given, or nothing was asked', async () => {
    const ana = await app.signUp();
    const [answered, silent] = [await thread(ana, [asked(1), replied(2)]), await thread(ana, [])];
    for (const { id, phone } of [answered, silent]) {
      await ana.call(routes.cancelMessage, undo(await sendText(ana, phone, 'Oops', { undoSeconds: 30 })));
      expect((await read(ana, { id })).waitingSince).toBe(null);
    }
  });

  it('leaves no one waiting who has opted out meanwhile', async () => {
    const ana = await app.signUp();
    const phone = candidatePhone();
    const { id } = await receiveText(app, ana, phone, 'One');
    const answer = await sendText(ana, phone, 'Oops', { undoSeconds: 30 });
    await receiveText(app, ana, phone, 'STOP');
    await ana.ask(routes.cancelMessage, undo(answer));
    expect((await read(ana, { id })).waitingSince).toBe(null);
  });
});

describe('an archived conversation', () => {
  const archive = (person: Recruiter, { id }: { id: string }) =>
    person.call(routes.archiveConversation, { params: { id } });

  it('leaves the inbox, and comes back when asked', async () => {
    const ana = await app.signUp();
    const [kept, away] = [await thread(ana, [asked(1)]), await thread(ana, [asked(2)])];
    const { archivedAt } = await archive(ana, away);
    expect(archivedAt).not.toBe(null);
    expect((await archive(ana, away)).archivedAt).toBe(archivedAt);
    expect(await walk(ana)).toEqual([kept.id]);
    expect(await walk(ana, { filter: 'archived' })).toEqual([away.id]);
    expect(await ana.call(routes.getInboxCounts, {})).toMatchObject({ unread: 0, waiting: 1 });
    for (let again = 0; again < 2; again += 1) {
      const back = await ana.call(routes.unarchiveConversation, { params: { id: away.id } });
      expect(back.archivedAt).toBe(null);
    }
    expect(await walk(ana)).toEqual(idsOf([away, kept]));
  });

  it.each([
    ['the candidate writes', (ana: Recruiter, phone: string) => receiveText(app, ana, phone, 'Hello?')],
    ['the recruiter writes', (ana: Recruiter, phone: string) => sendText(ana, phone, 'Hello?')],
  ])('comes back when %s', async (_, write) => {
    const ana = await app.signUp();
    const away = await thread(ana, [asked(1), replied(2)]);
    await archive(ana, away);
    await write(ana, away.phone);
    expect((await read(ana, away)).archivedAt).toBe(null);
    expect(await walk(ana)).toEqual([away.id]);
    expect(await walk(ana, { filter: 'archived' })).toEqual([]);
  });
});

describe('the texts of a thread', () => {
  const texts = (
    person: Recruiter,
    { id }: { id: string },
    query: { limit?: number; cursor?: string; around?: string; at?: string } = {},
  ) => person.call(routes.listMessages, { params: { id }, query });
  const bodies = (items: Message[]) => items.map(({ body }) => body);

  /** `Text 25` first. */
  const expected = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, n) => `Text ${from - n}`);
  const many = (count: number, minuteOf: (n: number) => number) =>
    Array.from({ length: count }, (_, n) => (n % 3 === 0 ? replied : asked)(minuteOf(n), `Text ${n + 1}`));

  it('come newest first, ten unless asked otherwise, with their senders', async () => {
    const ana = await app.signUp();
    const long = await thread(
      ana,
      many(25, (n) => n),
    );
    const { items } = await texts(ana, long);
    expect(bodies(items)).toEqual(expected(25, 16));
    expect(items.map(({ sender }) => sender?.id ?? null)).toEqual(
      items.map(({ direction }) => (direction === 'outbound' ? ana.userId : null)),
    );
    const all = await texts(ana, long, { limit: 100 });
    expect(bodies(all.items)).toEqual(expected(25, 1));
    expect(all.nextCursor).toBe(null);
  });

  it.each([
    ['at different times', (n: number) => n],
    ['at the same moment', () => 1],
  ])('%s are each on one page, while others are written', async (_, minuteOf) => {
    const ana = await app.signUp();
    const long = await thread(ana, many(25, minuteOf));
    const whole = bodies((await texts(ana, long, { limit: 100 })).items);
    expect([...whole].sort()).toEqual(expected(25, 1).sort());
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: { items: Message[]; nextCursor: string | null } = await texts(ana, long, {
        limit: 9,
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...bodies(next.items));
      cursor = next.nextCursor;
      await receiveText(app, ana, long.phone, 'And another thing');
    } while (cursor !== null);
    expect(seen).toEqual(whole);
  });

  it.each([1, 2, 7, 10])('can be read from the middle on, both ways, %i at a time', async (limit) => {
    const ana = await app.signUp();
    const long = await thread(
      ana,
      // Three at each moment.
      many(25, (n) => Math.floor(n / 3)),
    );
    const whole = (await texts(ana, long, { limit: 100 })).items;
    const around = whole[12]?.id ?? '';
    const middle = await texts(ana, long, { limit, around });
    const place = middle.items.findIndex(({ id }) => id === around);
    expect(place).toBe(Math.floor(limit / 2));
    let seen = bodies(middle.items);
    for (let cursor = middle.nextCursor; cursor !== null; ) {
      const page = await texts(ana, long, { limit, cursor });
      seen = [...seen, ...bodies(page.items)];
      cursor = page.nextCursor;
    }
    for (let cursor = middle.previousCursor ?? null; cursor !== null; ) {
      const page = await texts(ana, long, { limit, cursor });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen = [...bodies(page.items), ...seen];
      cursor = page.previousCursor ?? null;
    }
    expect(seen).toEqual(bodies(whole));
  });

  it('can be read from a moment on, whether or not there is a text at it', async () => {
    const ana = await app.signUp();
    const long = await thread(
      ana,
      many(25, (n) => Math.floor(n / 3)),
    );
    const whole = (await texts(ana, long, { limit: 100 })).items;
    const moment = Date.parse(whole[12]?.createdAt ?? '');
    for (const at of [moment, moment - 1].map((ms) => new Date(ms).toISOString())) {
      const page = await texts(ana, long, { limit: 8, at });
      const isFrom = (text: Message) => text.createdAt >= at;
      expect(page.items.findLastIndex(isFrom)).toBe(3);
      expect(page.items[3]?.id).toBe(whole.findLast(isFrom)?.id);
    }
    expect((await texts(ana, long, { limit: 8, at: '0001-01-01T00:00:00.000Z' })).nextCursor).toBeNull();
    const after = await texts(ana, long, { limit: 8, at: '9999-01-01T00:00:00.000Z' });
    expect(bodies(after.items)).toEqual(bodies(whole.slice(0, 4)));
    expect(after.previousCursor).toBeNull();
  });

  it('begin only at a text of their own', async () => {
    const ana = await app.signUp();
    const [one, other] = [await thread(ana, [asked(1)]), await thread(ana, [asked(1)])];
    const [foreign] = (await texts(ana, other)).items;
    for (const around of [foreign?.id ?? '', '01890000-0000-7000-8000-000000000000'])
      expect(await ana.refusal(routes.listMessages, { params: { id: one.id }, query: { around } })).toBe(
        '404 not_found',
      );
    const cursor = '>x';
    expect(await ana.refusal(routes.listMessages, { params: { id: one.id }, query: { cursor } })).toBe(
      '400 malformed',
    );
  });

  it('have no page where there is none', async () => {
    const ana = await app.signUp();
    const short = await thread(ana, [asked(1)]);
    const params = { id: short.id };
    expect(await ana.refusal(routes.listMessages, { params, query: { cursor: 'x' } })).toBe('400 malformed');
    expect((await ana.ask(routes.listMessages, { params, query: { limit: 101 } })).status).toBe(422);
  });

  it('are kept from a member who has nothing to do with them', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const { id } = await thread(ana, [asked(1)]);
    for (const route of [routes.getConversation, routes.listMessages, routes.getSendability] as const)
      expect(await cem.refusal(route, { params: { id } })).toBe('404 not_found');
    for (const route of [routes.readConversation, routes.archiveConversation] as const)
      expect(await cem.refusal(route, { params: { id } })).toBe('404 not_found');
    expect((await read(ana, { id })).archivedAt).toBe(null);
  });
});
