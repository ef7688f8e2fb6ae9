import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { takeTurn } from './planner.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { ROLES: 'web', QUIET_HOURS: 'required' } });
  ana = await app.signUp();
  await query(`update sessions set expires_at = '2030-01-01' where account_id = $1`, [ana.accountId]);
  await query(
    `insert into ats_stages (account_id, ats_type, job_external_id, external_id, name, position, kind)
     values ($1, 'lever', '', 'offer', 'Offer', 1, 'offer')`,
    [ana.accountId],
  );
});
beforeEach(async () => {
  for (const table of ['ats_people', 'candidates', 'automations', 'plan_marks'])
    await query(`delete from ${table} where account_id = $1`, [ana.accountId]);
  // Noon in Chicago.
  app.clock.jumpTo('2027-03-03T18:00:00Z');
});
afterAll(() => app.stop());

const HOUR = 3600_000;
const query = async (text: string, values: unknown[] = []) => (await app.deps.pool.query(text, values)).rows;
const addRule = (more: object) =>
  ana.call(routes.createAutomation, {
    body: {
      type: 'stageMessage',
      name: 'Rule',
      body: 'Hi',
      timing: 'after',
      offsetMinutes: 60,
      jobStageIds: ['lever//offer'],
      ...more,
    } as never,
  });
async function work(): Promise<void> {
  while (await takeTurn(app.deps));
}
const messages = () =>
  query('select id, status, candidate_number as "to" from messages where account_id = $1 and is_automatic', [
    ana.accountId,
  ]);
const planned = () =>
  query('select status, reason from planned_texts where account_id = $1 order by send_at', [ana.accountId]);

async function addCandidate(): Promise<string> {
  const { id } = await ana.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: candidatePhone(), timezone: 'America/Chicago' },
  });
  return id;
}
/** The candidate is this person, and has entered the stage now. */
async function enter(candidateId: string): Promise<void> {
  await query(
    `insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name, emails,
            phone_numbers, changed_at)
     values ($1, 'lever', 'person', $2, false, 'Ben', 'Ito', '{}', '{}', now())`,
    [ana.accountId, candidateId],
  );
  await query(
    `insert into ats_applications (account_id, id, ats_type, external_id, person_external_id, stage_external_id, status,
            stage_changed_at)
     values ($1, gen_random_uuid(), 'lever', 'application', 'person', 'offer', 'active', $2)`,
    [ana.accountId, app.clock()],
  );
}

it('texts someone with two numbers once', async () => {
  await addRule({});
  const ben = await addCandidate();
  const other = await addCandidate();
  await query(`update candidates set external_ids = '{"lever": "person"}' where id = any($1)`, [
    [ben, other],
  ]);
  await enter(ben);
  await query(`update candidates set job_title = 'Nurse' where id = $1`, [other]);
  const first = await takeTurn(app.deps);
  expect(first).toBe(true);
  // Both are planned in one go.
  expect(await planned()).toEqual([{ status: 'planned', reason: null }]);
  app.clock.advance(HOUR);
  await work();
  await query('update candidates set job_title = null where id = any($1)', [[ben, other]]);
  await work();
  expect(await messages()).toHaveLength(1);
  expect(await planned()).toEqual([{ status: 'sent', reason: null }]);
});

it('goes to the person an application is moved to, unless it went before', async () => {
  await addRule({});
  const ben = await addCandidate();
  const other = await addCandidate();
  await enter(ben);
  await work();
  const relink = (id: string) =>
    query('update ats_people set candidate_id = $2 where account_id = $1', [ana.accountId, id]);
  await relink(other);
  await work();
  expect(await planned()).toEqual([{ status: 'planned', reason: null }]);
  app.clock.advance(HOUR);
  await work();
  await relink(ben);
  await work();
  // It was still here.
  expect((await messages()).map(({ status }) => status).sort()).toEqual(['canceled', 'queued']);
  await query(`update messages set status = 'sent' where account_id = $1 and status = 'queued'`, [
    ana.accountId,
  ]);
  await relink(other);
  await work();
  expect(await messages()).toHaveLength(2);
});

it('takes back what is still here when its automation is off', async () => {
  const { id } = await addRule({});
  await enter(await addCandidate());
  await work();
  app.clock.advance(HOUR);
  await work();
  // The new conversation is a mark.
  await work();
  expect(await messages()).toMatchObject([{ status: 'queued' }]);
  await ana.call(routes.updateAutomation, { params: { id }, body: { enabled: false } });
  await work();
  expect(await messages()).toMatchObject([{ status: 'canceled' }]);
  expect(await planned()).toEqual([{ status: 'canceled', reason: 'automation_off' }]);
});

it('recognizes an application that a system reports under another ID', async () => {
  await addRule({});
  const ben = await addCandidate();
  await enter(ben);
  await work();
  app.clock.advance(HOUR);
  await work();
  await query(`update messages set status = 'sent' where account_id = $1`, [ana.accountId]);
  // It was disconnected, and connected again.
  await query('delete from ats_people where account_id = $1', [ana.accountId]);
  await work();
  await enter(ben);
  app.clock.advance(HOUR);
  await work();
  expect(await messages()).toHaveLength(1);
});

it('goes to the number that the candidate has now', async () => {
  await addRule({});
  const ben = await addCandidate();
  await enter(ben);
  await work();
  app.clock.advance(HOUR);
  await work();
  await work();
  // It waits for the morning, or its turn.
  app.clock.advance(2 * HOUR);
  const to = candidatePhone();
  await ana.call(routes.updateCandidate, { params: { id: ben }, body: { phoneNumber: to } });
  await work();
  const found = await messages();
  expect(found).toHaveLength(2);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ to, status: 'queued' }),
      expect.objectContaining({ status: 'canceled' }),
    ]),
  );
});

it('leaves what the carrier has been given while it was to be taken back', async () => {
  await addRule({});
  const ben = await addCandidate();
  await enter(ben);
  await work();
  app.clock.advance(HOUR);
  await work();
  await work();
  await ana.call(routes.updateCandidate, { params: { id: ben }, body: { phoneNumber: candidatePhone() } });
  const dispatcher = await app.deps.pool.connect();
  await dispatcher.query('begin');
  await dispatcher.query('select from conversations where candidate_id = $1 for update', [ben]);
  const working = work();
  await vi.waitFor(async () =>
    expect(
      await query(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      ),
    ).toHaveLength(1),
  );
  await dispatcher.query(`update messages set status = 'sending' where account_id = $1`, [ana.accountId]);
  await dispatcher.query('commit');
  dispatcher.release();
  await working;
  await work();
  expect(await messages()).toMatchObject([{ status: 'sending' }]);
  expect(await planned()).toEqual([{ status: 'sent', reason: null }]);
});
