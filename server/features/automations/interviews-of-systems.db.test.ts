import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { AtsEvent } from '../../adapters/ats/port.ts';
import {
  createFakeAtsConnector,
  fakeAtsApplication,
  fakeAtsPerson,
} from '../../testing/fake-ats-connector.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findConnection } from '../ats/connections-store.ts';
import { runAtsEvent } from '../ats/run-event.ts';
import { runSyncAts } from '../ats/sync.ts';
import { takeTurn } from './planner.ts';

/* Reminders of interviews from a connected system. */

const { connector, state } = createFakeAtsConnector({ allInterviews: true });
const type = 'lever' as const;
const HOUR = 3600_000;
let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({
    variables: { ROLES: 'web' },
    ats: { connectors: new Map([[type, connector]]) },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.reset();
  Object.assign(state, { unreadableInterviews: [], failure: null });
  ana = await app.signUp();
  state.people = [
    fakeAtsPerson({
      externalId: 'ben',
      phones: [candidatePhone()],
      timezone: 'America/Chicago',
      applications: [fakeAtsApplication({ externalId: 'a1' })],
    }),
  ];
  state.interviews = [
    {
      externalId: 'i1',
      personExternalId: 'ben',
      applicationExternalId: 'a1',
      jobExternalId: null,
      title: 'Talk',
      startsAt: new Date(app.clock().getTime() + 3 * HOUR),
      endsAt: new Date(app.clock().getTime() + 4 * HOUR),
      timezone: null,
      location: null,
      videoUrl: null,
      interviewers: [],
      canceled: false,
    },
  ];
  await ana.call(routes.createAutomation, {
    body: { type: 'interviewReminder', name: 'Rule', body: 'Hi', timing: 'before', offsetMinutes: 60 },
  });
  await ana.call(routes.saveAtsIntegration, { body: { type, credentials: { apiKey: 'good' } } });
  await sync();
});

const query = async (text: string) => (await app.deps.pool.query(text, [ana.accountId])).rows;
const planned = () =>
  query('select status, reason from planned_texts where account_id = $1 order by created_at, id');
const statusOf = async () =>
  (await query("select status from interviews where account_id = $1 and external_id = 'i1'"))[0]?.status;

async function connection() {
  const row = await findConnection(app.deps.db, ana.accountId, type);
  if (row === undefined) throw new Error('It is not connected');
  return row;
}

async function sync(): Promise<void> {
  await app.deps.pool.query('update ats_connections set next_sync_at = $2 where account_id = $1', [
    ana.accountId,
    app.clock(),
  ]);
  await runSyncAts(app.deps, await connection());
  await work();
}

async function work(): Promise<void> {
  while (await takeTurn(app.deps));
}

async function tell(event: AtsEvent): Promise<void> {
  await runAtsEvent(app.deps, { ...(await connection()), event });
  await work();
}

const deleted: AtsEvent = { kind: 'interviewsChanged', applicationExternalId: null };

describe('an interview that is gone there', () => {
  it.each(['with the next sync', 'when a webhook says so'])('is canceled here, %s', async (how) => {
    expect(await planned()).toEqual([{ status: 'planned', reason: null }]);
    state.interviews = [];
    app.clock.advance(60_000);
    await (how === 'with the next sync' ? sync() : tell(deleted));
    expect(await statusOf()).toBe('canceled');
    expect(await planned()).toEqual([{ status: 'canceled', reason: 'interview_canceled' }]);
  });

  it.each([
    ['its ID', { id: 'i1' }],
    ['no ID', {}],
    ['the ID of what it is part of', { id: 'schedule 1' }],
  ])('stays if it just couldn’t be read, reported with %s', async (_what, record) => {
    state.interviews = [];
    state.unreadableInterviews = [record];
    app.clock.advance(60_000);
    await tell(deleted);
    expect(await statusOf()).toBe('scheduled');
  });

  it('is canceled when what could not be read is another one, or was long ago', async () => {
    state.interviews = state.interviews.flatMap((one) => [one, { ...one, externalId: 'i2' }]);
    await sync();
    state.unreadableInterviews = [{ id: 'i2' }, {}];
    await sync();
    state.interviews = [];
    state.unreadableInterviews = [{ id: 'i2' }];
    app.clock.advance(60_000);
    await tell(deleted);
    expect(await statusOf()).toBe('canceled');
  });
});

describe('all interviews that are gone at once', () => {
  const stand = async () =>
    (await query('select status from interviews where account_id = $1')).map(({ status }) => status);
  let all: typeof state.interviews;
  beforeEach(async () => {
    const [first] = state.interviews;
    if (first === undefined) throw new Error('There is no interview');
    all = [first, { ...first, externalId: 'i2', startsAt: new Date(first.startsAt.getTime() + 72 * HOUR) }];
    state.interviews = all;
    await sync();
  });

  it('are canceled once a later answer confirms it', async () => {
    state.interviews = [];
    for (const [minutes, expected] of [
      [4, 'scheduled'],
      [1, 'scheduled'],
      [3, 'canceled'],
    ] as const) {
      app.clock.advance(minutes * 60_000);
      await (minutes === 1 ? tell(deleted) : sync());
      expect(await stand()).toEqual([expected, expected]);
    }
  });

  it('stay if they are reported again meanwhile', async () => {
    for (const interviews of [[], all, []]) {
      state.interviews = interviews;
      app.clock.advance(4 * 60_000);
      await sync();
    }
    expect(await stand()).toEqual(['scheduled', 'scheduled']);
  });

  it('are not reminded of meanwhile, however fresh the answer before', async () => {
    app.clock.advance(2 * HOUR - 60_000);
    await sync();
    state.interviews = [];
    app.clock.advance(30_000);
    await sync();
    app.clock.advance(30_000);
    await work();
    expect((await planned())[0]).toEqual({ status: 'planned', reason: 'interview_unchecked' });
    state.interviews = all;
    await tell(deleted);
    app.clock.advance(11_000);
    await work();
    expect((await planned())[0]?.status).toBe('sent');
  });
});

describe('right before a reminder goes out', () => {
  const jobs = () =>
    query(
      "select 1 from graphile_worker.jobs where task_identifier like '%atsEvent%' and key like '%' || $1 || '%'",
    );

  it('the system is asked once more, if it has reported nothing for long', async () => {
    app.clock.advance(2 * HOUR);
    await work();
    expect(await planned()).toEqual([{ status: 'planned', reason: 'interview_unchecked' }]);
    expect(await jobs()).toHaveLength(1);
    await tell(deleted);
    app.clock.advance(11_000);
    await work();
    expect((await planned())[0]?.status).toBe('sent');
  });

  it('and what is gone by then is not reminded of', async () => {
    app.clock.advance(2 * HOUR);
    await work();
    state.interviews = [];
    await tell(deleted);
    app.clock.advance(11_000);
    await work();
    expect(await planned()).toEqual([{ status: 'canceled', reason: 'interview_canceled' }]);
  });

  it('it is held while the system is away', async () => {
    await query(
      "update ats_connections set error_code = 'ats_unavailable', sync_state = 'failed' where account_id = $1",
    );
    app.clock.advance(2 * HOUR);
    await work();
    expect(await planned()).toEqual([{ status: 'held', reason: 'interview_unchecked' }]);
  });

  it('it waits for the answer of a system whose key lacks a right to something else', async () => {
    await query("update ats_connections set error_code = 'ats_rights_missing' where account_id = $1");
    app.clock.advance(2 * HOUR);
    await work();
    expect(await planned()).toEqual([{ status: 'planned', reason: 'interview_unchecked' }]);
  });

  it('it is held, so that its owner is notified, once the answer takes too long', async () => {
    app.clock.advance(2 * HOUR);
    await work();
    for (const [minutes, status] of [
      [9, 'planned'],
      [2, 'held'],
    ] as const) {
      app.clock.advance(minutes * 60_000);
      await work();
      expect(await planned()).toEqual([{ status, reason: 'interview_unchecked' }]);
    }
    await tell(deleted);
    await query(
      'insert into plan_marks (account_id, candidate_id) select account_id, id from candidates where account_id = $1',
    );
    await work();
    expect((await planned())[0]?.status).toBe('sent');
  });
});

describe('a candidate whose system names no recruiter', () => {
  it('is the one recruiter of an account', async () => {
    expect(await planned()).toEqual([{ status: 'planned', reason: null }]);
  });

  it('waits in an account of more, until an admin has chosen', async () => {
    const bo = await app.addColleague(ana);
    app.clock.advance(1000);
    await query(
      'insert into plan_marks (account_id, automation_id) select account_id, id from automations where account_id = $1',
    );
    await work();
    expect(await planned()).toEqual([{ status: 'held', reason: 'no_reminder_sender' }]);
    expect(
      await ana.refusal(routes.saveAtsIntegration, { body: { type, reminderUserId: crypto.randomUUID() } }),
    ).toBe('422 invalid');
    expect(await bo.refusal(routes.saveAtsIntegration, { body: { type, reminderUserId: bo.userId } })).toBe(
      '403 forbidden',
    );
    const changed = await ana.call(routes.saveAtsIntegration, { body: { type, reminderUserId: ana.userId } });
    expect(changed.reminderUserId).toBe(ana.userId);
    await work();
    expect(await planned()).toEqual([{ status: 'planned', reason: null }]);
  });
});
