import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import { eventuallyHurried } from '../../testing/hurry.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import {
  conversationWith,
  lookUp,
  receiveText,
  sendText,
  sentTo,
  untilStatus,
} from '../../testing/texting.ts';
import { startSession } from '../auth/start-session.ts';
import { settleText } from '../texting/sending/settle-text.ts';

/* What becomes of the texts that someone has written when they lose their seat, or the seat its number. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ carrier: { provesAbsenceAfterMs: 200 } });
});
afterAll(() => app.stop());

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const tomorrow = () => inMs(24 * 3600_000);

async function team(): Promise<{ ana: Recruiter; cem: Recruiter; nia: Recruiter }> {
  const ana = await app.signUp();
  return { ana, cem: await app.addColleague(ana), nia: await app.addColleague(ana) };
}

const remove = (by: Recruiter, who: Recruiter, more: object = {}) =>
  by.call(routes.removeSeatFromTeamMember, { body: { userId: who.userId, ...more } });
const counts = (by: Recruiter, seatId: string) =>
  by.call(routes.getScheduledTexts, { params: { id: seatId } });
const statusesOf = (by: Recruiter, texts: Message[]) =>
  Promise.all(texts.map(async (text) => (await lookUp(by, text)).status));
const threadOf = async (by: Recruiter, phone: string) => {
  const { items } = await by.call(routes.listConversations, { query: { assignee: 'all', search: phone } });
  return items[0];
};

describe('before someone is removed, an admin reads', () => {
  it('how many texts of theirs, and of the seat, have not gone out', async () => {
    const { ana, cem, nia } = await team();
    expect(await counts(ana, cem.seatId)).toEqual({ byPerson: 0, inThreads: 0, total: 0 });
    const [one, two, other] = [candidatePhone(), candidatePhone(), candidatePhone()];
    const own = await sendText(cem, one, 'Tomorrow at 9', { scheduledAt: tomorrow() });
    await sendText(cem, two, 'Undo me', { undoSeconds: 30 });
    await untilStatus(cem, await sendText(cem, two, 'Gone'), 'delivered');
    await ana.call(routes.sendMessage, {
      body: { conversationId: own.conversationId, body: 'Bring your papers', scheduledAt: tomorrow() },
    });
    await sendText(nia, other, 'Not theirs', { scheduledAt: tomorrow() });
    expect(await counts(ana, cem.seatId)).toEqual({ byPerson: 2, inThreads: 3, total: 3 });
    const elsewhere = await sendText(ana, candidatePhone(), 'Mine', { scheduledAt: tomorrow() });
    expect(await counts(ana, ana.seatId)).toEqual({ byPerson: 2, inThreads: 1, total: 2 });
    await ana.call(routes.cancelMessage, { params: { id: elsewhere.id } });
    expect(await counts(ana, ana.seatId)).toEqual({ byPerson: 1, inThreads: 0, total: 1 });
    expect(await cem.refusal(routes.getScheduledTexts, { params: { id: cem.seatId } })).toBe('403 forbidden');
  });
});

describe('when someone is removed from their seat, their texts', () => {
  it('go out at their time from the same number', async () => {
    const { ana, cem } = await team();
    const phone = candidatePhone();
    const text = await sendText(cem, phone, 'Your interview is at 9', { scheduledAt: inMs(1500) });
    await remove(ana, cem);
    expect((await lookUp(ana, text)).status).toBe('scheduled');
    const sent = await untilStatus(ana, text, 'delivered');
    expect(sent.sender?.id).toBe(cem.userId);
    expect(app.twilio.state.messages.find(({ to }) => to === phone)?.from).toBe(cem.number);
  });

  it('are canceled if the admin wants it; the candidate waits again, and texts of others stay', async () => {
    const { ana, cem } = await team();
    const phone = candidatePhone();
    const { id: conversationId } = await receiveText(app, cem, phone, 'When is it?');
    const later = await sendText(cem, phone, 'At 9', { scheduledAt: tomorrow() });
    const undoable = await sendText(cem, phone, 'Wait', { undoSeconds: 30 });
    expect((await threadOf(ana, phone))?.waitingSince).toBeNull();
    const elsewhere = candidatePhone();
    const seen = await receiveText(app, ana, elsewhere, 'Hello');
    await remove(ana, cem, { scheduledTexts: 'cancel' });
    expect(await statusesOf(ana, [later, undoable])).toEqual(['canceled', 'canceled']);
    expect((await lookUp(ana, later)).errorText).toBe('Canceled because the person who wrote it left.');
    expect((await threadOf(ana, phone))?.waitingSince).not.toBeNull();
    const mine = await ana.call(routes.sendMessage, {
      body: { conversationId, body: 'From Ana', scheduledAt: tomorrow() },
    });
    expect((await lookUp(ana, mine)).status).toBe('scheduled');
    expect((await conversationWith(ana, elsewhere)).id).toBe(seen.id);
    const { items } = await ana.call(routes.listAuditEvents, { query: {} });
    expect(items.find(({ action }) => action === 'person.removed')?.details).toEqual({ canceledTexts: 2 });
    expect(sentTo(app, phone)).toEqual([]);
  });

  it('go out from the number of the colleague who gets the conversations', async () => {
    const { ana, cem, nia } = await team();
    const phone = candidatePhone();
    const text = await sendText(cem, phone, 'Your interview is at 9', { scheduledAt: inMs(1500) });
    await remove(ana, cem, { threadsTo: nia.userId });
    await untilStatus(nia, text, 'delivered');
    expect(app.twilio.state.messages.find(({ to }) => to === phone)?.from).toBe(nia.number);
  });

  it('are canceled when that colleague has no number, no matter who wrote them', async () => {
    const { ana, cem, nia } = await team();
    await ana.call(routes.updateUserToNonTexter, { body: { userId: nia.userId } });
    const own = await sendText(cem, candidatePhone(), 'At 9', { scheduledAt: tomorrow() });
    const admins = await ana.call(routes.sendMessage, {
      body: { conversationId: own.conversationId, body: 'Papers', scheduledAt: tomorrow() },
    });
    await remove(ana, cem, { threadsTo: nia.userId });
    expect(await statusesOf(nia, [own, admins])).toEqual(['canceled', 'canceled']);
  });

  it('that a worker has claimed go out; when the carrier did not take them, they are canceled', async () => {
    const { ana, cem } = await team();
    const [taken, refused, behind] = [candidatePhone(), candidatePhone(), candidatePhone()];
    await untilStatus(cem, await sendText(cem, taken, 'Taken'), 'delivered');
    app.twilio.control.failNext({ kind: '429', on: 'send', to: refused, retryAfterSeconds: 1 });
    const claimed = await sendText(cem, refused, 'Claimed');
    await eventually(async () => {
      const { rows } = await app.deps.pool.query('select attempts from messages where id = $1', [claimed.id]);
      expect(rows[0]?.attempts).toBe(1);
    });
    const queued = await sendText(cem, behind, 'Behind it');
    await remove(ana, cem, { scheduledTexts: 'cancel' });
    await untilStatus(ana, claimed, 'canceled');
    await untilStatus(ana, queued, 'canceled');
    expect([sentTo(app, taken), sentTo(app, refused), sentTo(app, behind)]).toEqual([['Taken'], [], []]);
  });

  it('whose answer from the carrier got lost are canceled once it is proven that it never had them', async () => {
    const { ana, cem } = await team();
    const phone = candidatePhone();
    app.twilio.control.failNext({ kind: 'timeout', on: 'send', to: phone });
    const text = await sendText(cem, phone, 'Hi');
    await eventually(async () => expect((await lookUp(ana, text)).status).toMatch(/sending|unknown/));
    await remove(ana, cem, { scheduledTexts: 'cancel' });
    await eventuallyHurried(app, settleText, ana, async () =>
      expect(await lookUp(ana, text)).toMatchObject({ status: 'canceled', errorCode: 'sender_left' }),
    );
    expect(sentTo(app, phone)).toEqual([]);
  });

  it('are each sent once or canceled, however many go out and are written at that moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { ana, cem } = await team();
      const phones = Array.from({ length: 20 }, candidatePhone);
      const writing = phones.map(async (to, index) => {
        const more = index % 2 ? { scheduledAt: inMs(1500) } : {};
        const answer = await cem.ask(routes.sendMessage, { body: { to, body: 'Hi', ...more } });
        // Too late to be accepted at all.
        if (answer.status !== 201) expect(answer.status).toBe(401);
      });
      await writing[round * 6];
      await remove(ana, cem, { scheduledTexts: 'cancel' });
      const removedAt = app.deps.clock();
      await Promise.all(writing);
      const { rows } = await eventually(async () => {
        const found = await app.deps.pool.query<{ to: string; status: string; claimedAt: Date | null }>(
          `select candidate_number as "to", status, claimed_at as "claimedAt" from messages where account_id = $1`,
          [ana.accountId],
        );
        expect(found.rows.filter(({ status }) => !['delivered', 'canceled'].includes(status))).toEqual([]);
        return found;
      });
      for (const { to, status, claimedAt } of rows) {
        expect(sentTo(app, to)).toEqual(status === 'delivered' ? ['Hi'] : []);
        if (claimedAt !== null) expect(claimedAt.getTime()).toBeLessThanOrEqual(removedAt.getTime());
      }
    }
  });

  it('were canceled, and stay so, when they come back; what they write then goes out', async () => {
    const { ana, cem } = await team();
    const text = await sendText(cem, candidatePhone(), 'At 9', { scheduledAt: inMs(1500) });
    await remove(ana, cem, { scheduledTexts: 'cancel' });
    const { email } = (await ana.call(routes.getFormerMembers, {}))[0] ?? { email: '' };
    const body = { email, seatId: cem.seatId };
    expect(await ana.call(routes.inviteUser, { body })).toEqual({ status: 'ok' });
    expect((await lookUp(ana, text)).status).toBe('canceled');
    const { accountId, userId } = cem;
    const { id_token } = await startSession(app.deps.db, { accountId, userId, userAgent: null }, app.deps);
    const back = { ...cem, ...app.client(id_token) };
    await untilStatus(ana, await sendText(back, candidatePhone(), 'Hello again'), 'delivered');
  });
});

describe("when a hiring manager's seat is transferred, the texts of the one so far", () => {
  it.each([
    [undefined, 'scheduled'],
    ['send', 'scheduled'],
    ['cancel', 'canceled'],
  ] as const)('with %s are %s', async (scheduledTexts, status) => {
    const { ana, cem } = await team();
    await app.deps.pool.query(`update seats set seat_role = 'hiringManager' where id = $1`, [cem.seatId]);
    const text = await sendText(cem, candidatePhone(), 'At 9', { scheduledAt: tomorrow() });
    const to = { email: `heir-${scheduledTexts}@example.com`, firstName: 'Nia', lastName: 'Okoro' };
    await ana.call(routes.transferHiringManagerSeat, {
      params: { id: cem.seatId },
      body: { ...to, scheduledTexts },
    });
    expect((await lookUp(ana, text)).status).toBe(status);
  });
});

describe('when the number goes away, what was to go out from it is canceled at once', () => {
  const removable = async () => {
    const { ana, cem, nia } = await team();
    const text = await sendText(cem, candidatePhone(), 'At 9', { scheduledAt: tomorrow() });
    const others = await sendText(nia, candidatePhone(), 'At 10', { scheduledAt: tomorrow() });
    return { ana, cem, nia, text, others };
  };

  it('because the person becomes a non-texter', async () => {
    const { ana, cem, text, others } = await removable();
    await ana.call(routes.updateUserToNonTexter, { body: { userId: cem.userId } });
    expect(await statusesOf(ana, [text, others])).toEqual(['canceled', 'scheduled']);
    expect((await lookUp(ana, text)).errorCode).toBe('number_given_up');
  });

  it('because the free seat is removed, also what a former member had left', async () => {
    const { ana, cem, text, others } = await removable();
    await ana.call(routes.purchaseSeats, { body: { quantity: 1 } });
    await remove(ana, cem);
    expect(await counts(ana, cem.seatId)).toEqual({ byPerson: 0, inThreads: 1, total: 1 });
    await ana.call(routes.removeSeat, { body: { seatId: cem.seatId } });
    expect(await statusesOf(ana, [text, others])).toEqual(['canceled', 'scheduled']);
  });

  it('because the plan has fewer seats', async () => {
    const { ana, cem, nia, text } = await removable();
    await remove(ana, cem);
    await remove(ana, nia);
    const plan = { accountType: 'personal', planType: 'monthly' } as const;
    await ana.call(routes.changePlan, { body: plan });
    expect((await lookUp(ana, text)).status).toBe('canceled');
  });

  it('because a non-texter is invited to the seat', async () => {
    const { ana, cem, text } = await removable();
    await remove(ana, cem);
    const body = { email: 'quiet@example.com', seatId: cem.seatId, seatType: 'nonTexter' } as const;
    await ana.call(routes.inviteUser, { body });
    expect((await lookUp(ana, text)).status).toBe('canceled');
  });
});

it('who deletes their own account takes along what a busy carrier had given back', async () => {
  const { ana, cem } = await team();
  const phone = candidatePhone();
  app.twilio.control.failNext({ kind: '429', on: 'send', to: phone, retryAfterSeconds: 1 });
  const text = await sendText(cem, phone, 'Hi');
  await eventually(async () => {
    const { rows } = await app.deps.pool.query('select attempts from messages where id = $1', [text.id]);
    expect(rows[0]?.attempts).toBe(1);
  });
  await app.deps.pool.query('update users set deletes_at = now() where id = $1', [cem.userId]);
  await untilStatus(ana, text, 'canceled');
  expect(sentTo(app, phone)).toEqual([]);
});
