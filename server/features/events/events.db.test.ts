import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Event, EventType } from '../../../contract/events.ts';
import * as routes from '../../../contract/routes.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { inTransaction } from '../../db/connection.ts';
import { dropOldDays } from '../../db/days.ts';
import { giveKey } from '../../testing/api-keys.ts';
import { makePrepaid, turnOnBilling } from '../../testing/billing.ts';
import { allEvents, readEvents } from '../../testing/events.ts';
import { createFakeAtsConnector, fakeAtsPerson } from '../../testing/fake-ats-connector.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../../testing/texting.ts';
import { EVENTS, firstIdAt, timeOfEvent } from './event-ids.ts';
import { sequenceEvents } from './sequence.ts';

/* The log of events, from the change that writes one to the page that other software reads. */

const system = createFakeAtsConnector();
const atsType = 'lever' as const;
let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ ats: { connectors: new Map([[atsType, system.connector]]) } });
  ana = await app.signUp();
});
afterAll(() => app.stop());
afterEach(() => app.twilio.control.receipts({}));

const typesOf = (events: Event[]) => events.map(({ type }) => type);

/** The ID of the newest event of the account. */
async function now(person = ana): Promise<string> {
  return (await allEvents(app, person)).at(-1)?.id ?? firstIdAt(Date.now() - 1000);
}

const add = (person = ana, phoneNumber = candidatePhone()) =>
  person.call(routes.createCandidate, { body: { firstName: 'Ada', lastName: 'Reyes', phoneNumber } });

describe('each type happens, in the order of the changes, with its data and its cause', () => {
  const seen = new Set<string>();

  async function heard(work: () => Promise<unknown>, person = ana): Promise<Event[]> {
    const after = await now(person);
    await work();
    const events = await allEvents(app, person, { after });
    for (const type of typesOf(events)) seen.add(type);
    return events;
  }
  const cause = { requestId: expect.any(String), keyId: null, userId: expect.any(String) };
  const NONE = { requestId: null, keyId: null, userId: null };

  it('a text: queued, sent, delivered', async () => {
    const to = candidatePhone();
    const events = await heard(async () =>
      untilStatus(ana, await sendText(ana, to, 'Hi there'), 'delivered'),
    );
    expect(typesOf(events)).toEqual([
      'candidate.created',
      'conversation.created',
      'message.queued',
      'message.sent',
      'message.delivered',
    ]);
    const [candidate, conversation, queued, sent] = events;
    expect(queued).toMatchObject({
      data: {
        conversationId: conversation?.data.id,
        candidateId: candidate?.data.id,
        direction: 'outbound',
        status: 'queued',
        errorCode: null,
        segments: 1,
        from: ana.number,
        to,
        sentBy: ana.userId,
        body: 'Hi there',
        media: [],
      },
      cause: { ...cause, userId: ana.userId },
    });
    expect(candidate?.cause).toEqual({ ...cause, userId: ana.userId });
    expect(sent).toMatchObject({ data: { status: 'sent' }, cause: NONE });
    expect(conversation?.data).toEqual({
      id: expect.any(String),
      candidateId: candidate?.data.id,
      assigneeId: ana.userId,
    });
  });

  it('texts of several requests that share a commit keep their causes', async () => {
    const colleague = await app.addColleague(ana);
    const to = candidatePhone();
    for (const person of [ana, colleague]) await sendText(person, to, 'First');
    const events = await heard(() =>
      Promise.all([1, 2, 3, 4].flatMap(() => [ana, colleague].map((person) => sendText(person, to, 'Hi')))),
    );
    const queued = events.filter(({ type }) => type === 'message.queued');
    expect(queued).toHaveLength(8);
    for (const { data, cause: by } of queued) expect(by.userId).toBe(data.sentBy);
    expect(new Set(queued.map(({ cause: by }) => by.requestId)).size).toBe(8);
  });

  it('a text that fails, and one that is canceled', async () => {
    expect(
      await heard(async () => untilStatus(ana, await sendText(ana, '+15005550001', 'Hi'), 'failed')),
    ).toContainEqual(
      expect.objectContaining({
        type: 'message.failed',
        data: expect.objectContaining({ status: 'failed', errorCode: 'invalid_recipient' }),
      }),
    );
    app.twilio.control.receipts({ final: 'undelivered', errorCode: '30003' });
    expect(
      typesOf(
        await heard(async () => untilStatus(ana, await sendText(ana, candidatePhone(), 'Hi'), 'undelivered')),
      ),
    ).toContain('message.failed');
    const events = await heard(async () => {
      const { id } = await sendText(ana, candidatePhone(), 'Hi', { undoSeconds: 10 });
      await ana.call(routes.cancelMessage, { params: { id } });
    });
    expect(typesOf(events).slice(-2)).toEqual(['message.queued', 'message.canceled']);
    expect(events.at(-1)?.cause).toEqual({ ...cause, userId: ana.userId });
  });

  it('what a candidate texts, and what they say about consent', async () => {
    const from = candidatePhone();
    const events = await heard(async () => {
      for (const body of ['Hello', 'STOP', 'START', 'please stop texting me'])
        await receiveText(app, ana, from, body);
    });
    const ofConsent = events.filter(({ type }) => type.startsWith('consent.'));
    expect(typesOf(ofConsent)).toEqual(['consent.revoked', 'consent.granted', 'consent.held']);
    const [revoked] = ofConsent;
    expect(revoked?.data).toMatchObject({
      candidateId: events.find(({ type }) => type === 'candidate.created')?.data.id,
      phoneNumber: from,
      source: 'keyword',
    });
    const received = events.filter(({ type }) => type === 'message.received');
    expect(received.map(({ data }) => data.body)).toEqual([
      'Hello',
      'STOP',
      'START',
      'please stop texting me',
    ]);
    expect(received[0]).toMatchObject({
      data: { direction: 'inbound', from, to: ana.number, status: 'received', sentBy: null },
      cause: NONE,
    });
  });

  it('a call that no one answers', async () => {
    const from = candidatePhone();
    const events = await heard(async () => {
      const placed = await app.twilio.control.placeCall(from, ana.number);
      await placed.hangUp();
      await eventually(async () => expect(typesOf(await allEvents(app, ana))).toContain('call.missed'));
    });
    expect(events.find(({ type }) => type === 'call.missed')?.data).toMatchObject({ from, to: ana.number });
    expect(typesOf(events)).not.toContain('message.received');
  });

  it('what people do with conversations', async () => {
    const { conversationId } = await sendText(ana, candidatePhone(), 'Hi');
    const params = { id: conversationId };
    const events = await heard(async () => {
      await ana.call(routes.assignConversation, { params, body: { userId: null } });
      await ana.call(routes.archiveConversation, { params });
      await ana.call(routes.unarchiveConversation, { params });
    });
    const own = events.filter(({ data }) => data.id === conversationId);
    expect(typesOf(own)).toEqual([
      'conversation.assigned',
      'conversation.archived',
      'conversation.unarchived',
    ]);
    expect(own[0]?.data.assigneeId).toBeNull();
    for (const { cause: by } of own) expect(by).toEqual({ ...cause, userId: ana.userId });
  });

  it('candidates, templates and interviews', async () => {
    const events = await heard(async () => {
      const { id: candidateId } = await add();
      const params = { id: candidateId };
      await ana.call(routes.updateCandidate, { params, body: { lastName: 'Rey' } });
      const template = await ana.call(routes.createTeamTemplate, { body: { name: 'Hi', body: 'Hello' } });
      const ofTemplate = { params: { id: template.id } };
      await ana.call(routes.updateTeamTemplate, { ...ofTemplate, body: { body: 'Hello!' } });
      await ana.call(routes.deleteTeamTemplate, ofTemplate);
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      const interview = await ana.call(routes.createInterview, {
        body: { candidateId, startsAt: inDays(1), endsAt: inDays(1.1) },
      });
      const ofInterview = { params: { id: interview.id } };
      await ana.call(routes.updateInterview, { ...ofInterview, body: { location: 'Room 4' } });
      await ana.call(routes.updateInterview, { ...ofInterview, body: { status: 'confirmed' } });
      await ana.call(routes.cancelInterview, ofInterview);
    });
    expect(typesOf(events)).toEqual([
      'candidate.created',
      'candidate.updated',
      'template.changed',
      'template.changed',
      'template.changed',
      'interview.created',
      'interview.updated',
      'interview.confirmed',
      'interview.canceled',
    ]);
    expect(events.slice(2, 5).map(({ data }) => data.change)).toEqual(['created', 'updated', 'deleted']);
    expect(events.at(-1)?.data).toMatchObject({
      candidateId: events[0]?.data.id,
      status: 'canceled',
      startsAt: expect.any(String),
    });
    for (const { cause: by } of events) expect(by).toEqual({ ...cause, userId: ana.userId });
  });

  it('a new number', async () => {
    let colleague: Recruiter | undefined;
    const events = await heard(async () => {
      colleague = await app.addColleague(ana);
    });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'number.linked',
        data: expect.objectContaining({ phoneNumber: colleague?.number, seatId: colleague?.seatId }),
      }),
    );
  });

  it('texts that run low', async () => {
    turnOnBilling(app);
    const buyer = await app.signUp();
    await makePrepaid(app, buyer, 10);
    const events = await heard(async () => {
      for (let sent = 0; sent < 10; sent += 1) await sendText(buyer, candidatePhone(), 'Hi');
    }, buyer);
    Object.assign(app.deps, { billing: null });
    const low = events.filter(({ type }) => type === 'usage.threshold');
    expect(low.map(({ data }) => [data.percent, data.remaining, data.bought])).toEqual([
      [20, 2, 10],
      [10, 1, 10],
      [0, 0, 10],
    ]);
  });

  it('people whom a connected system merges', async () => {
    const admin = await app.signUp();
    const [gone, stays] = [1, 2].map(() => fakeAtsPerson({ phones: [candidatePhone()] }));
    if (gone === undefined || stays === undefined) throw new Error('There are two people');
    system.state.people = [gone, stays];
    const body = { type: atsType, credentials: { apiKey: 'good' } };
    await admin.call(routes.saveAtsIntegration, { body });
    const idle = () =>
      eventually(async () =>
        expect((await admin.call(routes.listAtsIntegrations, {}))[0]?.sync.state).toBe('idle'),
      );
    await idle();
    const before = await admin.call(routes.listCandidates, { query: {} });
    const held = before.items.find(({ phoneNumber }) => gone.phones.includes(phoneNumber))?.id ?? '';
    await admin.call(routes.updateCandidate, { params: { id: held }, body: { legalHold: true } });
    const events = await heard(async () => {
      system.state.people = [{ ...stays, mergedFrom: [gone.externalId] }];
      await admin.call(routes.syncAts, { body: { type: atsType } });
      await idle();
    }, admin);
    const { items } = await admin.call(routes.listCandidates, {});
    const idOf = (person: typeof gone) =>
      items.find(({ phoneNumber }) => person.phones.includes(phoneNumber))?.id;
    expect(events.find(({ type }) => type === 'candidate.merged')?.data).toEqual({
      id: idOf(stays),
      mergedId: idOf(gone),
      atsType,
    });
    // A hold is on the person, whichever record it was put on.
    expect(items.find(({ id }) => id === idOf(stays))?.legalHold).toBe(true);
  });

  it('a deleted candidate: their events are hidden at once, and come back when they are restored', async () => {
    const phone = candidatePhone();
    const { conversationId } = await sendText(ana, phone, 'Hi');
    const { candidate } = await ana.call(routes.getConversation, { params: { id: conversationId } });
    const params = { id: candidate.id };
    const about = async () =>
      typesOf(
        (await allEvents(app, ana)).filter(
          ({ data }) => data.id === candidate.id || data.candidateId === candidate.id,
        ),
      ).filter((type) => type !== 'message.sent' && type !== 'message.delivered');
    const before = ['candidate.created', 'conversation.created', 'message.queued'];
    expect(await about()).toEqual(before);
    await heard(() => ana.call(routes.deleteCandidate, { params }));
    expect(await about()).toEqual(['candidate.deleted']);
    await ana.call(routes.restoreCandidate, { params });
    expect((await about()).filter((type) => type !== 'candidate.updated')).toEqual([
      ...before,
      'candidate.deleted',
      'candidate.created',
    ]);
  });

  it('and that is all types', () => {
    expect([...seen].toSorted()).toEqual([...EventType.options].toSorted());
  });
});

describe('reading the log', () => {
  it('goes on after an event, by types and in pages', async () => {
    const after = await now();
    for (let count = 0; count < 5; count += 1) await add();
    await ana.call(routes.createTeamTemplate, { body: { name: 'Bye', body: 'Bye' } });
    await allEvents(app, ana);
    const query = { after, limit: '2', types: 'candidate.created' };
    const first = await readEvents(app, ana, query);
    expect(first.items).toHaveLength(2);
    expect(first.nextCursor).toBe(first.items[1]?.id);
    const rest = await readEvents(app, ana, { ...query, after: `${first.nextCursor}`, limit: '10' });
    expect(typesOf(rest.items)).toEqual(['candidate.created', 'candidate.created', 'candidate.created']);
    expect(rest.nextCursor).toBeNull();
    expect(await readEvents(app, ana, { types: 'message.guessed' })).toMatchObject({ code: 'invalid' });
    expect(await readEvents(app, ana, { after: 'last' })).toMatchObject({ code: 'invalid' });
  });

  it('refuses an event that is older than 30 days', async () => {
    const old = firstIdAt(Date.now() - 30 * 86_400_000 - 60_000);
    expect(await readEvents(app, ana, { after: old })).toMatchObject({ status: 410, code: 'events_gone' });
    expect((await readEvents(app, ana, { after: firstIdAt(Date.now() - 29 * 86_400_000) })).status).toBe(200);
  });

  it('shows people what they may see, and no one what is of another account', async () => {
    const boss = await app.signUp();
    const colleague = await app.addColleague(boss);
    const mine = await sendText(boss, candidatePhone(), 'Hi');
    const theirs = await sendText(colleague, candidatePhone(), 'Hi');
    const own = await colleague.call(routes.createTemplate, { body: { name: 'Own', body: 'Mine' } });
    const shared = await boss.call(routes.createTeamTemplate, { body: { name: 'All', body: 'Ours' } });
    const idsOf = async (person: Recruiter) => (await allEvents(app, person)).map(({ data }) => data.id);
    const [ofAdmin, ofMember, ofStranger] = [
      await idsOf(boss),
      await idsOf(colleague),
      await idsOf(await app.signUp()),
    ];
    for (const id of [mine.id, theirs.id, shared.id]) expect(ofAdmin).toContain(id);
    expect(ofAdmin).not.toContain(own.id);
    for (const id of [theirs.id, own.id, shared.id]) expect(ofMember).toContain(id);
    expect(ofMember).not.toContain(mine.id);
    for (const id of [mine.id, theirs.id, own.id, shared.id]) expect(ofStranger).not.toContain(id);
    await boss.call(routes.assignConversation, {
      params: { id: mine.conversationId },
      body: { userId: colleague.userId },
    });
    expect(await idsOf(colleague)).toContain(mine.id);
  });

  it('gives a key what its scopes open, and always in JSON', async () => {
    const text = await sendText(ana, candidatePhone(), 'Hi there');
    await allEvents(app, ana);
    const page = async (scopes: Scope[]) => {
      const { secret } = await giveKey(app, ana, { scopes });
      return fetch(`${app.url}/v1/events?types=message.queued&after=${text.id}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
    };
    const bodyOf = async (scopes: Scope[]) => (await (await page(scopes)).json()).items[0].data.body;
    expect((await page(['texts:read'])).status).toBe(403);
    expect(await bodyOf(['conversations:read'])).toBeUndefined();
    expect(await bodyOf(['conversations:read', 'texts:read'])).toBe('Hi there');
  });

  it('names the key that a change came with', async () => {
    const after = await now();
    const key = await giveKey(app, ana, { scopes: ['candidates:write'] });
    await add({ ...ana, ...key });
    const [created] = await allEvents(app, ana, { after });
    expect(created?.cause).toMatchObject({ keyId: key.id, userId: ana.userId });
  });

  it('misses nothing that commits late, whatever was read in between', async () => {
    const { id: candidateId } = await add();
    const read: string[] = [];
    let after = await now();
    const poll = async () => {
      const { items } = await readEvents(app, ana, { after });
      read.push(...items.map(({ data }) => String(data.id)));
      after = items.at(-1)?.id ?? after;
    };
    const late = new pg.Client({ connectionString: app.deps.pool.options.connectionString });
    await late.connect();
    await late.query('begin');
    await late.query("update candidates set last_name = 'Late' where id = $1", [candidateId]);
    const others: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      others.push((await add()).id);
      await eventually(async () => {
        await poll();
        expect(read).toEqual(others);
      });
    }
    await late.query('commit');
    await late.end();
    await eventually(async () => {
      await poll();
      expect(read).toEqual([...others, candidateId]);
    });
  });

  it('IDs rise even if the clock goes back', async () => {
    await add();
    const before = await now();
    app.clock.advance(-3600_000);
    await add();
    const after = await now();
    app.clock.reset();
    expect(after > before).toBe(true);
    expect(timeOfEvent(after)).toBeGreaterThan(timeOfEvent(before));
  });
});

it('two at once move each event once', async () => {
  await inTransaction(app.deps.db, async (tx) => {
    await sql`
      select write_event(${ana.accountId}, 'candidate.updated', ${ana.userId}, null) from generate_series(1, 50)`.execute(
      tx,
    );
  });
  const days = new Set<number>();
  await Promise.all(Array.from({ length: 8 }, () => sequenceEvents(app.deps.db, app.clock(), days, 10)));
  await allEvents(app, ana);
  const { rows } = await app.deps.pool.query(
    'select count(*)::int as count, count(distinct id)::int as ids from events where subject_id = $1',
    [ana.userId],
  );
  expect(rows).toEqual([{ count: 50, ids: 50 }]);
});

it('drops whole days after 30 days, and keeps later ones', async () => {
  const days = async () =>
    (
      await app.deps.pool.query<{ name: string }>(
        `select relname as name from pg_inherits join pg_class on oid = inhrelid
          where inhparent = 'events'::regclass order by 1`,
      )
    ).rows.map(({ name }) => name);
  const kept = await days();
  expect(kept.length).toBeGreaterThan(0);
  await dropOldDays(app.deps.db, EVENTS, new Date(Date.now() + 29 * 86_400_000));
  expect(await days()).toEqual(kept);
  await dropOldDays(app.deps.db, EVENTS, new Date(Date.now() + 33 * 86_400_000));
  expect(await days()).toEqual([]);
  await add();
  expect(typesOf(await allEvents(app, ana)).length).toBeGreaterThan(0);
});
