import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { TimelineEntry } from '../../../contract/timeline.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../../testing/texting.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let ben: Recruiter;
let cy: Recruiter;
let candidateId: string;

const step = () => app.clock.advance(60_000);
/** What is still on its way would change between two looks. */
const sent = async (by: Recruiter, to: string, body: string) =>
  untilStatus(by, await sendText(by, to, body), 'delivered');

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  ben = await app.addColleague(ana, 'member');
  cy = await app.addColleague(ana, 'member');
  const phoneNumber = candidatePhone();
  const body = { firstName: 'Kim', lastName: 'Lee', phoneNumber };
  candidateId = (await ana.call(routes.createCandidate, { body })).id;
  step();
  await sent(ben, phoneNumber, 'Hi Kim, Ben here');
  step();
  const bens = await receiveText(app, ben, phoneNumber, 'Hi Ben');
  step();
  await ben.call(routes.snoozeConversation, {
    params: { id: bens.id },
    body: { until: null },
  });
  step();
  const { id: jobId } = await ana.call(routes.createJob, { body: { name: 'Welder' } });
  const application = await ben.call(routes.createApplication, { body: { candidateId, jobId } });
  step();
  const stages = await ana.call(routes.listJobStages, {});
  const stageId = stages.find(({ name }) => name === 'Offer')?.id ?? '';
  await ana.call(routes.moveStage, {
    params: { id: candidateId },
    body: { applicationId: application.id, stageId },
  });
  step();
  await sent(ana, phoneNumber, 'Ana from HR');
  step();
  await receiveText(app, ana, phoneNumber, 'STOP');
  step();
  await ben.call(routes.deleteApplication, { params: { id: application.id } });
  const startsAt = new Date(app.clock().getTime() + 24 * 3600 * 1000).toISOString();
  const endsAt = new Date(app.clock().getTime() + 25 * 3600 * 1000).toISOString();
  await ben.call(routes.createInterview, { body: { candidateId, title: 'Shop visit', startsAt, endsAt } });
});
afterAll(() => app.stop());

async function timeline(person: Recruiter, limit = 50): Promise<TimelineEntry[]> {
  const found: TimelineEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await person.call(routes.listTimeline, {
      params: { id: candidateId },
      query: { limit, ...(cursor === undefined ? {} : { cursor }) },
    });
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

const inWords = (entry: TimelineEntry): string => {
  switch (entry.kind) {
    case 'message':
      return `${entry.message.direction} ${entry.message.body}`;
    case 'interview':
      return `interview ${entry.interview.title}`;
    case 'stage':
      return `${entry.change} ${entry.jobName}${entry.stageName ? ` ${entry.stageName}` : ''}`;
    case 'note':
      return `note ${entry.note.body}`;
    case 'activity':
      return `${entry.activity.type} by ${entry.activity.actor?.id === ben.userId ? 'Ben' : 'another'}`;
    case 'consent':
      return `${entry.event.type} ${entry.event.wording}`;
  }
};

const WHOLE = [
  'interview Shop visit',
  'removedFromJob Welder',
  'revoked STOP',
  'inbound STOP',
  'outbound Ana from HR',
  'moved Welder Offer',
  'addedToJob Welder',
  'snoozed by Ben',
  'inbound Hi Ben',
  'outbound Hi Kim, Ben here',
];
const sameTime = (words: string[]) => [...words].sort();

describe("a candidate's timeline", () => {
  it('has everything that an admin sees, in order, whatever the size of a page', async () => {
    const whole = await timeline(ana);
    const shown = whole.map(inWords);
    // What the same text did has the same time.
    expect(sameTime(shown)).toEqual(sameTime(WHOLE));
    expect(shown.filter((words) => !words.includes('STOP'))).toEqual(
      WHOLE.filter((words) => !words.includes('STOP')),
    );
    const times = whole.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    for (const limit of [1, 2, 3, 7]) expect(await timeline(ana, limit)).toEqual(whole);
  });

  it('names who did what', async () => {
    const entries = await timeline(ana);
    const by = (words: string) => {
      const entry = entries.find((each) => inWords(each) === words);
      if (entry?.kind === 'message') return entry.colleague?.id;
      return entry?.kind === 'stage' ? entry.by.id : null;
    };
    expect(by('outbound Hi Kim, Ben here')).toBe(ben.userId);
    expect(by('inbound Hi Ben')).toBe(ben.userId);
    expect(by('outbound Ana from HR')).toBe(ana.userId);
    expect(by('moved Welder Offer')).toBe(ana.userId);
    expect(by('addedToJob Welder')).toBe(ben.userId);
  });

  it("leaves out colleagues' conversations, and what was written in them", async () => {
    const shared = [
      'interview Shop visit',
      'removedFromJob Welder',
      'revoked null',
      'moved Welder Offer',
      'addedToJob Welder',
    ];
    expect((await timeline(cy)).map(inWords)).toEqual(shared);
    expect((await timeline(ben)).map(inWords)).toEqual([
      ...shared,
      'snoozed by Ben',
      'inbound Hi Ben',
      'outbound Hi Kim, Ben here',
    ]);
  });

  it('leaves out canceled texts', async () => {
    const other = candidatePhone();
    const message = await sendText(ana, other, 'Oops', { undoSeconds: 30 });
    await ana.call(routes.cancelMessage, { params: { id: message.id } });
    const { items } = await ana.call(routes.listCandidates, { query: { search: other } });
    const page = await ana.call(routes.listTimeline, { params: { id: items[0]?.id ?? '' }, query: {} });
    expect(page.items).toEqual([]);
    expect(items[0]?.lastContact).toBeNull();
  });

  it('is not there for a hiring manager of other jobs, and gone with the candidate', async () => {
    const ask = { params: { id: candidateId }, query: {} };
    await app.deps.pool.query("update seats set seat_role = 'hiringManager' where user_id = $1", [cy.userId]);
    const link = (emails: string) =>
      app.deps.pool.query(
        `with job as (
           insert into ats_jobs (account_id, ats_type, external_id, name, status, hiring_manager_emails)
           values ($1, 'lever', 'j1', 'Rigger', 'open', $3::text[])
           on conflict (account_id, ats_type, external_id) do update set hiring_manager_emails = excluded.hiring_manager_emails
         ), person as (
           insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name, emails, phone_numbers, changed_at)
           values ($1, 'lever', 'p1', $2, false, 'Kim', 'Lee', '{}', '{}', now()) on conflict do nothing
         )
         insert into ats_applications (account_id, id, ats_type, external_id, person_external_id, job_external_id, job_name, status, stage_changed_at)
         values ($1, gen_random_uuid(), 'lever', 'a1', 'p1', 'j1', 'Rigger', 'active', now()) on conflict do nothing`,
        [ana.accountId, candidateId, emails],
      );
    await link('{other@example.com}');
    await eventually(async () => expect(await cy.refusal(routes.listTimeline, ask)).toBe('404 not_found'));
    await link('{}');
    expect((await cy.call(routes.listTimeline, ask)).items.map(inWords)).toContain('revoked null');
    await ana.call(routes.deleteCandidate, { params: { id: candidateId }, query: {} });
    expect(await ana.refusal(routes.listTimeline, ask)).toBe('404 not_found');
  });
});
