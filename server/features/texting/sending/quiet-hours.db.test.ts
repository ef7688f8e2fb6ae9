import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
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

/* Candidates are in Chicago: six hours behind UTC in January, to be texted from 8 to 21 o'clock. */

const AT_NIGHT = '2026-01-12T09:00:00.000Z';
const NEXT_MORNING = '2026-01-12T14:00:00.000Z';
const NOON = '2026-01-12T18:00:00.000Z';
const EVENING = '2026-01-13T02:59:00.000Z';
const THE_DAY_AFTER = '2026-01-13T14:00:00.000Z';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'required' } });
});
// Their own number: the clock jumps back, and a number that has sent something waits for its turn.
beforeEach(async () => {
  app.clock.jumpTo('2026-01-12T08:00:00.000Z');
  ana = await app.signUp();
});
afterAll(() => app.stop());

const MINUTE = 60_000;

function jumpPast(iso: string): void {
  app.clock.jumpTo(iso);
  app.clock.advance(MINUTE);
}

function untilScheduled(text: Message, at: string): Promise<void> {
  return eventually(async () => expect((await lookUp(ana, text)).scheduledAt).toBe(at));
}

describe('at three in the morning', () => {
  it('a text is refused, with the time when it may be sent', async () => {
    app.clock.jumpTo(AT_NIGHT);
    const to = candidatePhone();
    const answer = await ana.ask(routes.sendMessage, { body: { to, body: 'Hi' } });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'quiet_hours', details: { nextSendAt: NEXT_MORNING } },
    });
    const { items } = await ana.call(routes.listCandidates, { query: { search: to } });
    expect(items).toEqual([]);
  });

  it('a text for the morning is accepted, and goes out then', async () => {
    app.clock.jumpTo(AT_NIGHT);
    const to = candidatePhone();
    const early = { body: { to, body: 'Hi', scheduledAt: '2026-01-12T13:59:59.000Z' } };
    expect(await ana.refusal(routes.sendMessage, early)).toBe('409 quiet_hours');
    const text = await sendText(ana, to, 'Good morning', { scheduledAt: NEXT_MORNING });
    jumpPast(NEXT_MORNING);
    await untilStatus(ana, text, 'delivered');
    expect(sentTo(app, to)).toEqual(['Good morning']);
  });

  it('the clock of the candidate counts, if they have given it', async () => {
    app.clock.jumpTo(AT_NIGHT);
    const phoneNumber = candidatePhone();
    const abroad = { firstName: 'Ben', lastName: 'Ito', phoneNumber, timezone: 'Europe/Berlin' };
    const candidate = await ana.call(routes.createCandidate, { body: abroad });
    const text = await ana.call(routes.sendMessage, { body: { candidateId: candidate.id, body: 'Hi' } });
    await untilStatus(ana, text, 'delivered');
  });

  it('a candidate who has just written may be answered, for an hour', async () => {
    app.clock.jumpTo(AT_NIGHT);
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'I can not sleep. Is the job still open?');
    const { id } = await conversationWith(ana, phone);
    const params = { id };
    expect((await ana.call(routes.getSendability, { params })).canTextNow).toBe(true);
    await untilStatus(ana, await sendText(ana, phone, 'It is!'), 'delivered');
    app.clock.advance(59 * MINUTE);
    await untilStatus(ana, await sendText(ana, phone, 'Good night.'), 'delivered');
    app.clock.advance(2 * MINUTE);
    expect(await ana.refusal(routes.sendMessage, { body: { to: phone, body: 'Hi' } })).toBe(
      '409 quiet_hours',
    );
    expect(await ana.call(routes.getSendability, { params })).toEqual({
      canTextNow: false,
      reasons: ['quiet_hours'],
      numberChange: null,
      nextSendAt: NEXT_MORNING,
      timezone: 'America/Chicago',
    });
  });

  it('before the first text to someone, it is shown whose clock applies', async () => {
    app.clock.jumpTo(AT_NIGHT);
    const phoneNumber = candidatePhone();
    const atNight = {
      canTextNow: false,
      reasons: ['quiet_hours'],
      numberChange: null,
      nextSendAt: NEXT_MORNING,
    };
    expect(await ana.call(routes.getSendabilityTo, { query: { to: phoneNumber } })).toEqual({
      ...atNight,
      timezone: 'America/Chicago',
    });
    const named = { firstName: 'Ben', lastName: 'Ito', phoneNumber, timezone: 'America/Winnipeg' };
    const { id: candidateId } = await ana.call(routes.createCandidate, { body: named });
    expect(await ana.call(routes.getSendabilityTo, { query: { candidateId } })).toEqual({
      ...atNight,
      timezone: 'America/Winnipeg',
    });
  });

  it('an opt-out is confirmed all the same', async () => {
    app.clock.jumpTo(AT_NIGHT);
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'STOP please');
    await eventually(() => expect(sentTo(app, phone)).toHaveLength(1));
  });
});

describe('a text whose hour has passed before it was sent', () => {
  it('waits for the next morning, may be undone until then, and goes out once', async () => {
    app.clock.jumpTo(NOON);
    const [to, undone] = [candidatePhone(), candidatePhone()];
    const texts = [
      await sendText(ana, to, 'Tomorrow at nine?', { scheduledAt: EVENING }),
      await sendText(ana, undone, 'Tomorrow at nine?', { scheduledAt: EVENING }),
    ] as const;
    // Nothing ran for half an hour.
    jumpPast('2026-01-13T03:30:00.000Z');
    await untilScheduled(texts[0], THE_DAY_AFTER);
    await untilScheduled(texts[1], THE_DAY_AFTER);
    expect((await lookUp(ana, texts[0])).status).toBe('scheduled');
    expect(sentTo(app, to)).toEqual([]);
    await ana.call(routes.cancelMessage, { params: { id: texts[1].id } });

    jumpPast(THE_DAY_AFTER);
    await untilStatus(ana, texts[0], 'delivered');
    expect(sentTo(app, to)).toEqual(['Tomorrow at nine?']);
    expect(sentTo(app, undone)).toEqual([]);
  });

  it('no longer answers what was written hours ago', async () => {
    app.clock.jumpTo(NOON);
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Hi');
    const text = await sendText(ana, phone, 'Tomorrow at nine?', { scheduledAt: EVENING });
    jumpPast('2026-01-13T03:30:00.000Z');
    await untilScheduled(text, THE_DAY_AFTER);
    expect(sentTo(app, phone)).toEqual([]);
  });

  it('was an answer to what had just been written, and isn’t after an hour', async () => {
    app.clock.jumpTo(AT_NIGHT);
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Is anybody there?');
    const text = await sendText(ana, phone, 'I am!', { scheduledAt: '2026-01-12T09:30:00.000Z' });
    // Nothing ran for an hour.
    jumpPast('2026-01-12T10:30:00.000Z');
    await untilScheduled(text, NEXT_MORNING);
    expect(sentTo(app, phone)).toEqual([]);
  });
});

it('no one is kept waiting where texts reach no people and nothing is required', async () => {
  const relaxed = await startTestApp();
  relaxed.clock.jumpTo(AT_NIGHT);
  const person = await relaxed.signUp();
  await untilStatus(person, await sendText(person, candidatePhone(), 'Hi'), 'delivered');
  await relaxed.stop();
});
