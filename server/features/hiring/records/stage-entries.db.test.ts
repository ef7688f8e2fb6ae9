import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount, makeCandidate } from '../../../testing/make.ts';
import { candidatePhone, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { knownStageIds, listStageEntries } from './stage-entries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const at = new Date('2026-11-20T15:00:00Z');

/** One who is in an own job and, linked, in three of a system: with stages of the job, of all jobs, and unknown ones. */
async function applicantOf(accountId: string) {
  const { pool, newId } = app.deps;
  const phoneNumber = candidatePhone();
  const candidateId = await makeCandidate(app.deps.db, accountId, {
    firstName: 'Kim',
    lastName: 'Lee',
    phoneNumber,
  });
  const [jobId, hired, offer] = [newId(), newId(), newId()];
  const run = (text: string, ...values: unknown[]) => pool.query(text, [accountId, ...values]);
  await run(
    `insert into job_stages (account_id, id, name, position, kind)
     values ($1, $2, 'Hired', 2, 'hired'), ($1, $3, 'Offer', 1, 'offer')`,
    hired,
    offer,
  );
  await run(
    `insert into jobs (account_id, id, name, status, created_by, created_at) values ($1, $2, 'Welder', 'open', $2, $3)`,
    jobId,
    at,
  );
  await run(
    `insert into applications (account_id, id, candidate_id, job_id, stage_id, stage_changed_at, created_by, created_at)
     values ($1, $2, $3, $2, $4, $5, $2, $5)`,
    jobId,
    candidateId,
    hired,
    at,
  );
  await run(
    `insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name, emails,
                             phone_numbers, changed_at) values ($1, 'lever', 'p1', $2, false, 'Kim', 'Lee', '{}', '{}', $3)`,
    candidateId,
    at,
  );
  await run(
    `insert into ats_stages (account_id, ats_type, job_external_id, external_id, name, position, kind)
     values ($1, 'lever', 'j1', 's1', 'Screen', 1, 'screen'), ($1, 'lever', '', 's2', 'Out', 1, 'rejected'),
            ($1, 'lever', 'j2', 's1', 'Of another job', 1, 'offer')`,
  );
  const apply = (job: string, stage: string | null, status: string) =>
    run(
      `insert into ats_applications (account_id, id, ats_type, external_id, person_external_id, job_external_id, job_name,
                                     stage_external_id, stage_name, status, stage_changed_at)
       values ($1, $2, 'lever', $3, 'p1', $3, 'Job ' || $3, $4, 'Said ' || $4, $5, $6)`,
      newId(),
      job,
      stage,
      status,
      at,
    );
  await apply('j1', 's1', 'active');
  await apply('j3', 's2', 'rejected');
  await apply('j4', 's9', 'active');
  await apply('j5', null, 'active');
  return { candidateId, hired };
}

it('are read of own jobs and of systems, and known by their ids, in one account', async () => {
  const { db, newId } = app.deps;
  const [accountId, other] = await Promise.all([
    makeAccount(db, { name: 'Quayside' }),
    makeAccount(db, { name: 'Other' }),
  ]);
  const { candidateId, hired } = await applicantOf(accountId);
  const entries = await listStageEntries(db, accountId, [candidateId, newId()]);
  const common = { applicationId: expect.any(String), candidateId, enteredAt: at };
  expect(entries.toSorted((a, b) => (a.jobName ?? '').localeCompare(b.jobName ?? ''))).toEqual([
    {
      ...common,
      stageId: 'lever/j1/s1',
      stageName: 'Screen',
      kind: 'screen',
      jobName: 'Job j1',
      status: 'active',
    },
    {
      ...common,
      stageId: 'lever//s2',
      stageName: 'Out',
      kind: 'rejected',
      jobName: 'Job j3',
      status: 'rejected',
    },
    {
      ...common,
      stageId: 'lever/j4/s9',
      stageName: 'Said s9',
      kind: 'other',
      jobName: 'Job j4',
      status: 'active',
    },
    { ...common, stageId: hired, stageName: 'Hired', kind: 'hired', jobName: 'Welder', status: 'hired' },
  ]);
  const asked = [hired, 'lever/j1/s1', 'lever//s2', 'lever/j4/s9', newId(), 'nonsense', ''];
  expect(await knownStageIds(db, accountId, asked)).toEqual(new Set([hired, 'lever/j1/s1', 'lever//s2']));
  expect(await knownStageIds(db, other, asked)).toEqual(new Set());
  expect(await listStageEntries(db, other, [candidateId])).toEqual([]);
  expect(await listStageEntries(db, accountId, [])).toEqual([]);
});
