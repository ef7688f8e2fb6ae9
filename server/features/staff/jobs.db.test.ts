import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { AuditAction } from '../../../contract/audit.ts';
import * as routes from '../../../contract/routes.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { failNewest } from '../../testing/jobs.ts';
import { startStaffApp } from '../../testing/staff.ts';
import type { Recruiter, TestApp } from '../../testing/test-app.ts';
import type { Client } from '../../testing/test-client.ts';
import type { VerifiedPerson } from '../../testing/verified-person.ts';

/* Jobs that were given up. */

let app: TestApp;
let sam: VerifiedPerson;
let ana: Recruiter;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
  ana = await app.signUp();
});
afterAll(() => app.stop());

const reason = 'Ticket 4711';
const query = (text: string, values: unknown[] = []) => app.deps.pool.query(text, values);
const kind = jobKind({
  name: 'unhandledJob',
  payload: z.object({ accountId: z.uuid().optional() }),
  maxAttempts: 3,
});

async function failed(payload: { accountId?: string } = { accountId: ana.accountId }): Promise<string> {
  await enqueue(app.deps.db, [{ kind, payload }]);
  return failNewest(app.deps.pool, kind.name, 'No way to ana@example.com');
}

const jobs = async () => (await sam.call(routes.listFailedJobs, { query: { limit: 100 } })).items;

/** What is written in a log about one job. */
async function entriesOf(admin: Client, action: AuditAction, jobId: string) {
  const { items } = await admin.call(routes.listAuditEvents, { query: { action, limit: 100 } });
  return items.filter(({ details }) => details.jobId === jobId);
}

it('is listed without what is personal, tried again, and gone from the list', async () => {
  const jobId = await failed();
  expect((await jobs()).find(({ id }) => id === jobId)).toMatchObject({
    task: 'unhandledJob',
    accountId: ana.accountId,
    attempts: 3,
    error: 'No way to (address)',
  });
  await sam.call(routes.retryJob, { body: { jobId, reason } });
  expect((await jobs()).map(({ id }) => id)).not.toContain(jobId);
  const { rows } = await query('select attempts from graphile_worker.jobs where id = $1', [jobId]);
  expect(rows).toEqual([{ attempts: 0 }]);
  // It's in the queue like any other now.
  expect(await sam.refusal(routes.discardJob, { body: { jobId, reason } })).toBe('404 not_found');
});

it.each([
  [routes.retryJob, 'staff.jobRetried'],
  [routes.discardJob, 'staff.jobDiscarded'],
] as const)('%# is decided once, with a reason that its account reads', async (route, action) => {
  const jobId = await failed();
  const answers = await Promise.all([1, 2, 3].map(() => sam.ask(route, { body: { jobId, reason } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect(await entriesOf(ana, action, jobId)).toMatchObject([
    { actor: { name: 'Sam Lee' }, subject: 'unhandledJob', details: { reason }, ip: null, userAgent: null },
  ]);
  expect(await entriesOf(sam, action, jobId)).toMatchObject([
    { details: { reason, account: expect.any(String) }, ip: expect.any(String) },
  ]);
});

it('is decided by no one without a reason', async () => {
  const jobId = await failed();
  for (const route of [routes.retryJob, routes.discardJob])
    for (const body of [{ jobId }, { jobId, reason: ' \n' }, { jobId, reason: 'x'.repeat(301) }])
      expect(await sam.ask(route, { body })).toMatchObject({
        status: 422,
        body: { details: { fields: { reason: [expect.any(String)] } } },
      });
  expect((await jobs()).map(({ id }) => id)).toContain(jobId);
});

it('is gone for good when it is discarded', async () => {
  const jobId = await failed();
  await sam.call(routes.discardJob, { body: { jobId, reason } });
  const { rows } = await query('select 1 from graphile_worker.jobs where id = $1', [jobId]);
  expect(rows).toEqual([]);
});

it.each([
  ['no account', {}],
  ['an account that is erased', { accountId: '01890000-0000-7000-8000-000000000000' }],
])('about %s is only in the log of the staff', async (_, payload) => {
  const jobId = await failed(payload);
  await sam.call(routes.discardJob, { body: { jobId, reason } });
  const entries = await entriesOf(sam, 'staff.jobDiscarded', jobId);
  expect(entries).toMatchObject([{ details: { reason } }]);
  expect(entries[0]?.details).not.toHaveProperty('account');
});

it('that is only late is no one’s to discard', async () => {
  await enqueue(app.deps.db, [
    { kind, payload: { accountId: ana.accountId }, runAt: new Date(Date.now() + 9e6) },
  ]);
  const { rows } = await query('select max(id) as id from graphile_worker.jobs');
  const body = { jobId: String(rows[0].id), reason };
  expect(await sam.refusal(routes.discardJob, { body })).toBe('404 not_found');
});
