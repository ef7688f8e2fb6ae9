import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { makePrepaid, turnOnBilling } from '../../../testing/billing.ts';
import { mailsTo } from '../../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import {
  conversationWith,
  lookUp,
  receiveText,
  sendText,
  sentTo,
  untilStatus,
} from '../../../testing/texting.ts';
import { runLookAtHeld } from '../../automations/mail-held.ts';
import { remainingTexts } from '../../billing/ledger/ledger.ts';
import { receiveBatch } from '../receiving/receive-events.ts';
import { claimText } from './claim-text.ts';
import { runSweepTexts } from './sweep-texts.ts';

/* Texts that a person has scheduled: what changes them, what cancels them, and what holds them. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  turnOnBilling(app);
});
afterAll(() => app.stop());
afterEach(() => app.clock.reset());

const HOUR = 3600_000;
const inMs = (ms: number) => new Date(app.clock().getTime() + ms).toISOString();
const query = async (text: string, values: unknown[] = []) => (await app.deps.pool.query(text, values)).rows;
const left = ({ accountId }: Recruiter) => remainingTexts(app.deps.db, accountId);
/** Has a body of so many segments. */
const long = (segments: number) => 'word '.repeat(30 * segments).trim();

const later = (person: Recruiter, to: string, more: object = {}) =>
  person.call(routes.sendMessage, { body: { to, body: 'See you then', scheduledAt: inMs(HOUR), ...more } });
const change = (person: Recruiter, { id }: Message, body: object) =>
  person.call(routes.updateMessage, { params: { id }, body });
const refusal = (person: Recruiter, { id }: Message, body: object) =>
  person.refusal(routes.updateMessage, { params: { id }, body });
const sendNow = (person: Recruiter, { id }: Message) =>
  // A body is for answers to what the sender was asked.
  person.call(routes.sendMessageNow, { params: { id }, body: undefined });
const heldNews = async (person: Recruiter) =>
  (await person.call(routes.listNotifications, {})).items.filter(({ type }) => type === 'held');
const listed = async (person: Recruiter, more: object = {}) =>
  person.call(routes.listScheduledMessages, { query: more });

describe('scheduling', () => {
  it.each<[string, () => string]>([
    ['in the past', () => inMs(-2 * 60_000)],
    ['more than a year ahead', () => inMs(367 * 24 * HOUR)],
    ['that is no date', () => 'tomorrow at nine'],
    ['that no calendar has', () => '2027-02-30T09:00:00.000Z'],
  ])('for a time %s is refused', async (_, scheduledAt) => {
    const ana = await app.signUp();
    const body = { to: candidatePhone(), body: 'Hi', scheduledAt: scheduledAt() };
    expect((await ana.ask(routes.sendMessage, { body })).status).toBe(422);
    const text = await later(ana, body.to);
    expect((await ana.ask(routes.updateMessage, { params: { id: text.id }, body })).status).toBe(422);
  });

  it('is canceled by an answer unless it should not be; a text for now has nothing to cancel', async () => {
    const ana = await app.signUp();
    const to = candidatePhone();
    expect(await later(ana, to)).toMatchObject({ cancelIfAnswered: true, heldReason: null });
    expect((await later(ana, to, { cancelIfAnswered: false })).cancelIfAnswered).toBe(false);
    expect((await sendText(ana, to, 'Hi', { undoSeconds: 30 })).cancelIfAnswered).toBe(false);
  });
});

describe('the list', () => {
  it('has what one has scheduled, due first, in pages, with the candidate, and not what can still be undone', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const to = candidatePhone();
    const [second, first] = [
      await later(ana, to, { scheduledAt: inMs(2 * HOUR) }),
      await later(ana, candidatePhone()),
    ];
    await sendText(ana, to, 'Wait', { undoSeconds: 30 });
    await later(cem, candidatePhone());
    const { items, nextCursor } = await listed(ana, { limit: 1 });
    expect(items.map(({ id }) => id)).toEqual([first.id]);
    const rest = await listed(ana, { limit: 1, cursor: nextCursor ?? '' });
    expect(rest.items.map(({ id }) => id)).toEqual([second.id]);
    expect(rest.items[0]?.candidate.id).toBe((await conversationWith(ana, to)).candidate.id);
    expect(rest.nextCursor).toBeNull();
  });

  it('leaves out those of conversations that one may no longer see', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const text = await later(cem, candidatePhone());
    expect((await listed(cem)).items).toHaveLength(1);
    await query('update conversations set assignee_id = $2, seat_id = $3 where id = $1', [
      text.conversationId,
      ana.userId,
      ana.seatId,
    ]);
    expect((await listed(cem)).items).toEqual([]);
    expect(await refusal(cem, text, { body: 'Hi' })).toBe('404 not_found');
  });
});

describe('an answer', () => {
  it('cancels what waits for one, gives back its segments, and the first question waits again', async () => {
    const ana = await app.signUp();
    await makePrepaid(app, ana, 6);
    const to = candidatePhone();
    const asked = await receiveText(app, ana, to, 'When is it?');
    const [text, kept, undoable] = [
      await later(ana, to, { body: long(2) }),
      await later(ana, to, { cancelIfAnswered: false }),
      await sendText(ana, to, 'Wait', { undoSeconds: 30 }),
    ];
    const elsewhere = await later(ana, candidatePhone());
    expect(await left(ana)).toBe(1);
    await query('update messages set status = $2, error_code = $3, send_after = null where id = any($1)', [
      [kept.id, undoable.id],
      'canceled',
      'sender_left',
    ]);
    await receiveText(app, ana, to, 'Never mind, I found it');
    expect(await lookUp(ana, text)).toMatchObject({
      status: 'canceled',
      errorCode: 'answered',
      errorText: 'Canceled because the candidate texted first.',
    });
    expect(await left(ana)).toBe(3);
    expect((await conversationWith(ana, to)).waitingSince).toBe(asked.waitingSince);
    expect((await lookUp(ana, elsewhere)).status).toBe('scheduled');
    expect((await listed(ana)).items.map(({ id }) => id)).toEqual([elsewhere.id]);
  });

  it('leaves what need not wait for one', async () => {
    const ana = await app.signUp();
    const to = candidatePhone();
    const texts = [
      await later(ana, to, { cancelIfAnswered: false }),
      await sendText(ana, to, 'Wait', { undoSeconds: 30 }),
    ];
    await receiveText(app, ana, to, 'I will be there');
    for (const text of texts) expect((await lookUp(ana, text)).status).toBe('scheduled');
  });
});

describe('a STOP', () => {
  it('holds it at once; it can only be canceled', async () => {
    const ana = await app.signUp();
    const to = candidatePhone();
    await receiveText(app, ana, to, 'Hi');
    const text = await later(ana, to);
    await receiveText(app, ana, to, 'STOP');
    expect(await lookUp(ana, text)).toMatchObject({ status: 'scheduled', heldReason: 'opted_out' });
    expect(await heldNews(ana)).toMatchObject([
      { text: expect.stringMatching(/^Your text to .+ is held: they opted out of texts\.$/), readAt: null },
    ]);
    const { id } = text;
    expect(await ana.refusal(routes.sendMessageNow, { params: { id }, body: {} })).toBe('403 opted_out');
    expect(await refusal(ana, text, { scheduledAt: inMs(HOUR) })).toBe('403 opted_out');
    app.clock.advance(2 * HOUR);
    expect((await ana.call(routes.cancelMessage, { params: { id } })).status).toBe('canceled');
    expect((await listed(ana)).items).toEqual([]);
    expect((await heldNews(ana))[0]?.readAt).not.toBeNull();
    expect(sentTo(app, to)).not.toContain('See you then');
  });

  it('that a person decided and undid leaves it scheduled', async () => {
    const ana = await app.signUp();
    const to = candidatePhone();
    const text = await later(ana, to, { cancelIfAnswered: false });
    const { id } = await receiveText(app, ana, to, 'please stop texting me');
    await ana.call(routes.reviewHold, { params: { id }, body: { optOut: true, undoSeconds: 10 } });
    expect((await lookUp(ana, text)).heldReason).toBe('opted_out');
    expect((await heldNews(ana))[0]?.readAt).toBeNull();
    await ana.call(routes.undoReview, { params: { id } });
    expect((await lookUp(ana, text)).heldReason).toBeNull();
    expect((await heldNews(ana))[0]?.readAt).not.toBeNull();
  });
});

describe('what may no longer go out when it is due', () => {
  it('is held, the candidate waits again, and its author edits it and sends it at another time', async () => {
    const ana = await app.signUp();
    const to = candidatePhone();
    const { waitingSince } = await receiveText(app, ana, to, 'When?');
    const text = await later(ana, to);
    expect((await conversationWith(ana, to)).waitingSince).toBeNull();
    const numbers = (status: string) =>
      query('update numbers set link_status = $2 where account_id = $1', [ana.accountId, status]);
    await numbers('linking');
    app.clock.advance(HOUR + 1000);
    await eventually(async () =>
      expect((await listed(ana)).items).toMatchObject([
        { id: text.id, status: 'scheduled', heldReason: 'number_not_linked' },
      ]),
    );
    const held = await conversationWith(ana, to);
    expect(held).toMatchObject({ waitingSince, lastMessage: { id: text.id, isHeld: true } });
    expect(await refusal(ana, text, { scheduledAt: inMs(HOUR) })).toBe('409 number_not_linked');
    await numbers('linked');
    expect(await change(ana, text, { body: 'At nine' })).toMatchObject({
      body: 'At nine',
      heldReason: 'number_not_linked',
    });
    const scheduledAt = inMs(HOUR);
    expect(await change(ana, text, { scheduledAt })).toMatchObject({ scheduledAt, heldReason: null });
    expect((await conversationWith(ana, to)).waitingSince).toBeNull();
    app.clock.advance(HOUR + 1000);
    await untilStatus(ana, text, 'delivered');
    expect(sentTo(app, to)).toEqual(['At nine']);
  });

  it('is held where a payment is overdue for too long, and gives its segments back', async () => {
    const ana = await app.signUp();
    await makePrepaid(app, ana, 2);
    const text = await later(ana, candidatePhone());
    await query('update accounts set sending_stopped_at = $2 where id = $1', [ana.accountId, app.clock()]);
    app.clock.advance(26 * HOUR);
    await eventually(async () => {
      await runSweepTexts(app.deps);
      expect((await lookUp(ana, text)).heldReason).toBe('payment_overdue');
    });
    expect(await left(ana)).toBe(2);
    expect(await ana.refusal(routes.sendMessageNow, { params: { id: text.id }, body: {} })).toBe(
      '402 payment_overdue',
    );
  });
});

describe('people whose texts are held', () => {
  it('get one mail about all of them, unless they want none, and find them before those that are due', async () => {
    const ana = await app.signUp();
    const { email } = await ana.call(routes.getUser, {});
    const mails = async () =>
      (await mailsTo(app, email)).filter(({ subject }) => subject === 'Texts that you scheduled are held');
    const phones = [candidatePhone(), candidatePhone()];
    const soon = await later(ana, candidatePhone());
    const held = [];
    for (const to of phones) held.push(await later(ana, to, { scheduledAt: inMs(2 * HOUR) }));
    for (const to of phones) await receiveText(app, ana, to, 'STOP');
    const ids = [...held, soon].map(({ id }) => id);
    expect((await listed(ana)).items.map(({ id }) => id)).toEqual(ids);
    const { items, nextCursor } = await listed(ana, { limit: 1 });
    const rest = (await listed(ana, { limit: 5, cursor: nextCursor ?? '' })).items;
    expect([...items, ...rest].map(({ id }) => id)).toEqual(ids);

    await runLookAtHeld(app.deps);
    await eventually(async () => expect(await mails()).toHaveLength(1));
    const [mail] = await mails();
    expect(mail?.text.match(/is held: they opted out of texts\./g)).toHaveLength(2);
    expect(mail?.text).toContain('/dashboard/scheduled');
    await ana.call(routes.updateUser, { body: { automationReminder: false } });
    const to = candidatePhone();
    await later(ana, to);
    await receiveText(app, ana, to, 'STOP');
    app.clock.advance(HOUR);
    await runLookAtHeld(app.deps);
    await eventually(async () =>
      expect(await query('select from notifications where user_id = $1 and mail_due', [ana.userId])).toEqual(
        [],
      ),
    );
    expect(await mails()).toHaveLength(1);
  });
});

describe('before it is sent, its author decides', () => {
  it('whether it goes although the company has texted them often; it does not count for itself', async () => {
    const ana = await app.signUp();
    await ana.call(routes.updateAccount, { body: { coldTextsPerWeek: 1 } });
    const to = candidatePhone();
    const text = await later(ana, to, { scheduledAt: inMs(20 * 24 * HOUR) });
    await change(ana, text, { scheduledAt: inMs(21 * 24 * HOUR) });
    await untilStatus(ana, await sendText(ana, to, 'Hi'), 'delivered');
    app.clock.advance(HOUR);
    expect(await refusal(ana, text, { scheduledAt: inMs(24 * HOUR) })).toBe('409 too_many_cold_texts');
    const params = { id: text.id };
    expect(await ana.refusal(routes.sendMessageNow, { params, body: {} })).toBe('409 too_many_cold_texts');
    await ana.call(routes.sendMessageNow, { params, body: { evenIfTooMany: true } });
    await untilStatus(ana, text, 'delivered');
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'candidate.textedAnyway' } });
    expect(items).toHaveLength(1);
  });
});

describe('changing it', () => {
  it('keeps what is not given, fills in what is written, and takes or gives back segments', async () => {
    const ana = await app.signUp();
    await makePrepaid(app, ana, 4);
    const to = candidatePhone();
    const text = await later(ana, to, { body: long(3) });
    expect(await left(ana)).toBe(1);
    const { scheduledAt } = text;
    const short = await change(ana, text, { body: 'I am {{recruiter.firstName}}', cancelIfAnswered: false });
    expect(short).toMatchObject({ segments: 1, scheduledAt, cancelIfAnswered: false });
    expect(short.body).toMatch(/^I am \w+$/);
    expect(await left(ana)).toBe(3);
    expect(await refusal(ana, text, { body: long(5) })).toBe('402 no_texts_left');
    expect(await lookUp(ana, text)).toEqual(short);
    expect(await left(ana)).toBe(3);
    await change(ana, text, { body: long(4) });
    await sendNow(ana, text);
    await untilStatus(ana, text, 'delivered');
    expect(await left(ana)).toBe(0);
  });

  it('needs words or a file, and can change the files', async () => {
    const ana = await app.signUp();
    const text = await later(ana, candidatePhone());
    expect(
      (await ana.ask(routes.updateMessage, { params: { id: text.id }, body: { body: ' ' } })).status,
    ).toBe(422);
    const unknown = { mediaIds: [app.deps.newId()] };
    expect((await ana.ask(routes.updateMessage, { params: { id: text.id }, body: unknown })).status).toBe(
      422,
    );
    const mediaId = app.deps.newId();
    await query(
      `insert into media (account_id, id, status, content_type, bytes, uploaded_by)
       values ($1, $2, 'stored', 'image/png', 3, $3)`,
      [ana.accountId, mediaId, ana.userId],
    );
    const pictured = await change(ana, text, { body: '', mediaIds: [mediaId] });
    expect(pictured.media.map(({ id }) => id)).toEqual([mediaId]);
    expect((await change(ana, text, { mediaIds: [mediaId], body: 'Look' })).media).toHaveLength(1);
    expect((await change(ana, text, { mediaIds: [] })).media).toEqual([]);
  });

  it('is for its author, and only while it is scheduled', async () => {
    const ana = await app.signUp();
    const [cem, nia] = [await app.addColleague(ana), await app.addColleague(ana)];
    const text = await later(cem, candidatePhone());
    const { id } = text;
    for (const [who, answer] of [
      [ana, '403 forbidden'],
      [nia, '404 not_found'],
    ] as const) {
      expect(await refusal(who, text, { body: 'Hi' })).toBe(answer);
      expect(await who.refusal(routes.sendMessageNow, { params: { id }, body: {} })).toBe(answer);
    }
    expect((await sendNow(cem, text)).scheduledAt).toBeNull();
    await untilStatus(cem, text, 'delivered');
    expect(await refusal(cem, text, { body: 'Hi' })).toBe('409 message_not_scheduled');
    expect(await cem.refusal(routes.sendMessageNow, { params: { id }, body: {} })).toBe(
      '409 message_not_scheduled',
    );
  });
});

describe('at the same moment', () => {
  let still: TestApp;
  let ana: Recruiter;
  beforeAll(async () => {
    // Nothing is sent or received but here.
    still = await startTestApp({ variables: { ROLES: 'web' } });
    ana = await still.signUp();
  });
  afterAll(() => still.stop());

  const rows = async (text: string, values: unknown[]) => (await still.deps.pool.query(text, values)).rows;
  async function due(to = candidatePhone()) {
    const scheduledAt = new Date(Date.now() + HOUR).toISOString();
    const text = await sendText(ana, to, 'See you then', { scheduledAt });
    await rows('update messages set send_after = $2, scheduled_at = $2 where id = $1', [
      text.id,
      new Date(Date.now() - 1000),
    ]);
    await rows('update numbers set next_send_at = $2 where account_id = $1', [
      ana.accountId,
      new Date(Date.now() - 1000),
    ]);
    const [{ number_id: numberId }] = await rows('select number_id from messages where id = $1', [text.id]);
    return { text, claim: () => claimText(still.deps, { accountId: ana.accountId, numberId }) };
  }

  it.each<[string, (id: string) => Promise<{ status: number }>]>([
    [
      'a change',
      (id) =>
        ana.ask(routes.updateMessage, {
          params: { id },
          body: { body: 'Later', scheduledAt: new Date(Date.now() + HOUR).toISOString() },
        }),
    ],
    ['canceling', (id) => ana.ask(routes.cancelMessage, { params: { id } })],
  ])('%s and the dispatcher: one of them has it', async (_, act) => {
    for (let round = 0; round < 10; round += 1) {
      const { text, claim } = await due();
      const acting = () => act(text.id);
      const [answer, claimed] =
        round % 2 === 0
          ? await Promise.all([acting(), claim()])
          : await Promise.all([claim(), acting()]).then(([one, other]) => [other, one] as const);
      const isClaimed = typeof claimed === 'object' && 'text' in claimed && claimed.text.id === text.id;
      expect(answer.status).toBe(isClaimed ? 409 : 200);
      const [row] = await rows('select status from messages where id = $1', [text.id]);
      expect(row.status === 'sending').toBe(isClaimed);
    }
  });

  it('an answer and the dispatcher: one of them has it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const to = candidatePhone();
      const { text, claim } = await due(to);
      await still.twilio.control.inbound(to, ana.number, 'I found it');
      const [, claimed] = await Promise.all([receiveBatch(still.deps), claim()]);
      await receiveBatch(still.deps);
      const isClaimed = typeof claimed === 'object' && 'text' in claimed && claimed.text.id === text.id;
      const [row] = await rows('select status from messages where id = $1', [text.id]);
      expect(row.status).toBe(isClaimed ? 'sending' : 'canceled');
      expect((await claim()) === 'nothing due').toBe(true);
    }
  });
});
