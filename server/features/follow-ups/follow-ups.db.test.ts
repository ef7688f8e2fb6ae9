import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { receiveText, sendText } from '../../testing/texting.ts';
import { runReturnPromised } from './return-promises.ts';

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
const inMs = (ms: number) => new Date(app.clock().getTime() + ms).toISOString();

async function promise(dueAt = inMs(24 * HOUR)) {
  const text = await sendText(ana, candidatePhone(), "I'll let you know tomorrow");
  const followUp = await ana.call(routes.createFollowUp, {
    params: { id: text.conversationId },
    body: { messageId: text.id, dueAt },
  });
  return { text, followUp };
}
const open = async (person: Recruiter, query: { assignee?: 'me' | 'all'; conversationId?: string } = {}) =>
  (await person.call(routes.listFollowUps, { query })).items.map(({ id }) => id);
const conversation = (id: string) => ana.call(routes.getConversation, { params: { id } });

describe('a promise', () => {
  it('is listed until it is kept, the one that is due first comes first', async () => {
    const later = await promise(inMs(48 * HOUR));
    const sooner = await promise();
    expect(sooner.followUp).toMatchObject({ body: "I'll let you know tomorrow", person: { id: ana.userId } });
    expect(await open(ana)).toEqual([sooner.followUp.id, later.followUp.id]);
    const params = { id: sooner.followUp.id };
    await ana.call(routes.updateFollowUp, { params, body: { done: true } });
    expect(await open(ana)).toEqual([later.followUp.id]);
    await ana.call(routes.updateFollowUp, { params, body: { done: false, dueAt: inMs(72 * HOUR) } });
    expect(await open(ana)).toEqual([later.followUp.id, sooner.followUp.id]);
    // A text has one, however often it is tapped.
    const again = { messageId: later.text.id, dueAt: inMs(HOUR) };
    await ana.call(routes.createFollowUp, { params: { id: later.text.conversationId }, body: again });
    expect(await open(ana)).toEqual([later.followUp.id, sooner.followUp.id]);
  });

  it('brings its conversation back once, when it is due, and notifies who promised', async () => {
    const { text, followUp } = await promise();
    await ana.call(routes.snoozeConversation, {
      params: { id: text.conversationId },
      body: { until: inMs(72 * HOUR) },
    });
    await runReturnPromised(app.deps);
    expect((await conversation(text.conversationId)).returned).toBeNull();
    app.clock.advance(25 * HOUR);
    await Promise.all([runReturnPromised(app.deps), runReturnPromised(app.deps)]);
    expect(await conversation(text.conversationId)).toMatchObject({
      snoozedUntil: null,
      returned: { reason: 'promiseDue' },
    });
    const { items } = await ana.call(routes.listNotifications, {});
    expect(items.map(({ type, conversationId }) => [type, conversationId])).toEqual([
      ['reminder', text.conversationId],
    ]);
    // Still to be kept; on another day it comes back again.
    expect(await open(ana)).toEqual([followUp.id]);
    await ana.call(routes.unsnoozeConversation, { params: { id: text.conversationId } });
    await runReturnPromised(app.deps);
    expect((await conversation(text.conversationId)).returned).toBeNull();
    await ana.call(routes.updateFollowUp, { params: { id: followUp.id }, body: { dueAt: inMs(HOUR) } });
    app.clock.advance(2 * HOUR);
    await runReturnPromised(app.deps);
    expect((await conversation(text.conversationId)).returned).not.toBeNull();
  });

  it('that is kept in time brings nothing back', async () => {
    const { text, followUp } = await promise();
    await ana.call(routes.updateFollowUp, { params: { id: followUp.id }, body: { done: true } });
    app.clock.advance(25 * HOUR);
    await runReturnPromised(app.deps);
    expect((await conversation(text.conversationId)).returned).toBeNull();
  });

  it('is of the person who wrote the text, and admins see those of all', async () => {
    const { text, followUp } = await promise();
    const ben = await app.addColleague(ana, 'member');
    const params = { id: followUp.id };
    expect(await ben.refusal(routes.updateFollowUp, { params, body: { done: true } })).toBe('404 not_found');
    expect(await ben.refusal(routes.listFollowUps, { query: { assignee: 'all' } })).toBe('403 forbidden');
    expect(await open(ben)).toEqual([]);
    const cleo = await app.addColleague(ana, 'admin');
    expect(await open(cleo)).toEqual([]);
    expect(await open(cleo, { assignee: 'all' })).toEqual([followUp.id]);
    expect(await open(cleo, { assignee: 'all', conversationId: text.conversationId })).toEqual([followUp.id]);
    const theirs = { params: { id: text.conversationId }, body: { messageId: text.id, dueAt: inMs(HOUR) } };
    expect(await cleo.refusal(routes.createFollowUp, theirs)).toBe('404 not_found');
    await cleo.call(routes.updateFollowUp, { params, body: { done: true } });
    expect(await open(ana)).toEqual([]);
  });

  it.each([
    ['in the past', -HOUR],
    ['in two years', 2 * 366 * 24 * HOUR],
  ])('is not due %s', async (_, ms) => {
    const text = await sendText(ana, candidatePhone(), 'Hi');
    const body = { messageId: text.id, dueAt: inMs(ms) };
    const answer = await ana.ask(routes.createFollowUp, { params: { id: text.conversationId }, body });
    expect(answer).toMatchObject({ status: 422, body: { details: { fields: { dueAt: [/\w/] } } } });
  });
});

describe('the radar', () => {
  const radar = async (person: Recruiter) => (await person.call(routes.getRadar, {})).items;

  it('has those who have waited longer, in working time, than the company promises', async () => {
    const waits = await receiveText(app, ana, candidatePhone(), 'Hello?');
    const since = (iso: string) =>
      app.deps.pool.query('update conversations set waiting_since = $2 where id = $1', [waits.id, iso]);
    await app.deps.pool.query("update users set timezone = 'America/New_York' where id = $1", [ana.userId]);
    // A Friday at 3 PM there; on Monday at 10:30 they have waited 3.5 working hours, at 11:30 4.5.
    await since('2026-03-06T20:00:00.000Z');
    app.clock.jumpTo('2026-03-09T14:30:00.000Z');
    expect(await radar(ana)).toEqual([]);
    app.clock.jumpTo('2026-03-09T15:30:00.000Z');
    expect(await radar(ana)).toMatchObject([
      { conversationId: waits.id, assignee: { id: ana.userId }, workingMinutes: 270, minutesOver: 30 },
    ]);
    await ana.call(routes.updateAccount, { body: { replyPromiseHours: 8 } });
    expect(await radar(ana)).toEqual([]);
    await ana.call(routes.updateAccount, { body: { replyPromiseHours: 1 } });
    // Snoozed is still waiting.
    await ana.call(routes.snoozeConversation, { params: { id: waits.id }, body: { until: null } });
    expect(await radar(ana)).toHaveLength(1);
    await ana.call(routes.endWait, { params: { id: waits.id } });
    expect(await radar(ana)).toEqual([]);
  });

  it('is for admins', async () => {
    const ben = await app.addColleague(ana, 'member');
    expect(await ben.refusal(routes.getRadar, {})).toBe('403 forbidden');
  });
});
