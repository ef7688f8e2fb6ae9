import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import type { FaultKind } from '../../../adapters/carrier/fakes/faults.ts';
import { eventuallyHurried } from '../../../testing/hurry.ts';
import { waitingJobs } from '../../../testing/jobs.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { lookUp, receiveText, sendText, sentTo, untilStatus } from '../../../testing/texting.ts';
import { createKeepEvent } from '../receiving/carrier-events.ts';
import { sendTexts } from './send-texts.ts';
import { settleText } from './settle-text.ts';
import { runSweepTexts } from './sweep-texts.ts';

/* From the reply to the last receipt, against a carrier that is busy, slow, broken or early. */

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ carrier: { provesAbsenceAfterMs: 200 } });
  ana = await app.signUp();
});
afterAll(() => app.stop());
afterEach(() => {
  app.twilio.control.receipts({});
  app.clock.reset();
});

const soon = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('a text', () => {
  it('is accepted, sent and delivered', async () => {
    const to = candidatePhone();
    const accepted = await sendText(ana, to, 'Are you free at 3?');
    expect(accepted).toMatchObject({ status: 'queued', direction: 'outbound', segments: 1, sentAt: null });
    const delivered = await untilStatus(ana, accepted, 'delivered');
    expect(delivered.sender?.id).toBe(ana.userId);
    expect(delivered.sentAt).not.toBeNull();
    expect(delivered.deliveredAt).not.toBeNull();
    expect(sentTo(app, to)).toEqual(['Are you free at 3?']);
  });

  it('comes back with the key that it was sent with', async () => {
    const body = { to: candidatePhone(), body: 'Are you free at 3?' };
    const text = await ana.call(routes.sendMessage, { body, headers: { 'idempotency-key': 'mine-1' } });
    expect(text.clientKey).toBe('mine-1');
    expect((await lookUp(ana, text)).clientKey).toBe('mine-1');
    expect((await sendText(ana, candidatePhone(), 'Hi')).clientKey).toBeNull();
  });

  it('that a landline did not take is advised against, until the number writes itself', async () => {
    const to = candidatePhone();
    app.twilio.control.receipts({ final: 'undelivered', errorCode: '30006' });
    const text = await sendText(ana, to, 'Hi');
    await untilStatus(ana, text, 'undelivered');
    app.twilio.control.receipts({});
    const params = { id: text.conversationId };
    const advice = { canTextNow: false, reasons: ['not_textable'], nextSendAt: null };
    expect(await ana.call(routes.getSendability, { params })).toMatchObject(advice);
    expect(await ana.call(routes.getSendabilityTo, { query: { to } })).toMatchObject(advice);
    // Only advice: people who know better can try.
    await untilStatus(ana, await sendText(ana, to, 'Hi again'), 'delivered');
    expect(await ana.call(routes.getSendability, { params })).toMatchObject({ canTextNow: true });
  });

  it('stays delivered when receipts come twice and in the wrong order', async () => {
    app.twilio.control.receipts({ duplicate: true, shuffle: true });
    const text = await sendText(ana, candidatePhone(), 'Hi');
    await untilStatus(ana, text, 'delivered');
    await app.twilio.control.settled();
    await workedIn();
    expect((await lookUp(ana, text)).status).toBe('delivered');
  });

  it('is delivered when the receipts come and the reply to the send never does', async () => {
    const to = candidatePhone();
    app.twilio.control.failNext({ kind: 'acceptThenTimeout', on: 'send', to });
    const text = await sendText(ana, to, 'Hi');
    await untilStatus(ana, text, 'delivered');
    await untilSettled();
    expect((await lookUp(ana, text)).status).toBe('delivered');
    expect(sentTo(app, to)).toEqual(['Hi']);
  });

  it('whose receipts were lost is asked about, until the carrier says what became of it', async () => {
    app.twilio.control.receipts({ final: 'none' });
    const to = candidatePhone();
    const text = await sendText(ana, to, 'Hi');
    await untilCarrierId(text.id);
    app.clock.advance(3 * 60_000);
    await runSweepTexts(app.deps);
    await eventuallyHurried(app, settleText, ana, async () => {
      // It is on its way still, and asked about again.
      expect(await waitingJobs(app.deps.pool, settleText.name)).toHaveLength(1);
    });
    expect((await lookUp(ana, text)).status).toBe('sending');
    const taken = app.twilio.state.messages.find((message) => message.to === to);
    if (taken) taken.status = 'delivered';
    await eventuallyHurried(app, settleText, ana, async () =>
      expect((await lookUp(ana, text)).status).toBe('delivered'),
    );
    await runSweepTexts(app.deps);
    expect(await waitingJobs(app.deps.pool, settleText.name)).toEqual([]);
  });

  it('is not moved by a receipt that names another one', async () => {
    app.twilio.control.receipts({ final: 'none' });
    const text = await sendText(ana, candidatePhone(), 'Hi');
    const carrierId = await untilCarrierId(text.id);
    await createKeepEvent(app.deps)({
      carrier: app.deps.carrier.name,
      accountId: ana.accountId,
      messageId: text.id,
      receivedAt: new Date(),
      event: {
        type: 'status',
        carrierId: 'SM-of-another-text',
        status: 'delivered',
        errorCode: null,
        carrierCode: null,
        segments: null,
        occurredAt: new Date().toISOString(),
      },
    });
    await workedIn();
    expect((await lookUp(ana, text)).status).not.toBe('delivered');
    expect(await untilCarrierId(text.id)).toBe(carrierId);
  });

  it.each([
    ['undelivered', '30003', 'unreachable'],
    ['failed', '30007', 'filtered'],
  ] as const)('that ends %s with code %s shows why', async (final, code, errorCode) => {
    app.twilio.control.receipts({ final, errorCode: code });
    const text = await untilStatus(ana, await sendText(ana, candidatePhone(), 'Hi'), final);
    expect(text.errorCode).toBe(errorCode);
    expect(text.errorText).toMatch(/\w+ .*\.$/);
  });

  it.each([
    ['+15005550001', 'invalid_recipient'],
    ['+15005550009', 'not_textable'],
    ['+15005550003', 'region_blocked'],
  ])('to %s is refused for good: %s', async (to, errorCode) => {
    const text = await untilStatus(ana, await sendText(ana, to, 'Hi'), 'failed');
    expect(text.errorCode).toBe(errorCode);
  });

  it('to someone who opted out at the carrier is refused, and we know it from then on', async () => {
    const to = '+15005550004';
    const text = await untilStatus(ana, await sendText(ana, to, 'Hi'), 'failed');
    expect(text.errorCode).toBe('opted_out');
    expect(await ana.refusal(routes.sendMessage, { body: { to, body: 'Hi' } })).toBe('403 opted_out');
    const { items } = await ana.call(routes.listCandidates, { query: { search: to } });
    expect(items[0]?.consent.status).toBe('optedOut');
  });
});

describe('a carrier', () => {
  it('that is busy gets the texts later, in their order', async () => {
    const to = candidatePhone();
    app.twilio.control.failNext({ kind: '429', on: 'send', to, times: 2, retryAfterSeconds: 1 });
    const texts = [];
    for (const body of ['one', 'two', 'three']) texts.push(await sendText(ana, to, body));
    for (const text of texts) await untilStatus(ana, text, 'delivered');
    expect(sentTo(app, to)).toEqual(['one', 'two', 'three']);
  });

  it('that is busy with one number gets the texts of another', async () => {
    const other = await app.signUp();
    const [waiting, going] = [candidatePhone(), candidatePhone()];
    app.twilio.control.failNext({ kind: '429', on: 'send', to: waiting, retryAfterSeconds: 60 });
    const first = await sendText(ana, waiting, 'waits');
    await untilStatus(ana, first, 'queued');
    const second = await sendText(other, going, 'goes');
    await untilStatus(other, second, 'delivered');
    expect(sentTo(app, waiting)).toEqual([]);
    app.clock.advance(61_000);
    await untilStatus(ana, first, 'delivered');
  });

  it.each<FaultKind>(['acceptThenTimeout', 'acceptThenReset', 'acceptThen500', 'acceptThenGarbage'])(
    'that takes a text and loses its answer (%s) is asked, and the text not sent again',
    async (kind) => {
      const to = candidatePhone();
      app.twilio.control.receipts({ final: 'none' });
      app.twilio.control.failNext({ kind, on: 'send', to });
      const text = await sendText(ana, to, 'Hi');
      expect((await untilStatus(ana, text, 'unknown')).errorText).toMatch(/\w/);
      await untilCarrierId(text.id);
      expect((await lookUp(ana, text)).status).toBe('sending');
      expect(sentTo(app, to)).toEqual(['Hi']);
    },
  );

  it.each<FaultKind>(['500', 'timeout', 'reset'])(
    'that never took it (%s) is asked, and then gets it once',
    async (kind) => {
      const to = candidatePhone();
      app.twilio.control.failNext({ kind, on: 'send', to });
      const text = await sendText(ana, to, 'Hi');
      await untilStatus(ana, text, 'unknown');
      const sent = await eventuallyHurried(app, settleText, ana, async () => {
        const found = await lookUp(ana, text);
        expect(found.status).toBe('delivered');
        return found;
      });
      expect(sent.errorCode).toBeNull();
      expect(sentTo(app, to)).toEqual(['Hi']);
    },
  );

  it('that loses its answers to two equal texts is asked which is which', async () => {
    const to = candidatePhone();
    app.twilio.control.receipts({ final: 'none' });
    app.twilio.control.failNext({ kind: 'acceptThen500', on: 'send', to, times: 2 });
    const texts = [await sendText(ana, to, 'Hi'), await sendText(ana, to, 'Hi')];
    const sids = await Promise.all(texts.map((text) => untilCarrierId(text.id)));
    expect(new Set(sids).size).toBe(2);
    expect(sentTo(app, to)).toEqual(['Hi', 'Hi']);
  });

  it('gets the texts of one number in their order, written all at once', async () => {
    const to = candidatePhone();
    const bodies = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    const texts = [];
    for (const body of bodies) texts.push(await sendText(ana, to, body));
    for (const text of texts.toReversed()) await untilStatus(ana, text, 'delivered');
    expect(sentTo(app, to)).toEqual(bodies);
  });
});

/**
 * The time of what this person holds is over, and whatever may go goes. Not for people who text afterwards: a number that has
 * sent something in the future waits until then.
 */
async function holdIsOver(person: Recruiter): Promise<void> {
  const { accountId, number } = person;
  app.clock.advance(60_000);
  const { rows } = await app.deps.pool.query<{ id: string }>(
    'select id from numbers where account_id = $1 and phone_number = $2',
    [accountId, number],
  );
  await sendTexts(app.deps, { accountId, numberId: rows[0]?.id ?? '' });
}

describe('undo', () => {
  it('takes a text back that is held', async () => {
    const [person, to, another] = [await app.signUp(), candidatePhone(), candidatePhone()];
    const text = await sendText(person, to, 'Oops', { undoSeconds: 30 });
    expect(text.status).toBe('scheduled');
    const later = await sendText(person, another, 'Later', { undoSeconds: 30 });
    const canceled = await person.call(routes.cancelMessage, { params: { id: text.id } });
    expect(canceled.status).toBe('canceled');
    await holdIsOver(person);
    await untilStatus(person, later, 'delivered');
    expect(sentTo(app, to)).toEqual([]);
    expect((await lookUp(person, text)).status).toBe('canceled');
  });

  it('is too late for a text that is on its way, or was undone', async () => {
    const sent = await untilStatus(ana, await sendText(ana, candidatePhone(), 'Hi'), 'delivered');
    const undone = await sendText(ana, candidatePhone(), 'Hi', { undoSeconds: 30 });
    await ana.call(routes.cancelMessage, { params: { id: undone.id } });
    for (const { id } of [sent, undone])
      expect(await ana.refusal(routes.cancelMessage, { params: { id } })).toBe('409 message_not_cancelable');
  });

  it('sends what was not undone', async () => {
    const text = await sendText(ana, candidatePhone(), 'Hi', { undoSeconds: 1 });
    const sent = await untilStatus(ana, text, 'delivered');
    expect(Date.parse(sent.sentAt ?? '')).toBeGreaterThanOrEqual(Date.parse(text.scheduledAt ?? ''));
  });

  it('of a text and its sending at the same time: one of them wins', async () => {
    const to = candidatePhone();
    const text = await sendText(ana, to, 'Hi', { undoSeconds: 1 });
    let answer = '';
    for (;;) {
      const { status } = await lookUp(ana, text);
      if (status !== 'scheduled') break;
      if (Date.now() >= Date.parse(text.scheduledAt ?? '')) {
        const { status: code } = await ana.ask(routes.cancelMessage, { params: { id: text.id } });
        answer = String(code);
        break;
      }
    }
    if (answer === '200') expect(sentTo(app, to)).toEqual([]);
    else await untilStatus(ana, text, 'delivered');
  });
});

describe('a text for later', () => {
  it('goes out at its time', async () => {
    const text = await sendText(ana, candidatePhone(), 'Hi', { scheduledAt: soon(1200) });
    expect(text).toMatchObject({ status: 'scheduled', sentAt: null });
    const sent = await untilStatus(ana, text, 'delivered');
    expect(Date.parse(sent.sentAt ?? '')).toBeGreaterThanOrEqual(Date.parse(text.scheduledAt ?? ''));
  });

  it.each([
    ['an hour ago', -3600_000],
    ['in two years', 2 * 366 * 24 * 3600_000],
  ])('is refused for %s', async (_, ms) => {
    const body = { to: candidatePhone(), body: 'Hi', scheduledAt: soon(ms) };
    const answer = await ana.ask(routes.sendMessage, { body });
    expect(answer).toMatchObject({ status: 422, body: { details: { fields: { scheduledAt: [/\w/] } } } });
  });
});

describe('between accepting and sending', () => {
  it('an opt-out stops the text', async () => {
    const [person, to] = [await app.signUp(), candidatePhone()];
    const text = await sendText(person, to, 'Still interested?', { undoSeconds: 30 });
    await receiveText(app, person, to, 'STOP please');
    await holdIsOver(person);
    const stopped = await untilStatus(person, text, 'failed');
    expect(stopped.errorCode).toBe('opted_out');
    expect(sentTo(app, to)).not.toContain('Still interested?');
  });

  it('a text that may mean stop stops it', async () => {
    const [person, to] = [await app.signUp(), candidatePhone()];
    const text = await sendText(person, to, 'Still interested?', { undoSeconds: 30 });
    await receiveText(app, person, to, 'please stop texting me');
    await holdIsOver(person);
    expect((await untilStatus(person, text, 'failed')).errorCode).toBe('held');
    expect(sentTo(app, to)).toEqual([]);
  });

  it('a number that is no longer linked stops it', async () => {
    const [person, to] = [await app.signUp(), candidatePhone()];
    const text = await sendText(person, to, 'Hi', { undoSeconds: 30 });
    await app.deps.pool.query(`update numbers set link_status = 'rejected' where phone_number = $1`, [
      person.number,
    ]);
    await holdIsOver(person);
    expect((await untilStatus(person, text, 'failed')).errorCode).toBe('sender_not_usable');
    expect(sentTo(app, to)).toEqual([]);
  });
});

/** Until every carrier event is processed. */
function workedIn(): Promise<void> {
  return expect
    .poll(async () => (await app.deps.pool.query('select 1 from carrier_events')).rowCount)
    .toBe(0);
}

/** Until no job runs anymore. */
function untilSettled(): Promise<void> {
  return expect
    .poll(
      async () =>
        (await app.deps.pool.query('select 1 from graphile_worker.jobs where locked_at is not null'))
          .rowCount,
    )
    .toBe(0);
}

/** Where its answer got lost, the carrier is asked at once. */
function untilCarrierId(messageId: string): Promise<string> {
  return eventuallyHurried(app, settleText, ana, async () => {
    const { rows } = await app.deps.pool.query<{ carrier_id: string | null }>(
      'select carrier_id from messages where id = $1',
      [messageId],
    );
    const sid = rows[0]?.carrier_id ?? '';
    expect(sid).not.toBe('');
    return sid;
  });
}
