import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import type { TimeOffer } from '../../../../contract/time-offers.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { waitingJobs } from '../../../testing/jobs.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { NewEvent } from '../calendars/ask-calendars.ts';
import { answerOffer } from './answer-offer.ts';
import { bookTime, runBookTime } from './book-time.ts';
import type { Calendars } from './calendars.ts';
import type { Span } from './free-times.ts';
import { sweepTimeOffers } from './give-to-person.ts';
import { putInCalendar, runPutInCalendar } from './invite.ts';
import { mailCandidate, runMailCandidate } from './mail-candidate.ts';

/* Booking breaks off anywhere, and is done again. No one takes jobs here but these tests. */

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'off', ROLES: 'web' } });
  ana = await app.signUp();
});
afterAll(() => app.stop());

const DAY = 24 * 3600_000;

const calendarWith = (more: { busy?: Span[]; incomplete?: string[] } = {}) => {
  const events = new Map<string, NewEvent>();
  const calendars: Calendars = {
    listBusyOf: async () => ({ busy: more.busy ?? [], incomplete: more.incomplete ?? [] }),
    addToCalendars: async (_, __, event) => events.set(event.uid, event).size > 0,
    removeFromCalendars: async (_, __, uid) => {
      events.delete(uid);
    },
  };
  return { events, calendars };
};

async function newOffer(): Promise<TimeOffer> {
  const { id: candidateId } = await ana.call(routes.createCandidate, {
    body: {
      firstName: 'Ben',
      lastName: 'Ito',
      phoneNumber: candidatePhone(),
      timezone: 'America/Denver',
      email: 'ben@example.com',
    },
  });
  const query = {
    candidateId,
    minutes: 30,
    from: app.deps.clock().toISOString(),
    to: new Date(Date.now() + 20 * DAY).toISOString(),
  };
  const { items } = await ana.call(routes.listFreeTimes, { query });
  const times = [items[0]?.startsAt ?? '', items.at(-1)?.startsAt ?? ''];
  return ana.call(routes.createTimeOffer, { body: { candidateId, minutes: 30, times } });
}

const payloadOf = ({ id }: TimeOffer) => ({ accountId: ana.accountId, offerId: id });

async function choose(offer: TimeOffer, body = '1'): Promise<void> {
  const { accountId } = ana;
  const { candidateId, id: offerId } = offer;
  const at = app.deps.clock();
  const answered = await inTransaction(app.deps.db, (tx) =>
    answerOffer(tx, { accountId, candidateId, offerId, body, isAskedSince: false, at }),
  );
  expect(answered).toBe(true);
}

async function stateOf(offer: TimeOffer) {
  const { candidateId, conversationId } = offer;
  const { items } = await ana.call(routes.listTimeOffers, { query: { candidateId, limit: 100 } });
  const { rows } = await app.deps.pool.query(
    'select 1 from messages where account_id = $1 and conversation_id = $2 and is_automatic',
    [ana.accountId, conversationId],
  );
  const interviews = await ana.call(routes.listInterviews, { query: { candidateId, limit: 100 } });
  return {
    status: items.find(({ id }) => id === offer.id)?.status,
    interviews: interviews.items.length,
    texts: rows.length,
    mails: (await waitingJobs(app.deps.pool, 'sendMail')).length,
    events: (await waitingJobs(app.deps.pool, putInCalendar.name)).length,
    candidates: (await waitingJobs(app.deps.pool, mailCandidate.name)).length,
  };
}

/** Whose `count`th ID or time is never given. */
function breakingAt(count: number): Deps {
  let left = count;
  const next = <T>(give: () => T): T => {
    left -= 1;
    if (left === 0) throw new Error('killed');
    return give();
  };
  return { ...app.deps, newId: () => next(app.deps.newId), clock: () => next(app.deps.clock) };
}

it('a booking that breaks off anywhere is there once in the end', async () => {
  const offer = await newOffer();
  await choose(offer);
  const before = await stateOf(offer);
  expect(before).toMatchObject({ status: 'booking', interviews: 0, texts: 0 });
  const { calendars } = calendarWith();
  const unreachable = { ...calendars, listBusyOf: () => Promise.reject(new Error('killed')) };
  await expect(runBookTime(app.deps, payloadOf(offer), unreachable)).rejects.toThrow('killed');
  let broken = 0;
  for (let isDone = false; !isDone; ) {
    const run = runBookTime(breakingAt(broken + 1), payloadOf(offer), calendars);
    isDone = await run.then(
      () => true,
      () => false,
    );
    if (isDone) break;
    broken += 1;
    expect(await stateOf(offer)).toEqual(before);
  }
  expect(broken).toBeGreaterThan(5);
  const { mails, events, candidates } = before;
  const more = { mails: mails + 1, events: events + 1, candidates: candidates + 1 };
  const after = { status: 'booked', interviews: 1, texts: 1, ...more };
  expect(await stateOf(offer)).toEqual(after);
  // Killed after the commit: the queue gives it out again.
  await runBookTime(app.deps, payloadOf(offer), calendars);
  expect(await stateOf(offer)).toEqual(after);

  const [interview] = (await ana.call(routes.listInterviews, { query: { candidateId: offer.candidateId } }))
    .items;
  const which = { accountId: ana.accountId, interviewId: interview?.id ?? '' };
  for (const count of [1, 2]) {
    await expect(runMailCandidate(breakingAt(count), which)).rejects.toThrow('killed');
    expect(await stateOf(offer)).toEqual(after);
  }
  for (let runs = 0; runs < 2; runs += 1) {
    await runMailCandidate(app.deps, which);
    expect(await stateOf(offer)).toEqual({ ...after, mails: mails + 2 });
  }
});

it('an event that is added again is one event', async () => {
  const offer = await newOffer();
  await choose(offer);
  const { events, calendars } = calendarWith();
  await runBookTime(app.deps, payloadOf(offer), calendars);
  const { items } = await ana.call(routes.listInterviews, { query: { candidateId: offer.candidateId } });
  const payload = { accountId: ana.accountId, interviewId: items[0]?.id ?? '' };
  const killed = {
    ...calendars,
    addToCalendars: async (...event: Parameters<Calendars['addToCalendars']>) => {
      await calendars.addToCalendars(...event);
      throw new Error('killed');
    },
  };
  await expect(runPutInCalendar(app.deps, payload, killed)).rejects.toThrow('killed');
  await runPutInCalendar(app.deps, payload, calendars);
  expect([...events.values()]).toMatchObject([{ title: 'Interview', timezone: 'America/Denver' }]);
});

it('two candidates who choose the same time at the same instant never both get it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [one, two] = [await newOffer(), await newOffer()];
    // What no call can bring about: two offers that hold the same time.
    await app.deps.pool.query(
      `update offered_times t set starts_at = s.starts_at, ends_at = s.ends_at from offered_times s
        where t.account_id = $1 and t.offer_id = $2 and s.account_id = $1 and s.offer_id = $3 and s.number = 1 and t.number = 1`,
      [ana.accountId, two.id, one.id],
    );
    await choose(one);
    await choose(two);
    const { calendars } = calendarWith();
    await Promise.all([one, two].map((each) => runBookTime(app.deps, payloadOf(each), calendars)));
    const states = [(await stateOf(one)).status, (await stateOf(two)).status].sort();
    expect(states).toEqual(['booked', 'open']);
  }
});

it('a time that the calendar has taken meanwhile is not booked', async () => {
  const offer = await newOffer();
  await choose(offer, '2');
  const [first, second] = offer.times.map(({ startsAt, endsAt }) => ({
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
  }));
  await runBookTime(app.deps, payloadOf(offer), calendarWith({ busy: second ? [second] : [] }).calendars);
  expect(await stateOf(offer)).toMatchObject({ status: 'open', interviews: 0, texts: 1 });
  await choose(offer, '1');
  await runBookTime(app.deps, payloadOf(offer), calendarWith({ busy: first ? [first] : [] }).calendars);
  expect(await stateOf(offer)).toMatchObject({ status: 'needsPerson', interviews: 0, texts: 2 });
});

it('a calendar that is down is asked again, and after ten minutes a person answers', async () => {
  const offer = await newOffer();
  await choose(offer);
  const { mails } = await stateOf(offer);
  const { calendars } = calendarWith({ incomplete: ['01890000-0000-7000-8000-000000000000'] });
  const before = (await waitingJobs(app.deps.pool, bookTime.name)).length;
  await runBookTime(app.deps, payloadOf(offer), calendars);
  expect(await waitingJobs(app.deps.pool, bookTime.name)).toHaveLength(before + 1);
  expect(await stateOf(offer)).toMatchObject({ status: 'booking', interviews: 0, texts: 0 });
  app.clock.advance(10 * 60_000);
  await runBookTime(app.deps, payloadOf(offer), calendars);
  expect(await stateOf(offer)).toMatchObject({
    status: 'needsPerson',
    interviews: 0,
    texts: 0,
    mails: mails + 1,
  });
  const { items } = await ana.call(routes.listTimeOffers, { query: { candidateId: offer.candidateId } });
  expect(items[0]).toMatchObject({ times: [{ held: true }, { held: false }], can: { withdraw: true } });
  app.clock.reset();
});

it('unanswered offers expire, and a booking that never ends goes to a person', async () => {
  const [stuck, silent] = [await newOffer(), await newOffer()];
  await choose(stuck);
  await sweepTimeOffers({ ...app.deps, clock: () => new Date(Date.now() + 30 * DAY) });
  expect(await stateOf(stuck)).toMatchObject({ status: 'needsPerson' });
  expect(await stateOf(silent)).toMatchObject({ status: 'expired' });
});

it('two offers of the same time at the same instant: one is made', async () => {
  const offer = await newOffer();
  const other = await newOffer();
  const times = [offer.times[0]?.startsAt ?? ''];
  await ana.call(routes.withdrawTimeOffer, { params: offer });
  const answers = await Promise.all(
    [offer, other].map(({ candidateId }) =>
      ana.ask(routes.createTimeOffer, { body: { candidateId, minutes: 30, times } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});
