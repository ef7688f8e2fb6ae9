import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Conversation, ConversationFilter } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { inTransaction } from '../../../db/connection.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { receiveText, sendText } from '../../../testing/texting.ts';
import { runReturnConversations } from './return-due.ts';
import { returnDue } from './snooze-store.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
});
afterEach(() => app.clock.reset());

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const inMs = (ms: number) => new Date(app.clock().getTime() + ms).toISOString();
const params = ({ id }: { id: string }) => ({ params: { id } });

const snooze = (conversation: { id: string }, until: string | null) =>
  ana.call(routes.snoozeConversation, { ...params(conversation), body: { until } });
const remind = (conversation: { id: string }, at: string | null) =>
  ana.call(routes.remindConversation, { ...params(conversation), body: { at } });
const read = (conversation: { id: string }) => ana.call(routes.getConversation, params(conversation));

async function listed(filter: ConversationFilter = 'all', limit = 100): Promise<string[]> {
  const { items } = await ana.call(routes.listConversations, { query: { filter, limit } });
  return items.map(({ id }) => id);
}

async function written(count: number): Promise<Conversation[]> {
  const made: Conversation[] = [];
  for (let n = 0; n < count; n += 1) made.push(await receiveText(app, ana, candidatePhone(), 'Hello?'));
  return made;
}

async function passes(ms: number): Promise<void> {
  app.clock.advance(ms);
  await runReturnConversations(app.deps);
}

describe('a snoozed conversation', () => {
  it('leaves the inbox until its time, and is then on top of it with the reason', async () => {
    const [old, , latest] = await written(3);
    if (!old || !latest) throw new Error('Nothing was written');
    const until = inMs(DAY);
    expect(await snooze(old, until)).toMatchObject({ snoozedUntil: until, returned: null });
    expect(await listed()).not.toContain(old.id);
    expect(await listed('snoozed')).toEqual([old.id]);
    // Left for later, but not forgotten.
    expect(await listed('waiting')).toContain(old.id);
    await passes(DAY - 60_000);
    expect(await listed('snoozed')).toEqual([old.id]);
    await passes(2 * 60_000);
    expect(await read(old)).toMatchObject({ snoozedUntil: null, returned: { reason: 'snoozeOver' } });
    expect((await listed())[0]).toBe(old.id);
    const lines = await ana.call(routes.listConversationActivity, params(old));
    expect(lines.items).toMatchObject([
      { type: 'returned', actor: null, details: { reason: 'snoozeOver' } },
      { type: 'snoozed', actor: { id: ana.userId }, details: { until } },
    ]);
    const notified = await ana.call(routes.listNotifications, {});
    expect(notified.items).toMatchObject([
      { type: 'reminder', conversationId: old.id, text: expect.stringMatching(/ is back from snooze$/) },
    ]);
    await receiveText(app, ana, latest.candidate.phoneNumber, 'Me again');
    expect((await listed())[0]).toBe(old.id);
  });

  it('comes back at once when the candidate answers, even without a time', async () => {
    const [one] = await written(2);
    if (!one) throw new Error('Nothing was written');
    expect(await snooze(one, null)).toMatchObject({ snoozedUntilAnswer: true });
    const back = await receiveText(app, ana, one.candidate.phoneNumber, 'Yes');
    expect(back).toMatchObject({ id: one.id, snoozedUntil: null, returned: { reason: 'answered' } });
    await passes(400 * DAY);
    app.clock.reset();
    expect(await read(one)).toMatchObject({ returned: { reason: 'answered' } });
  });

  it.each([
    ['texts', (one: Conversation) => sendText(ana, one.candidate.phoneNumber, 'Hi')],
    ['archives', (one: Conversation) => ana.call(routes.archiveConversation, params(one))],
    ['needs no reply', (one: Conversation) => ana.call(routes.endWait, params(one))],
    ['takes it from the top', (one: Conversation) => ana.call(routes.unsnoozeConversation, params(one))],
    ['snoozes again', (one: Conversation) => snooze(one, inMs(DAY))],
  ])('is no longer on top once someone %s', async (_, handle) => {
    const [one] = await written(1);
    if (!one) throw new Error('Nothing was written');
    await snooze(one, inMs(HOUR));
    await passes(HOUR);
    expect((await read(one)).returned).not.toBeNull();
    await handle(one);
    expect((await read(one)).returned).toBeNull();
  });

  it('is out of its snooze by unsnooze, and by archiving', async () => {
    const [one] = await written(1);
    if (!one) throw new Error('Nothing was written');
    await snooze(one, inMs(HOUR));
    expect(await ana.call(routes.unsnoozeConversation, params(one))).toMatchObject({
      snoozedUntil: null,
      returned: null,
    });
    await snooze(one, inMs(HOUR));
    expect(await ana.call(routes.archiveConversation, params(one))).toMatchObject({ snoozedUntil: null });
    await passes(2 * HOUR);
    expect((await read(one)).archivedAt).not.toBeNull();
    // To snooze what is archived is to want it back.
    expect(await snooze(one, inMs(HOUR))).toMatchObject({ archivedAt: null });
  });

  it('is paged with those that came back first, each once', async () => {
    const all = await written(7);
    for (const one of all.slice(0, 3)) await snooze(one, inMs(HOUR));
    await passes(HOUR);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ana.call(routes.listConversations, {
        query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
      });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(ids.slice(0, 3))).toEqual(new Set(all.slice(0, 3).map(({ id }) => id)));
    expect(ids.slice(3)).toEqual(
      all
        .slice(3)
        .map(({ id }) => id)
        .reverse(),
    );
  });

  it.each([
    ['in the past', () => inMs(-1000), 422],
    ['now', () => inMs(0), 422],
    ['more than a year ahead', () => inMs(367 * DAY), 422],
    ['no date', () => 'Monday', 422],
    ['a year ahead', () => inMs(365 * DAY), 200],
  ])('until %s', async (_, until, status) => {
    const [one] = await written(1);
    if (!one) throw new Error('Nothing was written');
    const reply = await ana.ask(routes.snoozeConversation, {
      ...params(one),
      body: { until: until() },
    });
    expect(reply.status).toBe(status);
    expect((await ana.ask(routes.remindConversation, { ...params(one), body: { at: until() } })).status).toBe(
      status,
    );
  });
});

describe('a reminder', () => {
  it('brings the conversation back unless the candidate answers, even from the archive', async () => {
    const [silent, answers] = await written(2);
    if (!silent || !answers) throw new Error('Nothing was written');
    const at = inMs(2 * DAY);
    for (const one of [silent, answers]) {
      expect(await remind(one, at)).toMatchObject({ remindAt: at, snoozedUntil: null });
      await ana.call(routes.archiveConversation, params(one));
    }
    expect(await receiveText(app, ana, answers.candidate.phoneNumber, 'Yes')).toMatchObject({
      remindAt: null,
      returned: null,
    });
    await passes(2 * DAY);
    expect(await read(answers)).toMatchObject({ returned: null });
    expect(await read(silent)).toMatchObject({
      archivedAt: null,
      remindAt: null,
      returned: { reason: 'noAnswer' },
    });
    // What brought it back is no longer so.
    expect(await receiveText(app, ana, silent.candidate.phoneNumber, 'Sorry')).toMatchObject({
      returned: { reason: 'answered' },
    });
  });

  it('can be canceled', async () => {
    const [one] = await written(1);
    if (!one) throw new Error('Nothing was written');
    await remind(one, inMs(HOUR));
    expect(await remind(one, null)).toMatchObject({ remindAt: null });
    await passes(DAY);
    expect((await read(one)).returned).toBeNull();
  });
});

describe('the job', () => {
  const notesOf = async (id: string) => {
    const { rows } = await app.deps.pool.query<{ count: number }>(
      `select count(*)::int as count from live_events where subject_id = $1 and kind = 'conversation.updated'`,
      [id],
    );
    return rows[0]?.count ?? 0;
  };

  it('killed in the middle loses nothing, and two of them return nothing twice', async () => {
    const all = await written(5);
    const until = inMs(HOUR);
    for (const one of all) await snooze(one, until);
    app.clock.advance(HOUR);
    const now = app.clock();
    await expect(
      inTransaction(app.deps.db, async (tx) => {
        expect(await returnDue(tx, now, 3)).toHaveLength(3);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await listed('snoozed')).toHaveLength(5);
    const before = await notesOf(all[0]?.id ?? '');
    const tookSome = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const one = inTransaction(app.deps.db, async (tx) => {
      const taken = await returnDue(tx, now, 3);
      tookSome.resolve();
      await mayCommit.promise;
      return taken;
    });
    await tookSome.promise;
    const other = await inTransaction(app.deps.db, (tx) => returnDue(tx, now, 100));
    mayCommit.resolve();
    const taken = [...(await one), ...other];
    expect(taken.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
    await Promise.all([runReturnConversations(app.deps), runReturnConversations(app.deps)]);
    expect(await notesOf(all[0]?.id ?? '')).toBe(before + 1);
    expect(await listed('snoozed')).toEqual([]);
  });

  it('of two people who snooze the same, the last one decides, and it comes back once', async () => {
    const [one] = await written(1);
    if (!one) throw new Error('Nothing was written');
    const until = inMs(HOUR);
    await Promise.all([snooze(one, until), snooze(one, until)]);
    expect(await notesOf(one.id)).toBe(1);
    await snooze(one, inMs(3 * HOUR));
    await passes(2 * HOUR);
    expect((await read(one)).returned).toBeNull();
    await passes(2 * HOUR);
    expect(await read(one)).toMatchObject({ returned: { reason: 'snoozeOver' } });
    expect(await notesOf(one.id)).toBe(3);
  });
});
