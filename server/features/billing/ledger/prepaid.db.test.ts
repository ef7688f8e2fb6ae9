import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { inTransaction } from '../../../db/connection.ts';
import { PreparingClient } from '../../../db/preparing-client.ts';
import { buyTexts, makePrepaid, turnOnBilling } from '../../../testing/billing.ts';
import { eventuallyHurried } from '../../../testing/hurry.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { lookUp, receiveText, sendText, sentTo, untilStatus } from '../../../testing/texting.ts';
import { lockMessage } from '../../texting/conversations/message-store.ts';
import { claimText } from '../../texting/sending/claim-text.ts';
import { applyCarrierReport, settleText } from '../../texting/sending/settle-text.ts';
import { runSweepTexts } from '../../texting/sending/sweep-texts.ts';
import { runCloseUsage } from './close-entries.ts';
import { remainingTexts } from './ledger.ts';

/* Texts that are bought before they are sent, from the purchase to the last receipt. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ carrier: { provesAbsenceAfterMs: 200 } });
  turnOnBilling(app);
});
afterAll(() => app.stop());
afterEach(() => {
  app.twilio.control.receipts({});
  app.clock.reset();
});

async function buyer(segments: number): Promise<Recruiter> {
  const person = await app.signUp();
  await makePrepaid(app, person, segments);
  return person;
}

const left = ({ accountId }: Recruiter) => remainingTexts(app.deps.db, accountId);
/** Has a body of so many segments. */
const long = (segments: number) => 'word '.repeat(30 * segments).trim();
const soon = () => new Date(app.clock().getTime() + 3600_000).toISOString();
const cancel = (person: Recruiter, { id }: { id: string }) =>
  person.call(routes.cancelMessage, { params: { id } });
const query = (text: string, values: unknown[]) => app.deps.pool.query(text, values);

/** A receipt for it. */
function applyReport(
  report: { carrierId: string; segments: number; status: 'delivered' },
  { accountId }: Recruiter,
  { id: messageId }: { id: string },
): Promise<void> {
  return inTransaction(app.deps.db, async (tx) => {
    const message = await lockMessage(tx, accountId, messageId);
    if (message === undefined) throw new Error('The message is gone');
    await applyCarrierReport(tx, app.deps, accountId, message, {
      ...report,
      errorCode: null,
      carrierCode: null,
    });
  });
}

async function entriesOf({ id }: { id: string }): Promise<[string, number, number][]> {
  const { rows } = await query(
    'select kind, segments, used from usage_entries where message_id = $1 order by id',
    [id],
  );
  return rows.map(({ kind, segments, used }) => [kind, segments, used]);
}

describe('accepting', () => {
  it('takes the segments at once, and a text without any left is refused', async () => {
    const ana = await buyer(4);
    const text = await sendText(ana, candidatePhone(), long(2));
    expect(text.segments).toBe(2);
    expect(await left(ana)).toBe(2);
    await untilStatus(ana, text, 'delivered');
    expect(await left(ana)).toBe(2);
    const to = candidatePhone();
    expect(await ana.refusal(routes.sendMessage, { body: { to, body: long(3) } })).toBe('402 no_texts_left');
    expect(await ana.call(routes.getSendabilityTo, { query: { to } })).toMatchObject({ canTextNow: true });
    await sendText(ana, to, long(2));
    expect(await ana.refusal(routes.sendMessage, { body: { to, body: 'Hi' } })).toBe('402 no_texts_left');
    const noneLeft = { canTextNow: false, reasons: ['no_texts_left'] };
    expect(await ana.call(routes.getSendabilityTo, { query: { to } })).toMatchObject(noneLeft);
    const params = { id: text.conversationId };
    expect(await ana.call(routes.getSendability, { params })).toMatchObject(noneLeft);
    await buyTexts(app, ana.accountId, 200);
    await sendText(ana, to, 'Hi');
    expect(await left(ana)).toBe(199);
  });

  it('notifies open pages when texts are bought', async () => {
    const ana = await buyer(0);
    await buyTexts(app, ana.accountId, 1);
    const { rows } = await query(
      `select kind, subject_id as seat from live_events where account_id = $1 order by id desc limit 1`,
      [ana.accountId],
    );
    expect(rows).toEqual([{ kind: 'seat.updated', seat: ana.seatId }]);
  });

  it('leaves no trace of a text that is refused, and gives its key back', async () => {
    const [ana, to] = [await buyer(0), candidatePhone()];
    const headers = { 'idempotency-key': 'once' };
    const ask = () => ana.ask(routes.sendMessage, { body: { to, body: 'Hi' }, headers });
    expect((await ask()).status).toBe(402);
    const { items } = await ana.call(routes.listConversations, { query: { filter: 'all' } });
    expect(items).toEqual([]);
    await buyTexts(app, ana.accountId, 1);
    const answers = [await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await left(ana)).toBe(0);
  });

  it('takes nothing for a text whose attachment is missing', async () => {
    const ana = await buyer(1);
    const body = { to: candidatePhone(), body: 'Hi', mediaIds: [app.deps.newId()] };
    expect(await ana.refusal(routes.sendMessage, { body })).toBe('422 invalid');
    expect(await left(ana)).toBe(1);
  });

  it('takes the last text once for a request that is repeated at the same time', async () => {
    const [ana, to] = [await buyer(1), candidatePhone()];
    const ask = () =>
      ana.ask(routes.sendMessage, { body: { to, body: 'Hi' }, headers: { 'idempotency-key': 'the-last' } });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect(await left(ana)).toBe(0);
  });

  it('never takes more than there is, however many send at once', async () => {
    const [ana, ben] = [await buyer(10), await buyer(3)];
    const texts = (person: Recruiter, count: number) =>
      Array.from({ length: count }, () =>
        person.ask(routes.sendMessage, { body: { to: candidatePhone(), body: 'Hi' } }),
      );
    const [all, others] = await Promise.all([
      Promise.all(texts(ana, 50)),
      Promise.all(texts(ben, 20)),
      runCloseUsage(app.deps),
    ]);
    const count = (answers: { status: number }[], status: number) =>
      answers.filter((answer) => answer.status === status).length;
    expect([count(all, 201), count(all, 402)]).toEqual([10, 40]);
    expect([count(others, 201), count(others, 402)]).toEqual([3, 17]);
    expect([await left(ana), await left(ben)]).toEqual([0, 0]);
    const { rowCount } = await query(
      `select 1 from messages where account_id = $1 and direction = 'outbound'`,
      [ana.accountId],
    );
    expect(rowCount).toBe(10);
  });

  it('asks nothing of the ledger for other plans', async () => {
    const person = await app.signUp();
    const asked = vi.spyOn(PreparingClient.prototype, 'query');
    const text = await sendText(person, candidatePhone(), long(2), { undoSeconds: 2 });
    const statements = asked.mock.calls.map(([each]) => (typeof each === 'string' ? each : each.text));
    asked.mockRestore();
    expect(statements.filter((each) => each.includes('insert into messages'))).toHaveLength(1);
    // Others may be settling theirs meanwhile.
    const ofAccepting = /usage_closings|insert into "usage_entries"/;
    expect(statements.filter((each) => ofAccepting.test(each))).toEqual([]);
    await untilStatus(person, text, 'delivered');
    expect(await entriesOf(text)).toEqual([['count', 0, 2]]);
    expect(await left(person)).toBe(0);
  });
});

describe('a text that is not sent', () => {
  it('that is undone gives back what it took, once', async () => {
    const ana = await buyer(5);
    const text = await sendText(ana, candidatePhone(), long(2), { undoSeconds: 30 });
    expect(await left(ana)).toBe(3);
    await cancel(ana, text);
    expect(await left(ana)).toBe(5);
    expect(await ana.refusal(routes.cancelMessage, { params: { id: text.id } })).toBe(
      '409 message_not_cancelable',
    );
    expect(await entriesOf(text)).toEqual([
      ['reserve', -2, 0],
      ['release', 2, 0],
    ]);
  });

  it('that is scheduled takes its segments when it is accepted, until it is canceled', async () => {
    const ana = await buyer(1);
    const text = await sendText(ana, candidatePhone(), 'Tomorrow?', { scheduledAt: soon() });
    expect(await left(ana)).toBe(0);
    await cancel(ana, text);
    expect(await left(ana)).toBe(1);
  });

  it('because the candidate is deleted gives it back', async () => {
    const ana = await buyer(3);
    const text = await sendText(ana, candidatePhone(), 'Tomorrow?', { scheduledAt: soon() });
    const { candidate } = await ana.call(routes.getConversation, { params: { id: text.conversationId } });
    await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
    expect(await left(ana)).toBe(3);
  });

  it('because its writer leaves gives it back', async () => {
    const ana = await buyer(3);
    const cem = await app.addColleague(ana);
    await sendText(cem, candidatePhone(), 'Tomorrow?', { scheduledAt: soon() });
    expect(await left(ana)).toBe(2);
    await ana.call(routes.removeSeatFromTeamMember, {
      body: { userId: cem.userId, scheduledTexts: 'cancel' },
    });
    expect(await left(ana)).toBe(3);
  });

  it('because the carrier refuses it gives it back, and the thread shows why', async () => {
    const ana = await buyer(3);
    const text = await sendText(ana, '+15005550009', 'Hi');
    expect((await untilStatus(ana, text, 'failed')).errorCode).toBe('not_textable');
    expect(await left(ana)).toBe(3);
  });

  it('because the candidate opts out before it goes gives it back', async () => {
    const [ana, to] = [await buyer(3), candidatePhone()];
    const text = await sendText(ana, to, 'Still there?', { scheduledAt: soon() });
    await receiveText(app, ana, to, 'STOP');
    expect((await lookUp(ana, text)).heldReason).toBe('opted_out');
    expect(await left(ana)).toBe(3);
    await cancel(ana, text);
    expect(await left(ana)).toBe(3);
  });

  it('because its number is gone gives it back, and takes it again when its author sends it', async () => {
    const [ana, to] = [await buyer(2), candidatePhone()];
    const text = await sendText(ana, to, 'Still there?', { scheduledAt: soon() });
    const { accountId } = ana;
    await query(`update numbers set link_status = 'linking' where account_id = $1`, [accountId]);
    app.clock.advance(2 * 3600_000);
    await eventually(async () => expect((await lookUp(ana, text)).heldReason).toBe('number_not_linked'));
    expect(await left(ana)).toBe(2);
    await query(`update numbers set link_status = 'linked' where account_id = $1`, [accountId]);
    const { id } = text;
    await ana.call(routes.updateMessage, { params: { id }, body: { body: long(3) } });
    expect(await ana.refusal(routes.sendMessageNow, { body: {}, params: { id } })).toBe('402 no_texts_left');
    await ana.call(routes.updateMessage, { params: { id }, body: { body: long(2), scheduledAt: soon() } });
    expect(await left(ana)).toBe(0);
    await ana.call(routes.sendMessageNow, { body: {}, params: { id } });
    await untilStatus(ana, text, 'delivered');
    expect(await left(ana)).toBe(0);
  });
});

describe('what the carrier reports', () => {
  it.each([
    ['undelivered', 3 - 1],
    ['failed', 3],
    ['delivered', 3 - 1],
  ] as const)('%s leaves %d of 3, also when reported twice and out of order', async (final, remaining) => {
    const ana = await buyer(3);
    app.twilio.control.receipts({
      final,
      duplicate: true,
      shuffle: true,
      ...(final === 'delivered' ? {} : { errorCode: '30003' }),
    });
    const text = await sendText(ana, candidatePhone(), 'Hi');
    await untilStatus(ana, text, final);
    await app.twilio.control.settled();
    await expect.poll(async () => (await query('select 1 from carrier_events', [])).rowCount).toBe(0);
    expect(await left(ana)).toBe(remaining);
  });

  it('counts its segments, also those of a picture', async () => {
    const ana = await buyer(9);
    const text = await sendText(ana, candidatePhone(), long(2));
    await untilStatus(ana, text, 'delivered');
    // As reported by a carrier that counts differently.
    const report = { carrierId: 'SM1', segments: 3, status: 'delivered' as const };
    expect(await left(ana)).toBe(7);
    const { rows } = await query('select carrier_id from messages where id = $1', [text.id]);
    await applyReport({ ...report, carrierId: rows[0].carrier_id }, ana, text);
    expect(await left(ana)).toBe(6);
    await applyReport({ ...report, carrierId: rows[0].carrier_id }, ana, text);
    expect(await left(ana)).toBe(6);
    expect(await entriesOf(text)).toEqual([
      ['reserve', -2, 0],
      ['settle', 0, 2],
      ['release', 2, -2],
      ['settle', -3, 3],
    ]);
  });

  it('is asked when its answer was lost, and then settled', async () => {
    const ana = await buyer(3);
    app.twilio.control.receipts({ final: 'none' as never });
    const to = candidatePhone();
    app.twilio.control.failNext({ kind: 'acceptThenTimeout', on: 'send', to });
    const text = await sendText(ana, to, 'Hi');
    await eventuallyHurried(app, settleText, ana, async () => expect(await entriesOf(text)).toHaveLength(2));
    expect(await entriesOf(text)).toEqual([
      ['reserve', -1, 0],
      ['settle', 0, 1],
    ]);
    expect(await left(ana)).toBe(2);
  });
});

describe('a process that dies', () => {
  it('between accepting and sending costs nothing twice', async () => {
    const [ana, to] = [await buyer(3), candidatePhone()];
    const text = await sendText(ana, to, 'Are you there?', { undoSeconds: 30 });
    app.clock.advance(60_000);
    const { rows } = await query('select number_id from messages where id = $1', [text.id]);
    const number = { accountId: ana.accountId, numberId: rows[0].number_id };
    // The dispatcher may have been faster; then there is nothing to claim, and nothing to lose.
    await claimText(app.deps, number);
    app.clock.advance(60_000);
    await runSweepTexts(app.deps);
    await eventuallyHurried(app, settleText, ana, async () =>
      expect((await lookUp(ana, text)).status).toBe('delivered'),
    );
    expect(sentTo(app, to)).toEqual(['Are you there?']);
    expect(await left(ana)).toBe(2);
  });
});

describe('automatic texts', () => {
  const goAway = (person: Recruiter) =>
    person.call(routes.updateOutOfOffice, {
      body: { outOfOfficeMessageEnabled: true, outOfOfficeMessage: 'Back on Monday.' },
    });

  it('that cost are not written when no texts are left, and are when there are', async () => {
    const [ana, phone] = [await buyer(1), candidatePhone()];
    await goAway(ana);
    await receiveText(app, ana, phone, 'Are you there?');
    await eventually(() => expect(sentTo(app, phone)).toHaveLength(1));
    expect(await left(ana)).toBe(0);
    const other = candidatePhone();
    await receiveText(app, ana, other, 'And you?');
    await expect.poll(async () => (await query('select 1 from carrier_events', [])).rowCount).toBe(0);
    expect(sentTo(app, other)).toEqual([]);
    await buyTexts(app, ana.accountId, 1);
    await receiveText(app, ana, other, 'Hello?');
    await eventually(() => expect(sentTo(app, other)).toHaveLength(1));
    expect(await left(ana)).toBe(0);
  });

  it('that confirm consent cost nothing and go out at zero too', async () => {
    const [ana, phone] = [await buyer(0), candidatePhone()];
    await receiveText(app, ana, phone, 'opt out');
    await eventually(() => expect(sentTo(app, phone)).toHaveLength(1));
    expect(await left(ana)).toBe(0);
    const { rowCount } = await query('select 1 from usage_entries where account_id = $1', [ana.accountId]);
    expect(rowCount).toBe(0);
  });
});

describe('a payment that is overdue', () => {
  const stop = ({ accountId }: Recruiter) =>
    query('update accounts set sending_stopped_at = now() where id = $1', [accountId]);
  const goOn = ({ accountId }: Recruiter) =>
    query('update accounts set sending_stopped_at = null where id = $1', [accountId]);

  it('refuses texts, warns before they are typed, and still receives', async () => {
    const [ana, to] = [await app.signUp(), candidatePhone()];
    await stop(ana);
    expect(await ana.refusal(routes.sendMessage, { body: { to, body: 'Hi' } })).toBe('402 payment_overdue');
    expect(await ana.call(routes.getSendabilityTo, { query: { to } })).toMatchObject({
      canTextNow: false,
      reasons: ['payment_overdue'],
    });
    await receiveText(app, ana, to, 'Hello?');
    await receiveText(app, ana, to, 'opt out');
    await eventually(() => expect(sentTo(app, to)).toHaveLength(1));
  });

  it('keeps what was accepted before until it is paid', async () => {
    const [ana, to] = [await buyer(2), candidatePhone()];
    const text = await sendText(ana, to, 'Hi', { undoSeconds: 30 });
    await stop(ana);
    app.clock.advance(3600_000);
    await runSweepTexts(app.deps);
    expect((await lookUp(ana, text)).status).toBe('scheduled');
    expect(sentTo(app, to)).toEqual([]);
    await goOn(ana);
    await untilStatus(ana, text, 'delivered');
    expect(await left(ana)).toBe(1);
  });

  it('gives up what has waited for a day, and gives back what it took', async () => {
    const [ana, to] = [await buyer(2), candidatePhone()];
    const text = await sendText(ana, to, 'Hi', { undoSeconds: 30 });
    const later = await sendText(ana, to, 'Next week?', {
      scheduledAt: new Date(app.clock().getTime() + 7 * 24 * 3600_000).toISOString(),
    });
    await stop(ana);
    app.clock.advance(25 * 3600_000);
    await runSweepTexts(app.deps);
    expect(await lookUp(ana, text)).toMatchObject({ status: 'failed', errorCode: 'payment_overdue' });
    expect((await lookUp(ana, later)).status).toBe('scheduled');
    expect(await left(ana)).toBe(1);
  });

  it('means nothing where no one is charged', async () => {
    const ana = await app.signUp();
    await stop(ana);
    Object.assign(app.deps, { billing: null });
    try {
      await untilStatus(ana, await sendText(ana, candidatePhone(), 'Hi'), 'delivered');
    } finally {
      turnOnBilling(app);
    }
  });
});
