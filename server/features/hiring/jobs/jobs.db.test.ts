import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../../contract/ats.ts';
import { MAX_JOB_STAGES } from '../../../../contract/jobs.ts';
import * as routes from '../../../../contract/routes.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { receiveText, sendText } from '../../../testing/texting.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let ben: Recruiter;
let manager: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  ben = await app.addColleague(ana);
  manager = await app.addColleague(ana);
  await app.deps.pool.query("update seats set seat_role = 'hiringManager' where id = $1", [manager.seatId]);
});
afterAll(() => app.stop());

let made = 0;
const addJob = (person = ben) => {
  made += 1;
  return person.call(routes.createJob, { body: { name: `Welder ${made}` } });
};
const addCandidate = (person = ben) =>
  person.call(routes.createCandidate, {
    body: { firstName: 'Kim', lastName: 'Lee', phoneNumber: candidatePhone() },
  });
const ownStages = async () =>
  (await ben.call(routes.listJobStages, {})).filter((stage) => stage.atsType === null);
const stageOf = async (name: string) =>
  (await ownStages()).find((stage) => stage.name === name)?.id ?? `no stage ${name}`;
const apply = (candidateId: string, jobId: string, stageId?: string) =>
  ben.call(routes.createApplication, { body: { candidateId, jobId, ...(stageId && { stageId }) } });
const move = (
  candidateId: string,
  application: Application,
  to: { stageId: string; fromStageId?: string },
) => ({ params: { id: candidateId }, body: { applicationId: application.id, ...to } });
const board = async (jobId: string, stageId: string, cursor?: string) =>
  ben.call(routes.listBoard, {
    params: { id: jobId },
    query: { stageId, limit: 2, ...(cursor && { cursor }) },
  });
const namesIn = async (jobId: string) =>
  Object.fromEntries(
    (await ben.call(routes.getJob, { params: { id: jobId } })).stages
      .filter(({ candidates }) => candidates > 0)
      .map(({ name, candidates }) => [name, candidates]),
  );

describe('jobs', () => {
  it('are added with stages, renamed, closed, listed newest first, and deleted while empty', async () => {
    const first = await addJob();
    expect(first).toMatchObject({ status: 'open', candidates: 0 });
    expect(
      (await ownStages()).map(({ name, kind, order, jobId, jobName }) => [name, kind, order, jobId, jobName]),
    ).toEqual(
      [
        ['Lead', 'lead'],
        ['Applied', 'applied'],
        ['Phone screen', 'screen'],
        ['Interview', 'interview'],
        ['Offer', 'offer'],
        ['Hired', 'hired'],
        ['Rejected', 'rejected'],
      ].map((stage, index) => [...stage, index + 1, null, null]),
    );
    const second = await addJob(ana);
    expect(await ownStages()).toHaveLength(7);
    const params = { id: first.id };
    await ben.call(routes.updateJob, { params, body: { name: 'Rigger' } });
    expect(await ben.call(routes.updateJob, { params, body: { status: 'closed' } })).toMatchObject({
      name: 'Rigger',
      status: 'closed',
    });
    const listed = async (query: { status?: 'open' | 'closed'; limit?: number; cursor?: string }) => {
      const { items, nextCursor } = await ben.call(routes.listJobs, { query });
      return { ids: items.map(({ id }) => id), cursor: nextCursor ?? '' };
    };
    expect((await listed({})).ids).toEqual([second.id, first.id]);
    expect((await listed({ status: 'open' })).ids).toEqual([second.id]);
    expect((await listed({ status: 'closed' })).ids).toEqual([first.id]);
    const { cursor } = await listed({ limit: 1 });
    expect((await listed({ limit: 1, cursor })).ids).toEqual([first.id]);

    const kim = await addCandidate();
    const closed = { candidateId: kim.id, jobId: first.id };
    expect(await ben.refusal(routes.createApplication, { body: closed })).toBe('409 job_closed');
    await ben.call(routes.updateJob, { params, body: { status: 'open' } });
    const application = await apply(kim.id, first.id);
    expect(await ben.refusal(routes.deleteJob, { params })).toBe('409 job_in_use');
    await ben.call(routes.deleteApplication, { params: { id: application.id } });
    await ben.call(routes.deleteJob, { params });
    expect(await ben.refusal(routes.getJob, { params })).toBe('404 not_found');
    expect(await ben.refusal(routes.updateJob, { params, body: {} })).toBe('404 not_found');
    expect(await ben.refusal(routes.deleteJob, { params })).toBe('404 not_found');
    expect(await ben.refusal(routes.createApplication, { body: closed })).toBe('404 not_found');
  });
});

describe('stages', () => {
  it('are added at their place, changed, reordered, and deleted while empty', async () => {
    const job = await addJob();
    const names = async () => (await ownStages()).map(({ name }) => name);
    const before = await names();
    const trial = await ana.call(routes.createJobStage, { body: { name: 'Trial', kind: 'other', order: 2 } });
    expect(trial).toMatchObject({ order: 2, atsType: null, jobId: null });
    expect(await names()).toEqual([before[0], 'Trial', ...before.slice(1)]);
    const params = { id: trial.id };
    await ana.call(routes.updateJobStage, { params, body: { name: 'Trial shift' } });
    expect(await ana.call(routes.updateJobStage, { params, body: { kind: 'interview' } })).toMatchObject({
      name: 'Trial shift',
      kind: 'interview',
      order: 2,
    });
    await ana.call(routes.updateJobStageOrder, { body: { ids: [trial.id, await stageOf('Lead')] } });
    expect((await names()).slice(0, 3)).toEqual(['Trial shift', 'Lead', 'Applied']);
    const application = await apply((await addCandidate()).id, job.id);
    expect(application.stageName).toBe('Trial shift');
    expect(await ana.refusal(routes.deleteJobStage, { params })).toBe('409 stage_in_use');
    await ben.call(routes.deleteApplication, { params: { id: application.id } });
    await ana.call(routes.deleteJobStage, { params });
    expect(await ana.refusal(routes.deleteJobStage, { params })).toBe('404 not_found');
    expect(await names()).toEqual(before);
  });

  it('are at least one and at most so many, however they are asked for', async () => {
    const other = await app.signUp();
    const add = () => other.ask(routes.createJobStage, { body: { name: 'Trial', kind: 'other' } });
    await other.call(routes.createJob, { body: { name: 'Rigger' } });
    const answers = await Promise.all(Array.from({ length: MAX_JOB_STAGES }, add));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_JOB_STAGES - 7);
    const stages = await other.call(routes.listJobStages, {});
    expect(stages.map(({ order }) => order)).toEqual(stages.map((_, index) => index + 1));
    const gone = await Promise.all(
      stages.map(({ id }) => other.ask(routes.deleteJobStage, { params: { id } })),
    );
    expect(gone.map(({ status }) => status).toSorted()).toEqual([...stages.slice(1).map(() => 200), 409]);
  });
});

describe('applications', () => {
  it('are shown with the candidate and on the board, and moved by one at a time', async () => {
    const job = await addJob();
    const kim = await addCandidate();
    const application = await apply(kim.id, job.id);
    const lead = await stageOf('Lead');
    const offer = await stageOf('Offer');
    expect(application).toEqual({
      id: application.id,
      atsType: null,
      externalId: null,
      jobId: job.id,
      jobName: job.name,
      stageId: lead,
      stageName: 'Lead',
      source: null,
      profileUrl: null,
      can: { moveStage: true, remove: true },
    });
    const applicationsOf = async (person: Recruiter) =>
      (await person.call(routes.getCandidate, { params: { id: kim.id } })).applications;
    expect(await applicationsOf(ben)).toEqual([application]);
    const again = { candidateId: kim.id, jobId: job.id };
    expect(await ben.refusal(routes.createApplication, { body: again })).toBe('409 already_applied');

    const answers = await Promise.all(
      ['Offer', 'Hired', 'Rejected'].map(async (name) =>
        ben.ask(
          routes.moveStage,
          move(kim.id, application, { stageId: await stageOf(name), fromStageId: lead }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    // Without a starting stage, they are moved all the same.
    const moved = await ben.call(routes.moveStage, move(kim.id, application, { stageId: offer }));
    expect(moved).toEqual({ ...application, stageId: offer, stageName: 'Offer' });
    const stale = move(kim.id, application, { stageId: await stageOf('Hired'), fromStageId: lead });
    expect(await ben.refusal(routes.moveStage, stale)).toBe('409 stage_moved');
    // People already there aren't notified.
    await ben.call(routes.moveStage, move(kim.id, application, { stageId: offer, fromStageId: lead }));
    expect(await namesIn(job.id)).toEqual({ Offer: 1 });
    expect((await board(job.id, offer)).items).toEqual([
      {
        application: moved,
        candidate: {
          id: kim.id,
          firstName: 'Kim',
          lastName: 'Lee',
          phoneNumber: kim.phoneNumber,
          phoneNumberFormatted: kim.phoneNumberFormatted,
        },
        stageChangedAt: expect.any(String),
        lastMessage: null,
        unreadCount: 0,
        nextInterview: null,
      },
    ]);
    const moves = async () =>
      (await ana.call(routes.listAuditEvents, { query: { action: 'candidate.moved', limit: 1 } })).items;
    const entry = { actor: { id: ben.userId }, subjectId: kim.id, subject: 'Kim Lee' };
    expect(await moves()).toMatchObject([
      { ...entry, details: { from: expect.any(String), stage: 'Offer', job: job.name } },
    ]);
    expect(JSON.stringify((await app.deps.pool.query('select * from audit_events')).rows)).not.toContain(
      'Kim',
    );

    const nowhere = move(kim.id, application, { stageId: 'lever//1' });
    expect(await ben.refusal(routes.moveStage, nowhere)).toBe('422 invalid');
    const ofAnother = move((await addCandidate()).id, application, { stageId: lead });
    expect(await ben.refusal(routes.moveStage, ofAnother)).toBe('404 not_found');
    await ben.call(routes.deleteApplication, { params: { id: application.id } });
    expect(await applicationsOf(ben)).toEqual([]);
    expect(await ben.refusal(routes.deleteApplication, { params: { id: application.id } })).toBe(
      '404 not_found',
    );
  });

  it('are paged by stage, who came into it last first', async () => {
    const job = await addJob();
    const lead = await stageOf('Lead');
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await addCandidate();
      await apply(id, job.id);
      ids.unshift(id);
    }
    const first = await board(job.id, lead);
    const second = await board(job.id, lead, first.nextCursor ?? '');
    expect([...first.items, ...second.items].map(({ candidate }) => candidate.id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(await ben.refusal(routes.listBoard, { params: { id: job.id }, query: { stageId: job.id } })).toBe(
      '404 not_found',
    );
    expect((await ben.call(routes.listJobs, { query: { limit: 1 } })).items).toMatchObject([
      { id: job.id, candidates: 3 },
    ]);
  });

  it('are shown with the last text, what is unread and the next interview', async () => {
    const job = await addJob();
    const lead = await stageOf('Lead');
    const kim = await addCandidate();
    await apply(kim.id, job.id);
    const card = async (person: Recruiter) =>
      (await person.call(routes.listBoard, { params: { id: job.id }, query: { stageId: lead } })).items[0];
    const sent = await sendText(ben, kim.phoneNumber, 'Hi Kim');
    expect(await card(ben)).toMatchObject({
      lastMessage: { id: sent.id, body: 'Hi Kim', direction: 'outbound', sender: { id: ben.userId } },
      unreadCount: 0,
    });
    await receiveText(app, ben, kim.phoneNumber, 'See you');
    const unread = { lastMessage: { body: 'See you', direction: 'inbound', sender: null }, unreadCount: 1 };
    expect(await card(ben)).toMatchObject(unread);
    // Admins see all conversations, colleagues only theirs.
    expect(await card(ana)).toMatchObject(unread);
    expect(await card(manager)).toMatchObject({ lastMessage: null, unreadCount: 0 });

    const interview = (days: number) => {
      const startsAt = new Date(app.deps.clock().getTime() + days * 24 * 3600_000);
      const endsAt = new Date(startsAt.getTime() + 3600_000).toISOString();
      return ben.call(routes.createInterview, {
        body: { candidateId: kim.id, startsAt: startsAt.toISOString(), endsAt },
      });
    };
    const [later, sooner] = [await interview(3), await interview(2)];
    expect(await card(manager)).toMatchObject({ nextInterview: { startsAt: sooner.startsAt } });
    await ben.call(routes.cancelInterview, { params: { id: sooner.id } });
    expect(await card(ben)).toMatchObject({ nextInterview: { startsAt: later.startsAt } });
    app.clock.advance(4 * 24 * 3600_000);
    expect(await card(ben)).toMatchObject({ nextInterview: null });
    app.clock.reset();
  });

  it('come back with a restored candidate, into the first stage if theirs is gone, and not into a deleted job', async () => {
    const [stays, goes] = [await addJob(), await addJob()];
    const trial = await ana.call(routes.createJobStage, { body: { name: 'Trial', kind: 'other' } });
    const [kim, lee] = [await addCandidate(), await addCandidate()];
    const kept = await apply(kim.id, stays.id, await stageOf('Offer'));
    await apply(kim.id, goes.id);
    const inTrial = await apply(lee.id, stays.id, trial.id);
    for (const { id } of [kim, lee]) await ana.call(routes.deleteCandidate, { params: { id } });
    expect(await namesIn(stays.id)).toEqual({});
    await ana.call(routes.deleteJobStage, { params: { id: trial.id } });
    await ben.call(routes.deleteJob, { params: { id: goes.id } });
    expect((await ana.call(routes.restoreCandidate, { params: { id: kim.id } })).applications).toEqual([
      kept,
    ]);
    expect((await ana.call(routes.restoreCandidate, { params: { id: lee.id } })).applications).toEqual([
      { ...inTrial, stageId: await stageOf('Lead'), stageName: 'Lead' },
    ]);
  });

  it('are shown to hiring managers, who move none, and only of candidates they see', async () => {
    const job = await addJob();
    const lead = await stageOf('Lead');
    const [kim, lee] = [await addCandidate(), await addCandidate()];
    const application = await apply(kim.id, job.id);
    await apply(lee.id, job.id);
    // Lee applied elsewhere, for a job of another hiring manager.
    const { accountId } = ana;
    const at = new Date();
    const { pool } = app.deps;
    await pool.query(
      `insert into ats_jobs (account_id, ats_type, external_id, name, status, hiring_manager_emails)
       values ($1, 'lever', 'j1', 'Clerk', 'open', '{other@example.com}')`,
      [accountId],
    );
    await pool.query(
      `insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name, emails,
                               phone_numbers, changed_at) values ($1, 'lever', 'p1', $2, false, 'Lee', '', '{}', '{}', $3)`,
      [accountId, lee.id, at],
    );
    await pool.query(
      `insert into ats_applications (account_id, id, ats_type, external_id, person_external_id, job_external_id, status,
                                     stage_changed_at) values ($1, $2, 'lever', 'a1', 'p1', 'j1', 'active', $3)`,
      [accountId, app.deps.newId(), at],
    );
    const asManager = { params: { id: job.id } };
    expect(await manager.call(routes.getJob, asManager)).toMatchObject({ candidates: 1 });
    const shown = await manager.call(routes.listBoard, { ...asManager, query: { stageId: lead } });
    expect(shown.items).toMatchObject([
      { candidate: { id: kim.id }, application: { can: { moveStage: false, remove: false } } },
    ]);
    const input = move(kim.id, application, { stageId: await stageOf('Offer') });
    expect(await manager.refusal(routes.moveStage, input)).toBe('403 forbidden');
    expect(await namesIn(job.id)).toEqual({ Lead: 2 });
  });
});
