import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../contract/candidates.ts';
import * as routes from '../../../../contract/routes.ts';
import { type TimeOffer, USUAL_HOURS } from '../../../../contract/time-offers.ts';
import { inTransaction } from '../../../db/connection.ts';
import { byInterview } from '../../../mail/outside-mail.ts';
import { eventuallyHurried } from '../../../testing/hurry.ts';
import { mailsTo, newMail } from '../../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { receiveText, sendText, sentTo } from '../../../testing/texting.ts';
import { asksByPerson } from '../calendars/ask-calendars.ts';
import { interviewChanged } from '../interviews/save-interview.ts';
import { answerOffer } from './answer-offer.ts';
import { mailCandidate } from './mail-candidate.ts';

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;
let eve: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'off' } });
  ana = await app.signUp();
  cem = await app.addColleague(ana);
  eve = await app.addColleague(ana);
});
afterAll(() => app.stop());

const DAY = 24 * 3600_000;
const NO_ID = '01890000-0000-7000-8000-000000000000';

const newCandidate = (fields: object = {}, person = ana): Promise<Candidate> =>
  person.call(routes.createCandidate, {
    body: {
      firstName: 'Ben',
      lastName: 'Ito',
      phoneNumber: candidatePhone(),
      timezone: 'America/Denver',
      ...fields,
    },
  });

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

async function freeOf(person: Recruiter, candidateId: string): Promise<string[]> {
  const { items } = await person.call(routes.listFreeTimes, {
    query: { candidateId, minutes: 30, from: inDays(0), to: inDays(14) },
  });
  return items.map(({ startsAt }) => startsAt);
}

/** Far enough apart. */
async function threeOf(person: Recruiter, candidateId: string): Promise<string[]> {
  const [one = '', ...more] = await freeOf(person, candidateId);
  const two = more.find((at) => Date.parse(at) - Date.parse(one) > DAY) ?? '';
  const three = more.find((at) => Date.parse(at) - Date.parse(two) > DAY) ?? '';
  return [one, two, three];
}

async function offer(person: Recruiter, candidate: Candidate, more: object = {}): Promise<TimeOffer> {
  const times = await threeOf(person, candidate.id);
  return person.call(routes.createTimeOffer, {
    body: { candidateId: candidate.id, title: 'Phone screen', minutes: 30, times, ...more },
  });
}

/** As it is processed with what the candidate writes. */
function answer(of: TimeOffer, body: string): Promise<boolean> {
  return inTransaction(app.deps.db, (tx) =>
    answerOffer(tx, {
      accountId: ana.accountId,
      candidateId: of.candidateId,
      offerId: of.id,
      body,
      isAskedSince: false,
      at: app.deps.clock(),
    }),
  );
}

async function look(of: { candidateId: string; id: string }): Promise<TimeOffer> {
  const { items } = await ana.call(routes.listTimeOffers, {
    query: { candidateId: of.candidateId, limit: 100 },
  });
  const found = items.find(({ id }) => id === of.id);
  if (found === undefined) throw new Error('The offer is not listed');
  return found;
}

const untilStatus = (of: TimeOffer, status: TimeOffer['status']) =>
  eventually(async () => {
    const found = await look(of);
    expect(found.status).toBe(status);
    return found;
  });

/** Changes of interviews are sent a minute later. */
const hurried = <T>(assert: () => T | Promise<T>) => eventuallyHurried(app, interviewChanged, ana, assert);

const interviewsOf = async ({ candidateId }: TimeOffer) =>
  (await ana.call(routes.listInterviews, { query: { candidateId, limit: 100 } })).items;

it('asks calendars as often as other calls do, at most', async () => {
  const { id: candidateId } = await newCandidate();
  const query = { candidateId, minutes: 30, from: inDays(0), to: inDays(1) };
  for (let asks = 0; asks < 60; asks += 1) await app.deps.rateLimits.consume(asksByPerson, eve.userId);
  expect(await eve.refusal(routes.listFreeTimes, { query })).toMatch(/^429 /);
  const body = { candidateId, minutes: 30, times: [inDays(2)] };
  expect(await eve.refusal(routes.createTimeOffer, { body })).toMatch(/^429 /);
});

describe('working hours', () => {
  it('are the usual ones until they are changed', async () => {
    const usual = await cem.call(routes.getWorkingHours, {});
    expect(usual).toMatchObject({ timezone: 'America/New_York', minutesBetween: 15, earliestHours: 4 });
    expect(usual.days.map(({ day }) => day)).toEqual([
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'friday',
    ]);
    const changed = {
      days: [{ day: 'saturday' as const, from: '10:00', to: '11:00' }],
      minutesBetween: 0,
      earliestHours: 0,
    };
    for (let times = 0; times < 2; times += 1)
      expect(await cem.call(routes.updateWorkingHours, { body: changed })).toEqual({
        ...changed,
        timezone: usual.timezone,
      });
    const { id } = await newCandidate();
    const free = await freeOf(cem, id);
    expect(free.length).toBeGreaterThan(0);
    for (const at of free) expect(new Date(at).getUTCDay()).toBe(6);
    expect(await ana.call(routes.getWorkingHours, {})).toMatchObject({ minutesBetween: 15 });
    await cem.call(routes.updateWorkingHours, { body: USUAL_HOURS });
  });

  it.each<[string, object, string]>([
    ['an end before its start', { days: [{ day: 'monday', from: '12:00', to: '09:00' }] }, 'days.0.to'],
    ['a time that no clock shows', { days: [{ day: 'monday', from: '25:00', to: '26:00' }] }, 'days.0.from'],
    [
      'a day twice',
      {
        days: [
          { day: 'monday', from: '09:00', to: '10:00' },
          { day: 'monday', from: '11:00', to: '12:00' },
        ],
      },
      'days',
    ],
    ['too much between', { minutesBetween: 121 }, 'minutesBetween'],
  ])('are refused with %s', async (_, more, field) => {
    const body = { days: [], minutesBetween: 0, earliestHours: 0, ...more } as never;
    expect(await ana.ask(routes.updateWorkingHours, { body })).toMatchObject({
      status: 422,
      body: { details: { fields: { [field]: [expect.any(String)] } } },
    });
  });
});

describe('an offer', () => {
  it('texts the candidate the times in their zone, and holds them', async () => {
    const candidate = await newCandidate();
    const made = await offer(ana, candidate);
    expect(made).toMatchObject({
      candidateId: candidate.id,
      status: 'open',
      timezone: 'America/Denver',
      title: 'Phone screen',
      times: [
        { number: 1, held: true },
        { number: 2, held: true },
        { number: 3, held: true },
      ],
      can: { withdraw: true },
    });
    const query = { candidateId: candidate.id, times: made.times.map(({ startsAt }) => startsAt).join(',') };
    const preview = await ana.call(routes.previewTimeOffer, { query });
    expect(made.body).toBe(preview.body);
    expect(preview.options).toHaveLength(3);
    expect(made.body).toMatch(/Reply 1, 2 or 3 \(Mountain time\)\.$/);
    await eventually(() => expect(sentTo(app, candidate.phoneNumber)).toEqual([made.body]));
    const free = await freeOf(ana, (await newCandidate()).id);
    for (const { startsAt } of made.times) expect(free).not.toContain(startsAt);
    const times = made.times.map(({ startsAt }) => startsAt);
    const body = { candidateId: (await newCandidate()).id, minutes: 30, times };
    expect(await ana.ask(routes.createTimeOffer, { body })).toMatchObject({
      status: 409,
      body: { code: 'time_taken', details: { times } },
    });
    expect(await listAll(body.candidateId)).toEqual([]);
  });

  it('asks once before a number that someone else changed', async () => {
    const boss = await app.signUp();
    const dee = await app.addColleague(boss);
    const candidate = await newCandidate({}, boss);
    await sendText(dee, candidate.phoneNumber, 'Hi');
    const next = candidatePhone();
    await boss.call(routes.updateCandidate, { params: candidate, body: { phoneNumber: next } });
    const times = await threeOf(dee, candidate.id);
    const body = { candidateId: candidate.id, minutes: 30, times };
    expect(await dee.ask(routes.createTimeOffer, { body })).toMatchObject({
      status: 409,
      body: {
        code: 'number_changed',
        details: { numberChange: { phoneNumber: next, changedBy: { firstName: expect.any(String) } } },
      },
    });
    await dee.call(routes.createTimeOffer, { body: { ...body, confirmedNumber: next } });
    await eventually(() => expect(sentTo(app, next)).toHaveLength(1));
  });

  const listAll = async (candidateId: string) =>
    (await ana.call(routes.listTimeOffers, { query: { candidateId } })).items;

  it.each(['9999-12-01T15:00:00.000Z', '1999-12-01T15:00:00.000Z'])(
    'is of no time such as %s',
    async (at) => {
      const { id: candidateId } = await newCandidate();
      const wrong = { status: 422, body: { details: { fields: expect.any(Object) } } };
      const times = [at];
      expect(
        await ana.ask(routes.createTimeOffer, { body: { candidateId, minutes: 30, times } }),
      ).toMatchObject(wrong);
      const endsAt = new Date(Date.parse(at) + 1800_000).toISOString();
      const interview = { candidateId, startsAt: at, endsAt };
      expect(await ana.ask(routes.createInterview, { body: interview })).toMatchObject(wrong);
      expect(
        await ana.ask(routes.sendMessage, { body: { candidateId, body: 'Hi', scheduledAt: at } }),
      ).toMatchObject(wrong);
      expect(await ana.ask(routes.startOnboarding, { body: { candidateId, startsAt: at } })).toMatchObject(
        wrong,
      );
    },
  );

  it('is made once for an Idempotency-Key', async () => {
    const candidate = await newCandidate();
    const times = await threeOf(ana, candidate.id);
    const input = {
      body: { candidateId: candidate.id, minutes: 30, times },
      headers: { 'idempotency-key': 'offer-1' },
    };
    expect(await ana.call(routes.createTimeOffer, input)).toEqual(
      await ana.call(routes.createTimeOffer, input),
    );
    expect(await listAll(candidate.id)).toHaveLength(1);
    await eventually(() => expect(sentTo(app, candidate.phoneNumber)).toHaveLength(1));
  });

  it('may have other words, but the same times', async () => {
    const candidate = await newCandidate();
    const times = (await threeOf(ana, candidate.id)).slice(0, 2);
    const query = { candidateId: candidate.id, times: times.join(','), intro: 'Hi Ben!' };
    const { body: words, options } = await ana.call(routes.previewTimeOffer, { query });
    expect(words).toMatch(/^Hi Ben!\n1\) /);
    const input = (body: string) => ({ body: { candidateId: candidate.id, minutes: 30, times, body } });
    expect(await ana.ask(routes.createTimeOffer, input(words.replace('1) ', '1. ')))).toMatchObject({
      status: 422,
      body: { details: { fields: { body: [expect.any(String)] } } },
    });
    const body = `Hello,\n${options.join('\n')}\nSend us 1 or 2.`;
    expect(await ana.call(routes.createTimeOffer, input(body))).toMatchObject({ body });
  });

  it('withdraws an older one in that conversation, and can have the same times', async () => {
    const candidate = await newCandidate();
    const old = await offer(ana, candidate);
    const times = old.times.map(({ startsAt }) => startsAt);
    const newer = await ana.call(routes.createTimeOffer, {
      body: { conversationId: old.conversationId, minutes: 30, times },
    });
    expect(await look(old)).toMatchObject({ status: 'withdrawn', can: { withdraw: false } });
    expect(await answer(old, '1')).toBe(false);
    expect(newer).toMatchObject({ status: 'open', conversationId: old.conversationId });
  });

  it('is seen by who sees its conversation', async () => {
    const candidate = await newCandidate();
    await offer(ana, candidate);
    const own = await offer(cem, candidate);
    const query = { candidateId: candidate.id };
    const listFor = async (person: Recruiter) => (await person.call(routes.listTimeOffers, { query })).items;
    expect(await listFor(cem)).toMatchObject([{ id: own.id }]);
    expect(await listFor(ana)).toHaveLength(2);
  });

  it('is withdrawn by who made it, and by admins', async () => {
    const made = await offer(cem, await newCandidate());
    expect(await eve.refusal(routes.withdrawTimeOffer, { params: made })).toBe('403 forbidden');
    for (let times = 0; times < 2; times += 1)
      expect(await ana.call(routes.withdrawTimeOffer, { params: made })).toEqual({ status: 'ok' });
    expect(await look(made)).toMatchObject({
      status: 'withdrawn',
      times: [{ held: false }, { held: false }, { held: false }],
    });
    expect(await answer(made, '1')).toBe(false);
    expect(await ana.refusal(routes.withdrawTimeOffer, { params: { id: NO_ID } })).toBe('404 not_found');
  });

  it.each<[string, (times: string[]) => object, string]>([
    ['a time that is past', () => ({ times: [inDays(-1)] }), 'times'],
    [
      'times that overlap',
      ([at = '']) => ({ times: [at, new Date(Date.parse(at) + 60_000).toISOString()] }),
      'times',
    ],
    ['the same time twice', ([at = '']) => ({ times: [at, at] }), 'times'],
    ['night', ([at = '']) => ({ times: [`${at.slice(0, 11)}09:00:00.000Z`] }), 'times'],
    ['too many', (times) => ({ times: [...times, inDays(5)] }), 'times'],
    ['no candidate', () => ({ candidateId: undefined }), 'candidateId'],
    ['no time to talk', () => ({ minutes: 0 }), 'minutes'],
  ])('is refused with %s', async (_, more, field) => {
    const candidate = await newCandidate();
    const times = await threeOf(ana, candidate.id);
    const body = { candidateId: candidate.id, minutes: 30, times, ...more(times) } as never;
    expect(await ana.ask(routes.createTimeOffer, { body })).toMatchObject({
      status: 422,
      body: { details: { fields: { [field]: [expect.any(String)] } } },
    });
  });

  it('is refused as any text, and holds nothing then', async () => {
    const candidate = await newCandidate();
    await app.deps.pool.query(
      `insert into opt_outs (account_id, phone_number, opted_out_at, source) values ($1, $2, now(), 'keyword')`,
      [ana.accountId, candidate.phoneNumber],
    );
    const times = await threeOf(ana, candidate.id);
    const body = { candidateId: candidate.id, minutes: 30, times };
    expect(await ana.refusal(routes.createTimeOffer, { body })).toBe('403 opted_out');
    expect(await threeOf(ana, candidate.id)).toEqual(times);
    expect(await ana.refusal(routes.createTimeOffer, { body: { ...body, candidateId: NO_ID } })).toBe(
      '404 not_found',
    );
    expect(await ana.refusal(routes.listTimeOffers, { query: { candidateId: NO_ID } })).toBe('404 not_found');
  });
});

describe('the answer', () => {
  it('to what was asked since chooses nothing', async () => {
    const candidate = await newCandidate();
    const made = await offer(ana, candidate);
    await sendText(ana, candidate.phoneNumber, 'How many years of experience do you have?');
    await receiveText(app, ana, candidate.phoneNumber, '2');
    await receiveText(app, ana, candidate.phoneNumber, 'No');
    expect(await look(made)).toMatchObject({ status: 'open', chosen: null });
  });

  it('books: an interview, a text, a mail to each, and the calendar follows', async () => {
    const email = `ben${Date.now()}@example.com`;
    const candidate = await newCandidate({ email });
    const made = await offer(ana, candidate, { location: '120 Main Street', interviewers: ['Mia Chen'] });
    await receiveText(app, ana, candidate.phoneNumber, 'Option two, thanks');
    const booked = await untilStatus(made, 'booked');
    const conversation = await ana.call(routes.getConversation, { params: { id: made.conversationId } });
    expect(conversation.waitingSince).toBeNull();
    const [interview, ...others] = await interviewsOf(made);
    expect(others).toEqual([]);
    expect(interview).toMatchObject({
      id: booked.interviewId,
      title: 'Phone screen',
      startsAt: made.times[1]?.startsAt,
      endsAt: made.times[1]?.endsAt,
      location: '120 Main Street',
      interviewers: ['Mia Chen'],
      status: 'scheduled',
      createdBy: { id: ana.userId },
    });
    await eventually(() => {
      const [, text, ...more] = sentTo(app, candidate.phoneNumber);
      expect(text).toMatch(/^You're booked: .* \(Mountain time\)\.\nWhere: 120 Main Street$/);
      expect(more).toEqual([]);
    });
    const invitations = await eventually(async () => {
      const mails = await mailsTo(app, email);
      expect(mails).toHaveLength(1);
      return mails;
    });
    const [mail] = invitations;
    expect(mail?.subject).toMatch(/^Booked: Phone screen with /);
    expect(mail?.calendar?.method).toBe('REQUEST');
    const content = mail?.calendar?.content.replaceAll('\r\n ', '') ?? '';
    for (const part of [
      'METHOD:REQUEST',
      `UID:${interview?.id}@hiretext`,
      'SEQUENCE:0',
      `DTSTART:${made.times[1]?.startsAt.replace(/[-:]|\.000/g, '')}`,
      `mailto:${email}`,
      'LOCATION:120 Main Street',
    ])
      expect(content).toContain(part);

    const moved = new Date(Date.parse(interview?.startsAt ?? '') + 3600_000).toISOString();
    const endsAt = new Date(Date.parse(moved) + 1800_000).toISOString();
    const params = { id: interview?.id ?? '' };
    await ana.call(routes.updateInterview, { params, body: { startsAt: moved, endsAt } });
    await ana.call(routes.updateInterview, { params, body: { status: 'confirmed' } });
    await hurried(async () => {
      const mails = await mailsTo(app, email);
      expect(mails).toHaveLength(2);
      expect(mails[1]?.calendar?.content).toMatch(/SEQUENCE:1\r\n/);
    });
    await ana.call(routes.cancelInterview, { params });
    await hurried(async () => {
      const mails = await mailsTo(app, email);
      expect(mails.map(({ calendar }) => calendar?.method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
      expect(mails[2]?.calendar?.content).toMatch(/SEQUENCE:2\r\n[\s\S]*STATUS:CANCELLED/);
    });
  });

  it("is mailed to the candidate's address of then, with changes made one, and not more often than anyone needs", async () => {
    const email = `una${Date.now()}@example.com`;
    const stranger = `stranger${Date.now()}@example.com`;
    const candidate = await newCandidate({ email });
    const made = await offer(ana, candidate, {
      title: 'Pay\u0020at https://evil.example now',
      location: 'www.evil.example',
    });
    expect(await answer(made, '1')).toBe(true);
    const { interviewId } = await untilStatus(made, 'booked');
    const params = { id: interviewId ?? '' };
    const booked = await newMail(app, email, 0);
    for (const shown of [booked.subject, booked.text, booked.html, booked.calendar?.content ?? '']) {
      expect(shown).not.toContain('evil.example');
      expect(shown).not.toContain('https://evil');
    }
    expect(booked.subject).toMatch(/^Booked: Pay at https: \/\/evil\. example now with /);
    await ana.call(routes.updateCandidate, { params: { id: candidate.id }, body: { email: stranger } });
    for (const title of ['One', 'Two', 'Three'])
      await ana.call(routes.updateInterview, { params, body: { title } });
    await hurried(async () => expect(await mailsTo(app, email)).toHaveLength(2));
    expect((await mailsTo(app, email))[1]?.subject).toMatch(/^Changed: Three with /);

    // What is left of this hour, all but one.
    for (const limit of byInterview) await app.deps.rateLimits.consume(limit, params.id, 2);
    await ana.call(routes.updateInterview, { params, body: { title: 'Four' } });
    await hurried(async () => expect(await mailsTo(app, email)).toHaveLength(3));
    await ana.call(routes.updateInterview, { params, body: { title: 'Five' } });
    await hurried(() => expect(app.logged.join()).toContain('a mail to a candidate is held'));
    const { email: own } = await ana.call(routes.getUser, {});
    await eventually(async () =>
      expect((await mailsTo(app, own)).map(({ subject }) => subject)).toContain('Changed: Five with Ben Ito'),
    );
    await ana.call(routes.updateInterview, { params, body: { title: 'Six' } });
    await hurried(async () =>
      expect((await mailsTo(app, own)).map(({ subject }) => subject)).toContain('Changed: Six with Ben Ito'),
    );
    expect(await mailsTo(app, email)).toHaveLength(3);
    for (const limit of byInterview) await app.deps.rateLimits.reset(limit, params.id);
    await eventuallyHurried(app, mailCandidate, ana, async () =>
      expect((await mailsTo(app, email))[3]?.subject).toMatch(/^Changed: Six with /),
    );
    expect(await mailsTo(app, email)).toHaveLength(4);
    expect(await mailsTo(app, stranger)).toEqual([]);
  });

  it('of someone who opted out answers nothing anymore, and the person sees why', async () => {
    const candidate = await newCandidate();
    const made = await offer(ana, candidate);
    await receiveText(app, ana, candidate.phoneNumber, 'STOP');
    expect(await look(made)).toMatchObject({
      status: 'withdrawn',
      withdrawnBecause: 'optedOut',
      times: [{ held: false }, { held: false }, { held: false }],
    });
    await receiveText(app, ana, candidate.phoneNumber, '1');
    expect(await answer(made, '1')).toBe(false);
    expect(await interviewsOf(made)).toEqual([]);
    const free = await freeOf(ana, (await newCandidate()).id);
    for (const { startsAt } of made.times) expect(free).toContain(startsAt);
  });

  it('books what is followed also when the candidate was deleted, and restored', async () => {
    const email = `ida${Date.now()}@example.com`;
    const made = await offer(ana, await newCandidate({ email }));
    expect(await answer(made, '1')).toBe(true);
    const { interviewId } = await untilStatus(made, 'booked');
    const params = { id: made.candidateId };
    await ana.call(routes.deleteCandidate, { params });
    await ana.call(routes.restoreCandidate, { params });
    await ana.call(routes.cancelInterview, { params: { id: interviewId ?? '' } });
    await hurried(async () => {
      const mails = await mailsTo(app, email);
      expect(mails.map(({ calendar }) => calendar?.method)).toEqual(['REQUEST', 'CANCEL']);
    });
  });

  it('to an offer of a candidate who was deleted, and restored, is for a person', async () => {
    const made = await offer(ana, await newCandidate());
    const params = { id: made.candidateId };
    await ana.call(routes.deleteCandidate, { params });
    await ana.call(routes.restoreCandidate, { params });
    const withdrawn = { status: 'withdrawn', times: [{ held: false }, { held: false }, { held: false }] };
    expect(await look(made)).toMatchObject(withdrawn);
    expect(await answer(made, '1')).toBe(false);
  });

  it('that is about something else waits for a person, and the times stay', async () => {
    const candidate = await newCandidate();
    const made = await offer(ana, candidate);
    await receiveText(app, ana, candidate.phoneNumber, 'What is this about?');
    expect(await look(made)).toMatchObject({ status: 'open' });
    const params = { id: made.conversationId };
    expect(await ana.call(routes.getConversation, { params })).toMatchObject({
      waitingSince: expect.any(String),
    });
    await receiveText(app, ana, candidate.phoneNumber, 'Ok, 3');
    await untilStatus(made, 'booked');
    expect(await ana.call(routes.getConversation, { params })).toMatchObject({
      waitingSince: expect.any(String),
    });
  });

  it('that says no to all of them leaves it to a person', async () => {
    const made = await offer(ana, await newCandidate());
    expect(await answer(made, 'None of these')).toBe(true);
    expect(await look(made)).toMatchObject({
      status: 'declined',
      times: [{ held: false }, { held: false }, { held: false }],
    });
    expect(await interviewsOf(made)).toEqual([]);
  });

  it('with a time that is gone gets those that are left', async () => {
    const candidate = await newCandidate();
    const made = await offer(ana, candidate);
    const [first] = made.times;
    await ana.call(routes.createInterview, {
      body: {
        candidateId: (await newCandidate()).id,
        startsAt: first?.startsAt ?? '',
        endsAt: first?.endsAt ?? '',
      },
    });
    await receiveText(app, ana, candidate.phoneNumber, '1');
    const open = await eventually(async () => {
      const found = await look(made);
      expect(found).toMatchObject({ status: 'open', chosen: 1 });
      return found;
    });
    expect(open.times.map(({ held }) => held)).toEqual([false, true, true]);
    await eventually(() =>
      expect(sentTo(app, candidate.phoneNumber).at(-1)).toMatch(
        /^Sorry, that time is gone\. You can still choose:\n2\) .*\n3\) .*\nReply 2 or 3 /,
      ),
    );
    const params = { id: made.conversationId };
    const expectNoOneWaits = async () =>
      expect(await ana.call(routes.getConversation, { params })).toMatchObject({ waitingSince: null });
    await expectNoOneWaits();
    await receiveText(app, ana, candidate.phoneNumber, '3');
    await untilStatus(made, 'booked');
    await expectNoOneWaits();
    expect(await interviewsOf(made)).toMatchObject([{ startsAt: made.times[2]?.startsAt }]);
  });

  it('with the only time, which is gone, waits for a person, who is notified', async () => {
    const candidate = await newCandidate();
    const [at = ''] = await threeOf(cem, candidate.id);
    const made = await cem.call(routes.createTimeOffer, {
      body: { candidateId: candidate.id, minutes: 30, times: [at] },
    });
    await cem.call(routes.createInterview, {
      body: { candidateId: candidate.id, startsAt: at, endsAt: made.times[0]?.endsAt ?? '' },
    });
    expect(await answer(made, '1')).toBe(true);
    await untilStatus(made, 'needsPerson');
    const { email } = await cem.call(routes.getUser, {});
    await eventually(async () =>
      expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual([
        'Ben Ito chose a time, and needs your answer',
      ]),
    );
    await eventually(() =>
      expect(sentTo(app, candidate.phoneNumber).at(-1)).toBe(
        "Sorry, that time is gone. We'll get back to you with other times.",
      ),
    );
  });

  it('of two candidates to the same time books it once', async () => {
    const [one, two] = [await offer(ana, await newCandidate()), await offer(ana, await newCandidate())];
    // What no call can bring about: two offers that hold the same times.
    await app.deps.pool.query(
      `update offered_times t set starts_at = s.starts_at, ends_at = s.ends_at from offered_times s
        where t.account_id = $1 and t.offer_id = $2 and s.account_id = $1 and s.offer_id = $3 and s.number = t.number`,
      [ana.accountId, two.id, one.id],
    );
    await Promise.all([answer(one, '2'), answer(two, '2')]);
    await eventually(async () => {
      const states = [(await look(one)).status, (await look(two)).status];
      expect(states).not.toContain('booking');
    });
    const startsAt = one.times[1]?.startsAt;
    const booked = [...(await interviewsOf(one)), ...(await interviewsOf(two))];
    expect(booked.filter((each) => each.startsAt === startsAt).length).toBeLessThanOrEqual(1);
  });
});
