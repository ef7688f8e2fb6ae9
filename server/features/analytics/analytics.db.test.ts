import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Analytics, Figure } from '../../../contract/analytics.ts';
import { ERASED_PERSON } from '../../../contract/audit.ts';
import * as routes from '../../../contract/routes.ts';
import { recountAll } from '../../testing/recount-all.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../../testing/texting.ts';
import { insertUser } from '../users/store.ts';
import { rollUpNow } from './figures/roll-up.ts';

/* What texting did in a week of March, worked out by hand. */

let app: TestApp;
let ana: Recruiter;
let ben: Recruiter;
let hal: Recruiter;
const threads: Record<string, Thread> = {};

const TEMPLATE = '01890000-0000-7000-8000-000000000001';
const AUTOMATION = '01890000-0000-7000-8000-000000000002';
const GONE = '01890000-0000-7000-8000-000000000003';
const WEEK = { date: '2026-03-09', enddate: '2026-03-15', timezone: 'UTC' };

interface Thread {
  of: Recruiter;
  conversationId: string;
  candidateId: string;
  phone: string;
  numberId: string;
}

const run = (text: string, values: unknown[] = []) => app.deps.pool.query(text, values);

async function makeThread(of: Recruiter, name: string): Promise<Thread> {
  const phone = candidatePhone();
  const { id: candidateId } = await of.call(routes.createCandidate, {
    body: { firstName: name, lastName: 'Ito', phoneNumber: phone },
  });
  const conversationId = app.deps.newId();
  await run(
    `insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_at)
     values ($1, $2, $3, $4, $5, '2026-03-01')`,
    [of.accountId, conversationId, of.seatId, candidateId, of.userId],
  );
  const { rows } = await run('select id from numbers where account_id = $1 and seat_id = $2', [
    of.accountId,
    of.seatId,
  ]);
  return { of, conversationId, candidateId, phone, numberId: rows[0].id };
}

interface Text {
  /** No one typed it. */
  isAutomatic?: boolean;
  status?: string;
  segments?: number;
  templateId?: string;
  automationId?: string;
  errorCode?: string;
  /** The carrier didn't take it. */
  isRefused?: boolean;
  call?: string;
  personId?: string;
}

async function write(thread: Thread, direction: 'in' | 'out', at: string, text: Text = {}): Promise<void> {
  const { of, conversationId, phone, numberId } = thread;
  const isOut = direction === 'out';
  await run(
    `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
       sender_id, is_automatic, carrier_id, error_code, created_at, claimed_at, sent_at, template_id, automation_id,
       call_outcome, seat_id, person_id)
     values ($1, $2, $3, $4, $20, $5, $6, $7, $8, $9, $10, $11, $12, $13::timestamptz, $14, $14, $15, $16, $17, $18, $19)`,
    [
      of.accountId,
      app.deps.newId(),
      conversationId,
      isOut ? 'outbound' : 'inbound',
      isOut ? (text.status ?? 'delivered') : 'received',
      text.segments ?? 1,
      numberId,
      phone,
      isOut && !text.isAutomatic ? of.userId : null,
      text.isAutomatic ?? false,
      text.isRefused ? null : app.deps.newId(),
      text.errorCode ?? null,
      at,
      isOut ? at : null,
      text.templateId ?? null,
      text.automationId ?? null,
      text.call ?? null,
      of.seatId,
      text.personId ?? of.userId,
      text.call ? '' : 'Hi',
    ],
  );
}

const optOut = ({ of, phone, numberId }: Thread, at: string) =>
  run(
    `insert into consent_events (account_id, id, phone_number, change, source, created_at, seat_id, person_id, number_id, template_id)
     values ($1, $2, $3, 'optedOut', 'keyword', $4, $5, $6, $7, $8)`,
    [of.accountId, app.deps.newId(), phone, at, of.seatId, of.userId, numberId, TEMPLATE],
  );

const recount = (accountId: string) => recountAll(app.deps.db, accountId);

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  ben = await app.addColleague(ana);
  hal = await app.addColleague(ana);
  await run(`update seats set tags = '{north}' where account_id = $1 and id = $2`, [
    ana.accountId,
    ana.seatId,
  ]);
  await run(`update seats set seat_role = 'hiringManager' where account_id = $1 and id = $2`, [
    ana.accountId,
    hal.seatId,
  ]);
  const kim = await makeThread(ana, 'Kim');
  const lee = await makeThread(ben, 'Lee');
  const max = await makeThread(ana, 'Max');
  const eve = await makeThread(ana, 'Eve');
  Object.assign(threads, { Kim: kim, Lee: lee, Max: max, Eve: eve });

  await write(kim, 'out', '2026-03-10T14:00Z', { templateId: TEMPLATE, segments: 2 });
  await write(kim, 'in', '2026-03-10T14:30Z', { segments: 3 });
  await write(kim, 'out', '2026-03-10T14:45Z');
  const reminder = { isAutomatic: true, automationId: AUTOMATION, status: 'sent' };
  await write(kim, 'out', '2026-03-10T15:00Z', reminder);
  await write(kim, 'in', '2026-03-10T15:30Z', { call: 'missed' });

  await write(lee, 'in', '2026-03-11T09:00Z');
  await write(lee, 'out', '2026-03-11T10:10Z');
  await write(lee, 'out', '2026-03-12T10:00Z', { status: 'undelivered', errorCode: 'unreachable' });
  await write(lee, 'out', '2026-03-12T11:00Z', { status: 'failed', errorCode: 'filtered', isRefused: true });
  await run(
    `update conversations set waiting_since = '2026-03-11T09:00Z' where account_id = $1 and id = $2`,
    [ana.accountId, lee.conversationId],
  );

  // A week before.
  await write(max, 'out', '2026-03-03T12:00Z');
  await optOut(max, '2026-03-13T08:00Z');

  // The first after more than 30 days.
  await write(eve, 'out', '2026-01-15T20:00Z');
  await write(eve, 'out', '2026-03-14T20:00Z');
  await recount(ana.accountId);
});
afterAll(() => app.stop());

const NO_TIMES = { answers: 0, median: null, p90: null };
const NONE = {
  sent: 0,
  automatic: 0,
  sentSegments: 0,
  delivered: 0,
  failed: 0,
  received: 0,
  receivedSegments: 0,
  started: 0,
  answered: 0,
  startedByCandidates: 0,
  optOuts: 0,
};
const NO_FIGURES = { ...NONE, candidateAnswerTimes: NO_TIMES, ourAnswerTimes: NO_TIMES };
const ALL = {
  sent: 6,
  automatic: 1,
  sentSegments: 7,
  delivered: 4,
  failed: 2,
  received: 2,
  receivedSegments: 4,
  started: 2,
  answered: 1,
  startedByCandidates: 1,
  optOuts: 1,
  candidateAnswerTimes: { answers: 1, median: 30, p90: 30 },
  ourAnswerTimes: { answers: 2, median: 15, p90: 75 },
};
const OF_BEN = {
  ...NO_FIGURES,
  ...{ sent: 2, sentSegments: 2, delivered: 1, failed: 2, received: 1, receivedSegments: 1 },
  startedByCandidates: 1,
  ourAnswerTimes: { answers: 1, median: 75, p90: 75 },
};
const OF_ANA = {
  ...ALL,
  ...{ sent: 4, sentSegments: 5, delivered: 3, failed: 0, received: 1, receivedSegments: 3 },
  startedByCandidates: 0,
  ourAnswerTimes: { answers: 1, median: 15, p90: 15 },
};

const ask = (person: Recruiter, query: object = {}): Promise<Analytics> =>
  person.call(routes.getAnalytics, { query: { ...WEEK, ...query } });

describe('an admin', () => {
  it('sees what everyone did, beside the week before', async () => {
    const found = await ask(ana);
    expect(found.range).toEqual({ ...WEEK, unit: 'day' });
    expect(found.previous).toEqual({ date: '2026-03-02', enddate: '2026-03-08' });
    expect(found.figures).toEqual(ALL);
    expect(found.previousFigures).toEqual({
      ...NO_FIGURES,
      sent: 1,
      sentSegments: 1,
      delivered: 1,
      started: 1,
    });
    expect(found.team).toBeNull();
    expect(found.waiting).toBe(1);
  });

  it('sees each day, and the hours of the week', async () => {
    const { series, hours } = await ask(ana);
    expect(series.map(({ startsAt, ...point }) => [startsAt.slice(0, 10), ...Object.values(point)])).toEqual([
      ['2026-03-09', 0, 0, 0, 0],
      ['2026-03-10', 3, 1, 1, 1],
      ['2026-03-11', 1, 1, 0, 0],
      ['2026-03-12', 1, 0, 0, 0],
      ['2026-03-13', 0, 0, 0, 0],
      ['2026-03-14', 1, 0, 1, 0],
      ['2026-03-15', 0, 0, 0, 0],
    ]);
    expect(hours).toEqual([
      { weekday: 2, hour: 14, sent: 2, received: 1 },
      { weekday: 2, hour: 15, sent: 1, received: 0 },
      { weekday: 3, hour: 9, sent: 0, received: 1 },
      { weekday: 3, hour: 10, sent: 1, received: 0 },
      { weekday: 4, hour: 10, sent: 1, received: 0 },
      { weekday: 6, hour: 20, sent: 1, received: 0 },
    ]);
  });

  it('sees the people, even those who did nothing', async () => {
    const { people } = await ask(ana);
    const of = (person: Recruiter) => people.find(({ userId }) => userId === person.userId);
    expect(people).toHaveLength(3);
    const { candidateAnswerTimes: _, ourAnswerTimes: __, ...counts } = OF_ANA;
    expect(of(ana)).toMatchObject({ ...counts, seatRole: 'recruiter' });
    expect(of(ben)).toMatchObject({ sent: 2, failed: 2, received: 1 });
    expect(of(hal)).toMatchObject({ ...NONE, seatRole: 'hiringManager' });
    const names = people.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
  });

  it('sees templates, automations, numbers and why texts failed', async () => {
    const { templates, automations, numbers, failures } = await ask(ana);
    expect(templates).toEqual([{ id: TEMPLATE, name: null, sent: 1, answered: 1, optOuts: 1 }]);
    expect(automations).toEqual([{ id: AUTOMATION, name: null, sent: 1, answered: 0, optOuts: 0 }]);
    expect(numbers.map(({ id, number: _, ...number }) => [id, ...Object.values(number)])).toEqual([
      [threads.Kim?.numberId, 4, 3, 0, 1],
      [threads.Lee?.numberId, 2, 1, 2, 1],
    ]);
    expect(numbers[0]?.number).toMatch(/^\(\d{3}\) \d{3}-\d{4}$/);
    expect(failures.map(({ errorCode, failed }) => `${errorCode} ${failed}`).sort()).toEqual([
      'filtered 1',
      'unreachable 1',
    ]);
  });

  it.each([
    ['a person', () => ({ userId: ben.userId }), OF_BEN],
    ['a tag', () => ({ tag: 'north' }), OF_ANA],
    ['a tag that no seat has', () => ({ tag: 'south' }), NO_FIGURES],
    ['a role', () => ({ seatRole: 'recruiter' }), ALL],
    ['another role', () => ({ seatRole: 'hiringManager' }), NO_FIGURES],
    ['a person and a tag', () => ({ userId: ben.userId, tag: 'north' }), NO_FIGURES],
    ['an own job', () => ({ jobId: ownJob }), OF_JOB],
    ['a job of a system', () => ({ jobId: 'lever/J%201' }), OF_JOB],
    ['a job and a person', () => ({ jobId: ownJob, userId: ben.userId }), NO_FIGURES],
  ] as const)('narrows it down to %s', async (_, query, figures) => {
    const found = await ask(ana, query());
    expect(found.figures).toEqual(figures);
    expect(found.series.reduce((sum, { sent }) => sum + sent, 0)).toBe(figures.sent);
    expect(found.hours.reduce((sum, { sent }) => sum + sent, 0)).toBe(figures.sent);
    expect(found.people.reduce((sum, { sent }) => sum + sent, 0)).toBe(figures.sent);
  });

  it('narrows it down to a former member', async () => {
    const userId = app.deps.newId();
    await insertUser(app.deps.db, ana.accountId, {
      ...{ id: userId, userType: 'member', firstName: 'Flo', lastName: 'Gone', passwordHash: 'none' },
      ...{ email: `${userId}@example.com`, timezone: 'UTC' },
    });
    await run('update users set deactivated_at = now() where account_id = $1 and id = $2', [
      ana.accountId,
      userId,
    ]);
    const { figures, people } = await ask(ana, { userId });
    expect(figures).toEqual(NO_FIGURES);
    expect(people).toEqual([{ ...NONE, userId, name: 'Flo Gone', seatRole: null }]);
  });

  it.each([{}, { tag: 'north' }, { jobId: true }])(
    'has nothing of a day that a zone left out: %o',
    async (by) => {
      const day = { date: '2011-12-30', enddate: '2011-12-30', timezone: 'Pacific/Apia' };
      const query = { ...by, ...('jobId' in by ? { jobId: ownJob } : {}), ...day };
      const { figures, series } = await ask(ana, query);
      expect(figures).toEqual(NO_FIGURES);
      expect(series).toEqual([]);
      await ana.call(routes.getAccountTextAnalytics, { query: day });
    },
  );

  it('counts who waits by the same filters', async () => {
    expect((await ask(ana, { userId: ben.userId })).waiting).toBe(1);
    expect((await ask(ana, { userId: ana.userId })).waiting).toBe(0);
    expect((await ask(ana, { tag: 'north' })).waiting).toBe(0);
    expect((await ask(ana, { jobId: ownJob })).waiting).toBe(0);
  });
});

/** Of Kim and Max, who are candidates of the job. */
const OF_JOB = {
  ...OF_ANA,
  ...{ sent: 3, sentSegments: 4, delivered: 2, started: 1 },
};
let ownJob: string;

beforeAll(async () => {
  const { accountId } = ana;
  ownJob = (await ana.call(routes.createJob, { body: { name: 'Welder' } })).id;
  await run(
    `insert into ats_jobs (account_id, ats_type, external_id, name, status) values ($1, 'lever', 'J 1', 'Welder', 'open')`,
    [accountId],
  );
  for (const { candidateId } of [threads.Kim, threads.Max] as Thread[]) {
    await ana.call(routes.createApplication, { body: { candidateId, jobId: ownJob } });
    // One is linked, the other has the ID of the person there.
    const isLinked = candidateId === threads.Kim?.candidateId;
    await run(
      `insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name, emails, phone_numbers, changed_at)
       values ($1, 'lever', $2, $3, false, 'Kim', 'Ito', '{}', '{}', now())`,
      [accountId, `P ${candidateId}`, isLinked ? candidateId : null],
    );
    if (!isLinked)
      await run(
        `update candidates set external_ids = jsonb_build_object('lever', $3::text) where account_id = $1 and id = $2`,
        [accountId, candidateId, `P ${candidateId}`],
      );
    await run(
      `insert into ats_applications (account_id, id, ats_type, external_id, person_external_id, job_external_id, status, stage_changed_at)
       values ($1, $2, 'lever', $3, $4, 'J 1', 'active', now())`,
      [accountId, app.deps.newId(), `A ${candidateId}`, `P ${candidateId}`],
    );
  }
});

describe('a member', () => {
  it('sees their own figures, and the sum of the team', async () => {
    const found = await ask(ben);
    expect(found.figures).toEqual(OF_BEN);
    expect(found.team).toEqual(ALL);
    expect(found.people.map(({ userId }) => userId)).toEqual([ben.userId]);
    expect(found.numbers.map(({ id }) => id)).toEqual([threads.Lee?.numberId]);
    expect(found.failures).toHaveLength(2);
    expect([found.templates, found.automations, found.waiting]).toEqual([[], [], 1]);
    expect(found.series.reduce((sum, { sent }) => sum + sent, 0)).toBe(2);
    expect(await ask(ben, { userId: ben.userId })).toEqual(found);
  });

  it("doesn't see a colleague's", async () => {
    for (const route of [routes.getAnalytics, routes.listConversationsOfFigure] as const) {
      const query = { ...WEEK, figure: 'sent', userId: ana.userId };
      expect(await ben.ask(route, { query })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });

  /** Every combination of what a report can be narrowed down to. */
  const filters = () => {
    const by = [{ userId: ben.userId }, { seatRole: 'hiringManager' }, { tag: 'north' }, { jobId: ownJob }];
    return Array.from({ length: 2 ** by.length }, (_, bits) =>
      Object.assign({}, ...by.filter((_, at) => bits & (1 << at))),
    ) as object[];
  };

  it("sees no colleague's figures as the team's, however it is narrowed down", async () => {
    expect((await ask(ana, { tag: 'north' })).figures).toEqual(OF_ANA);
    expect((await ask(ana, { jobId: ownJob })).figures).toEqual(OF_JOB);
    for (const filter of filters()) {
      const { team, figures, people, ...more } = await ask(ben, filter);
      const shown = JSON.stringify(filter);
      expect(team, shown).toEqual(ALL);
      const isOwn = Object.keys(filter).every((name) => name === 'userId');
      expect(figures, shown).toEqual(isOwn ? OF_BEN : NO_FIGURES);
      expect(
        people.map(({ userId }) => userId),
        shown,
      ).toEqual([ben.userId]);
      expect([more.templates, more.automations], shown).toEqual([[], []]);
      expect(
        more.numbers.map(({ id }) => id),
        shown,
      ).toEqual(isOwn ? [threads.Lee?.numberId] : []);
    }
  });

  it("finds no colleague's conversations behind a figure, however it is narrowed down", async () => {
    const texts = [
      {},
      { templateId: TEMPLATE },
      { automationId: AUTOMATION },
      { numberId: threads.Kim?.numberId },
      { numberId: threads.Lee?.numberId },
      { errorCode: 'filtered' },
    ];
    for (const figure of ['sent', 'failed', 'optOuts', 'waiting'] as const)
      for (const filter of filters())
        for (const text of texts) {
          const query = { ...WEEK, figure, ...filter, ...text };
          const { items } = await ben.call(routes.listConversationsOfFigure, { query });
          const others = items.filter(({ firstName }) => firstName !== 'Lee');
          expect(others, JSON.stringify(query)).toEqual([]);
        }
  });

  it('gets the sums of themselves alone', async () => {
    const query = { date: '2026-03-09', enddate: '2026-03-15' };
    const [own, ...others] = await ben.call(routes.getAccountTextAnalytics, { query });
    expect(own).toMatchObject({ userId: ben.userId, totalSentMessages: 2, totalReceivedMessages: 1 });
    expect(others).toEqual([]);
  });

  it('a hiring manager gets only their own sums', async () => {
    const query = { ...WEEK, figure: 'sent' };
    for (const route of [
      routes.getAnalytics,
      routes.listConversationsOfFigure,
      routes.getAccountTextAnalytics,
    ] as const)
      expect(await hal.ask(route, { query })).toMatchObject({ status: 403 });
    const sums = await hal.call(routes.getUserTextAnalytics, { query: { date: '2026-03-09' } });
    expect(sums).toEqual({ totalSentMessages: 0, totalReceivedMessages: 0 });
  });
});

describe('sums', () => {
  it('of everyone, by name', async () => {
    const query = { date: '2026-03-09', enddate: '2026-03-15' };
    const rows = await ana.call(routes.getAccountTextAnalytics, { query });
    const sums = new Map(rows.map((row) => [row.userId, [row.totalSentMessages, row.totalReceivedMessages]]));
    expect(sums.get(ana.userId)).toEqual([4, 1]);
    expect(sums.get(ben.userId)).toEqual([2, 1]);
    expect(sums.get(hal.userId)).toEqual([0, 0]);
  });

  it('of a person, since a day long ago', async () => {
    expect(await ana.call(routes.getUserTextAnalytics, { query: { date: '2000-01-01' } })).toEqual({
      totalSentMessages: 6,
      totalReceivedMessages: 1,
    });
    expect(await ana.call(routes.getUserTextAnalytics, { query: { date: '2026-03-11' } })).toEqual({
      totalSentMessages: 1,
      totalReceivedMessages: 0,
    });
  });
});

describe('the conversations behind a figure', () => {
  const behind = (person: Recruiter, query: object) =>
    person.call(routes.listConversationsOfFigure, {
      query: { ...WEEK, figure: 'sent', ...query },
    });
  const names = (found: { items: { firstName: string }[] }) => found.items.map(({ firstName }) => firstName);

  it.each<[Figure, string[], string]>([
    ['sent', ['Eve', 'Lee', 'Kim'], '2026-03-14T20:00'],
    ['automatic', ['Kim'], '2026-03-10T15:00'],
    ['delivered', ['Eve', 'Lee', 'Kim'], '2026-03-14T20:00'],
    ['failed', ['Lee'], '2026-03-12T11:00'],
    ['received', ['Lee', 'Kim'], '2026-03-11T09:00'],
    ['started', ['Eve', 'Kim'], '2026-03-14T20:00'],
    ['answered', ['Kim'], '2026-03-10T14:00'],
    ['startedByCandidates', ['Lee'], '2026-03-11T09:00'],
    ['optOuts', ['Max'], '2026-03-13T08:00'],
    ['candidateAnswers', ['Kim'], '2026-03-10T14:30'],
    ['ourAnswers', ['Lee', 'Kim'], '2026-03-11T10:10'],
    ['waiting', ['Lee'], '2026-03-11T09:00'],
  ])('%s', async (figure, expected, at) => {
    const found = await behind(ana, { figure });
    expect(names(found)).toEqual(expected);
    expect(found.items[0]?.at).toBe(`${at}:00.000Z`);
    expect(found.nextCursor).toBeNull();
    // One by one it is the same.
    const singly: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await behind(ana, { figure, limit: 1, ...(cursor ? { cursor } : {}) });
      singly.push(...names(page));
      cursor = page.nextCursor;
    }
    expect(singly).toEqual(expected);
    const ofJob = await behind(ana, { figure, jobId: ownJob });
    expect(names(ofJob)).toEqual(expected.filter((name) => name === 'Kim' || name === 'Max'));
    const ofBen = await behind(ben, { figure });
    expect(names(ofBen)).toEqual(expected.filter((name) => name === 'Lee'));
  });

  it.each([
    ['a person', { figure: 'sent' }, () => ({ userId: ana.userId }), ['Eve', 'Kim']],
    ['a tag', { figure: 'received' }, () => ({ tag: 'north' }), ['Kim']],
    ['a template', { figure: 'sent' }, () => ({ templateId: TEMPLATE }), ['Kim']],
    ['a template that was answered', { figure: 'answered' }, () => ({ templateId: TEMPLATE }), ['Kim']],
    ['a template before an opt-out', { figure: 'optOuts' }, () => ({ templateId: TEMPLATE }), ['Max']],
    ['an automation', { figure: 'sent' }, () => ({ automationId: AUTOMATION }), ['Kim']],
    ['an automation without an answer', { figure: 'answered' }, () => ({ automationId: AUTOMATION }), []],
    ['a number', { figure: 'sent' }, () => ({ numberId: threads.Lee?.numberId }), ['Lee']],
    [
      'a number that answered',
      { figure: 'ourAnswers' },
      () => ({ numberId: threads.Lee?.numberId }),
      ['Lee'],
    ],
    ['an error', { figure: 'failed' }, () => ({ errorCode: 'filtered' }), ['Lee']],
    ['another error', { figure: 'failed' }, () => ({ errorCode: 'expired' }), []],
    [
      'earlier days',
      { figure: 'sent' },
      () => ({ date: '2026-01-01', enddate: '2026-03-04' }),
      ['Max', 'Eve'],
    ],
  ] as const)('of %s', async (_, figure, query, expected) => {
    expect(names(await behind(ana, { ...figure, ...query() }))).toEqual(expected);
  });

  it.each(Figure.options)('are found for %s, whatever they are narrowed down to', async (figure) => {
    const narrow = { templateId: GONE, automationId: GONE, numberId: GONE, errorCode: 'filtered' };
    for (const [name, value] of Object.entries(narrow)) {
      const more = { figure, [name]: value };
      const found =
        figure === 'waiting' ? ['Lee'] : figure === 'failed' && name === 'errorCode' ? ['Lee'] : [];
      expect(names(await behind(ana, more)), name).toEqual(found);
      expect(names(await behind(ana, { ...more, jobId: ownJob })), name).toEqual([]);
    }
  });

  it("are only those that a member still sees, and not a deleted candidate's", async () => {
    const thread = threads.Lee as Thread;
    const assign = (userId: string, seatId: string) =>
      run('update conversations set assignee_id = $3, seat_id = $4 where account_id = $1 and id = $2', [
        ana.accountId,
        thread.conversationId,
        userId,
        seatId,
      ]);
    await assign(ana.userId, ana.seatId);
    expect(names(await behind(ben, { figure: 'sent' }))).toEqual([]);
    await assign(ben.userId, ben.seatId);
    expect(names(await behind(ben, { figure: 'sent' }))).toEqual(['Lee']);
    const pia = await makeThread(ana, 'Pia');
    await write(pia, 'out', '2026-02-10T14:00Z');
    await recount(ana.accountId);
    const february = { figure: 'sent', date: '2026-02-01', enddate: '2026-02-28' };
    expect(names(await behind(ana, february))).toEqual(['Pia']);
    await ana.call(routes.deleteCandidate, { params: { id: pia.candidateId } });
    expect(names(await behind(ana, february))).toEqual([]);
  });
});

it('finds what lies far apart in two years, each conversation once', async () => {
  const dora = await app.signUp();
  const all = await makeThread(dora, 'All');
  const apart = 27 * 86_400_000;
  const expected: string[] = [];
  for (let index = 0; index < 24; index += 1) {
    const at = Date.parse('2026-03-10T14:00Z') - index * apart;
    const thread = await makeThread(dora, `Kim${index}`);
    await write(thread, 'out', new Date(at).toISOString());
    await write(thread, 'out', new Date(at - 3 * apart).toISOString());
    await write(all, 'out', new Date(at + 60_000).toISOString());
    expected.push(`Kim${index}`);
  }
  await recount(dora.accountId);
  const range = { date: '2024-04-01', enddate: '2026-03-15', timezone: 'Asia/Kathmandu' };
  for (const more of [{}, { tag: 'none' }, { userId: dora.userId }, { numberId: all.numberId }]) {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await dora.call(routes.listConversationsOfFigure, {
        query: { ...range, ...more, figure: 'sent', limit: 7, ...(cursor ? { cursor } : {}) },
      });
      found.push(...page.items.map(({ firstName }) => firstName));
      cursor = page.nextCursor;
    }
    expect(found).toEqual('tag' in more ? [] : ['All', ...expected]);
  }
});

describe('bad input', () => {
  it.each([
    [{ date: '2026-02-30' }, 'date', 'Enter a day that exists, like 2026-03-31'],
    [{ date: 'yesterday' }, 'date', 'Enter a day that exists, like 2026-03-31'],
    [{ date: undefined }, 'date', 'Enter a day that exists, like 2026-03-31'],
    [{ enddate: '2026-13-01' }, 'enddate', 'Enter a day that exists, like 2026-03-31'],
    [{ enddate: '2026-03-08' }, 'enddate', "Choose a last day that isn't before the first"],
    [{ date: '2024-03-14', enddate: '2026-03-15' }, 'date', 'Choose at most 731 days'],
    [{ date: '1999-12-31', enddate: '2000-01-01' }, 'date', 'Choose a day in 2000 or later'],
    [{ date: '2999-01-01', enddate: '2999-01-01' }, 'date', "Choose a day that isn't after today"],
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'The timezone is invalid'],
    [{ userId: GONE }, 'userId', 'Choose someone from your company'],
    [{ userId: 'ben' }, 'userId', undefined],
    [{ seatRole: 'boss' }, 'seatRole', undefined],
    [{ jobId: GONE }, 'jobId', "Choose a job that isn't deleted"],
    [{ jobId: 'lever/J2' }, 'jobId', "Choose a job that isn't deleted"],
    [{ jobId: 'lever/%' }, 'jobId', "Choose a job that isn't deleted"],
    [{ jobId: 'unknown' }, 'jobId', "Choose a job that isn't deleted"],
  ])('%j', async (query, field, sentence) => {
    for (const route of [routes.getAnalytics, routes.listConversationsOfFigure] as const) {
      const answer = await ana.ask(route, { query: { ...WEEK, figure: 'sent', ...query } });
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
      const { fields } = (answer.body as { details: { fields: Record<string, string[]> } }).details;
      expect(Object.keys(fields)).toEqual([field]);
      if (sentence) expect(fields[field]).toEqual([sentence]);
    }
  });

  it.each(['1999-12-31', '2999-01-01'])('sums since %s', async (date) => {
    for (const route of [routes.getUserTextAnalytics, routes.getAccountTextAnalytics] as const)
      expect(await ana.ask(route, { query: { date } })).toMatchObject({ status: 422 });
  });

  it.each([{ figure: 'happiness' }, { figure: undefined }, { limit: 0 }])('%j', async (query) => {
    const answer = await ana.ask(routes.listConversationsOfFigure, {
      query: { ...WEEK, figure: 'sent', ...query },
    });
    expect(answer).toMatchObject({ status: 422 });
  });

  it('a cursor of nowhere', async () => {
    const query = { ...WEEK, figure: 'sent', cursor: 'nowhere' } as const;
    expect(await ana.refusal(routes.listConversationsOfFigure, { query })).toBe('400 malformed');
  });
});

describe('another company', () => {
  it('has zeros before its first text, then what it sends and gets', async () => {
    const dora = await app.signUp();
    const today = await dora.call(routes.getAnalytics, {
      query: { date: new Date(app.clock()).toISOString().slice(0, 10), timezone: 'UTC' },
    });
    expect(today.figures).toEqual(NO_FIGURES);
    expect(today.previousFigures).toEqual(NO_FIGURES);
    expect(today.series.length).toBeGreaterThan(23);
    expect(today.people).toHaveLength(1);
    expect([today.hours, today.failures, today.templates, today.automations, today.numbers]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);

    const phone = candidatePhone();
    const text = await sendText(dora, phone, 'Are you free on Monday?');
    await untilStatus(dora, text, 'delivered');
    await receiveText(app, dora, phone, 'Yes');
    const date = new Date(app.clock().getTime() - 86_400_000).toISOString().slice(0, 10);
    await eventually(async () => {
      await rollUpNow(app.deps);
      const { figures, waiting } = await dora.call(routes.getAnalytics, { query: { date, timezone: 'UTC' } });
      expect(figures).toMatchObject({ sent: 1, delivered: 1, received: 1, started: 1, answered: 1 });
      expect(figures.candidateAnswerTimes).toEqual({ answers: 1, median: 1, p90: 1 });
      expect(waiting).toBe(1);
    });
  });

  it('gets days of its zone, also those of 23 hours; and erased people have no name', async () => {
    const { accountId, ...dora } = await app.signUp();
    const gil = await makeThread({ accountId, ...dora }, 'Gil');
    for (const at of ['2026-03-08T04:59Z', '2026-03-08T05:00Z', '2026-03-09T03:59Z', '2026-03-09T04:00Z'])
      await write(gil, 'out', at, { personId: GONE });
    await recount(accountId);
    const timezone = 'America/New_York';
    const sunday = { date: '2026-03-08', enddate: '2026-03-08', timezone };
    const found = await dora.call(routes.getAnalytics, { query: sunday });
    expect(found.range.unit).toBe('hour');
    expect(found.series).toHaveLength(23);
    expect(found.series.filter(({ sent }) => sent > 0).map(({ startsAt }) => startsAt)).toEqual([
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T03:00:00.000Z',
    ]);
    expect(found.hours).toEqual([
      { weekday: 7, hour: 0, sent: 1, received: 0 },
      { weekday: 7, hour: 23, sent: 1, received: 0 },
    ]);
    expect(found.figures.sent).toBe(2);
    expect(found.previousFigures.sent).toBe(1);
    expect(found.people[0]).toMatchObject({ userId: GONE, name: ERASED_PERSON, seatRole: null, sent: 2 });
  });
});
