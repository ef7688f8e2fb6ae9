import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { Interview } from '../../../../contract/interviews.ts';
import * as routes from '../../../../contract/routes.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sendText } from '../../../testing/texting.ts';

const NEXT_YEAR = new Date().getUTCFullYear() + 1;

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;
let dee: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'off' } });
  ana = await app.signUp();
  cem = await app.addColleague(ana);
  dee = await app.addColleague(ana);
});
afterAll(() => app.stop());

const HOUR = 3600_000;
const NO_CANDIDATE = '01890000-0000-7000-8000-000000000000';
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const SOON = at(30);

const newCandidate = (fields: object = {}): Promise<Candidate> =>
  ana.call(routes.createCandidate, {
    body: {
      firstName: 'Ben',
      lastName: 'Ito',
      phoneNumber: candidatePhone(),
      timezone: 'America/Chicago',
      ...fields,
    },
  });

const add = (person: Recruiter, { id }: { id: string }, more: object = {}): Promise<Interview> =>
  person.call(routes.createInterview, {
    body: { candidateId: id, title: 'Screening', startsAt: at(24), endsAt: at(25), ...more },
  });
const listOf = async (person: Recruiter, { id }: { id: string }, query: object = {}) =>
  (await person.call(routes.listInterviews, { query: { candidateId: id, limit: 100, ...query } })).items;
const change = (person: Recruiter, { id }: { id: string }, body: object): Promise<Interview> =>
  person.call(routes.updateInterview, { params: { id }, body });

/** As the sync writes one. */
async function tell(accountId: string, candidateId: string | null, more: { startsAt?: string } = {}) {
  const id = crypto.randomUUID();
  const startsAt = more.startsAt ?? at(2);
  await app.deps.pool.query(
    `insert into interviews (account_id, id, candidate_id, ats_type, external_id, title, starts_at, ends_at, interviewers,
            status, created_at, updated_at)
     values ($1, $2, $3, 'lever', $5, 'Panel', $4, $4::timestamptz + interval '1 hour', '{Kim}', 'scheduled', now(), now())`,
    [accountId, id, candidateId, startsAt, `i-${id}`],
  );
  return { id };
}

describe('an interview', () => {
  it('is added, changed and canceled', async () => {
    const candidate = await newCandidate();
    const [startsAt, endsAt] = [at(24), at(25)];
    const made = await add(cem, candidate, {
      title: ' First talk ',
      startsAt,
      endsAt,
      location: '120 Main Street',
      videoUrl: 'https://meet.example.com/a?b=c',
      interviewers: ['Mia Chen', ' Bo '],
    });
    expect(made).toEqual({
      id: made.id,
      candidateId: candidate.id,
      title: 'First talk',
      startsAt,
      endsAt,
      timezone: 'America/Chicago',
      candidateTimezone: 'America/Chicago',
      location: '120 Main Street',
      videoUrl: 'https://meet.example.com/a?b=c',
      interviewers: ['Mia Chen', 'Bo'],
      atsType: null,
      status: 'scheduled',
      rescheduleRequestedAt: null,
      createdBy: { id: cem.userId, firstName: expect.any(String), lastName: expect.any(String) },
      can: { edit: true },
    });
    const changed = await change(cem, made, {
      title: '',
      location: ' ',
      timezone: 'America/Denver',
      interviewers: [],
    });
    expect(changed).toEqual({
      ...made,
      title: 'Interview',
      location: null,
      timezone: 'America/Denver',
      interviewers: [],
    });
    expect(await listOf(ana, candidate)).toEqual([{ ...changed, can: { edit: true } }]);
    for (let times = 0; times < 2; times += 1)
      expect(await cem.call(routes.cancelInterview, { params: made })).toEqual({ status: 'ok' });
    expect(await listOf(cem, candidate)).toMatchObject([{ id: made.id, status: 'canceled' }]);
  });

  it('that has begun is taken, and one without a title', async () => {
    const candidate = await newCandidate();
    const made = await add(ana, candidate, { title: undefined, startsAt: at(-1), endsAt: at(1) });
    expect(made).toMatchObject({ title: 'Interview', status: 'scheduled' });
  });

  it('is added once for an Idempotency-Key', async () => {
    const candidate = await newCandidate();
    const input = {
      body: { candidateId: candidate.id, startsAt: at(24), endsAt: at(25) },
      headers: { 'idempotency-key': 'interview-1' },
    };
    expect(await ana.call(routes.createInterview, input)).toEqual(
      await ana.call(routes.createInterview, input),
    );
    expect(await listOf(ana, candidate)).toHaveLength(1);
  });

  it('loses what the candidate answered when it moves', async () => {
    const made = await add(ana, await newCandidate());
    expect(await change(ana, made, { status: 'confirmed' })).toMatchObject({ status: 'confirmed' });
    expect(await change(ana, made, { endsAt: at(26) })).toMatchObject({ status: 'confirmed' });
    expect(await change(ana, made, { startsAt: at(25) })).toMatchObject({ status: 'scheduled' });
  });

  it.each<[string, object, string]>([
    ['no start', { startsAt: undefined }, 'startsAt'],
    ['no end', { endsAt: undefined }, 'endsAt'],
    ['an end before its start', { endsAt: at(23) }, 'endsAt'],
    ['an end at its start', { startsAt: SOON, endsAt: SOON }, 'endsAt'],
    ['a year that no one means', { startsAt: '1026-11-24T10:00:00Z' }, 'startsAt'],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['a link that runs something', { videoUrl: 'javascript:alert(1)' }, 'videoUrl'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title'],
    ['too many interviewers', { interviewers: Array.from({ length: 21 }, () => 'Mia') }, 'interviewers'],
  ])('is refused with %s, at the field', async (_, more, field) => {
    const body = { candidateId: NO_CANDIDATE, startsAt: at(24), endsAt: at(25), ...more };
    expect(await ana.ask(routes.createInterview, { body })).toMatchObject({
      status: 422,
      body: { code: 'invalid', details: { fields: { [field]: [expect.any(String)] } } },
    });
  });

  it('is not moved behind its end', async () => {
    const made = await add(ana, await newCandidate());
    const answer = await ana.ask(routes.updateInterview, {
      params: { id: made.id },
      body: { startsAt: at(30) },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { details: { fields: { endsAt: [expect.any(String)] } } },
    });
  });

  it('needs a candidate', async () => {
    const body = { candidateId: NO_CANDIDATE, startsAt: at(24), endsAt: at(25) };
    expect(await ana.refusal(routes.createInterview, { body })).toBe('404 not_found');
    expect(await ana.refusal(routes.listInterviews, { query: { candidateId: NO_CANDIDATE } })).toBe(
      '404 not_found',
    );
  });
});

describe('who may', () => {
  const refusals = async (person: Recruiter, { id }: { id: string }) => [
    await person.refusal(routes.updateInterview, { params: { id }, body: { title: 'Mine' } }),
    await person.refusal(routes.cancelInterview, { params: { id } }),
  ];

  it('see it: everybody who sees the candidate; change it: who added it, and admins', async () => {
    const candidate = await newCandidate();
    const made = await add(cem, candidate);
    expect(await listOf(dee, candidate)).toEqual([{ ...made, can: { edit: false } }]);
    expect(await refusals(dee, made)).toEqual(['403 interview_of_colleague', '403 interview_of_colleague']);
    expect(await change(ana, made, { title: 'Second talk' })).toMatchObject({
      createdBy: { id: cem.userId },
    });
  });

  it('change what a system sent: no one', async () => {
    const candidate = await newCandidate();
    const synced = await tell(ana.accountId, candidate.id);
    expect(await listOf(ana, candidate)).toMatchObject([
      {
        ...synced,
        title: 'Panel',
        atsType: 'lever',
        createdBy: null,
        timezone: 'America/Chicago',
        can: { edit: false },
      },
    ]);
    expect(await refusals(ana, synced)).toEqual(['409 interview_synced', '409 interview_synced']);
  });

  it('see one of someone who is no candidate here: no one', async () => {
    const synced = await tell(ana.accountId, null);
    const { items } = await ana.call(routes.listInterviews, { query: { limit: 100 } });
    expect(items.map(({ id }) => id)).not.toContain(synced.id);
    expect(await refusals(ana, synced)).toEqual(['404 not_found', '404 not_found']);
  });

  it('see those of a hidden candidate: no hiring manager of another job', async () => {
    const candidate = await newCandidate();
    const made = await add(ana, candidate);
    const seen = async () =>
      (await dee.call(routes.listInterviews, { query: { limit: 100 } })).items.map(({ id }) => id);
    const { pool } = app.deps;
    await pool.query(`update seats set seat_role = 'hiringManager' where id = $1`, [dee.seatId]);
    expect(await seen()).toContain(made.id);
    await pool.query(
      `with person as (
         insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name,
                emails, phone_numbers, changed_at)
         values ($1, 'lever', 'p1', $2, false, 'Ben', 'Ito', '{}', '{}', now()) returning external_id),
       job as (
         insert into ats_jobs (account_id, ats_type, external_id, name, status, hiring_manager_emails)
         values ($1, 'lever', 'j1', 'Nurse', 'open', '{boss@example.com}'))
       insert into ats_applications (account_id, id, ats_type, external_id, person_external_id, job_external_id, status,
              stage_changed_at)
       select $1, gen_random_uuid(), 'lever', 'a1', external_id, 'j1', 'active', now() from person`,
      [ana.accountId, candidate.id],
    );
    expect(await seen()).not.toContain(made.id);
    expect(await refusals(dee, made)).toEqual(['404 not_found', '404 not_found']);
    const query = { candidateId: candidate.id };
    expect(await dee.refusal(routes.listInterviews, { query })).toBe('404 not_found');
    const body = { ...query, startsAt: at(24), endsAt: at(25) };
    expect(await dee.refusal(routes.createInterview, { body })).toBe('404 not_found');
  });
});

describe('the list', () => {
  it('comes in pages, in both orders, of a time', async () => {
    const candidate = await newCandidate();
    const days = [3, 1, 2, 2, 5];
    for (const day of days)
      await add(ana, candidate, { title: `${day}`, startsAt: at(day * 24), endsAt: at(200) });
    const walk = async (query: object) => {
      const titles: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await ana.call(routes.listInterviews, {
          query: { candidateId: candidate.id, limit: 2, cursor, ...query },
        });
        titles.push(...page.items.map(({ title }) => title));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return titles.join(' ');
    };
    expect(await walk({})).toBe('1 2 2 3 5');
    expect(await walk({ order: 'latest' })).toBe('5 3 2 2 1');
    expect(await walk({ from: at(36), to: at(84) })).toBe('2 2 3');
  });
});

describe('a text', () => {
  const body =
    '{{interview.date}} at {{interview.time}}, {{interview.location|by video}}, {{interview.videoUrl|at our office}}, with {{interview.interviewers|us}}';
  const textTo = async ({ id }: Candidate, text = body) =>
    ana.ask(routes.sendMessage, { body: { candidateId: id, body: text } });
  const evening = {
    startsAt: `${NEXT_YEAR}-03-03T02:05:00.000Z`,
    endsAt: `${NEXT_YEAR}-03-03T03:00:00.000Z`,
  };

  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${NEXT_YEAR}-03-02`),
  );

  it("has the candidate's next interview that isn't canceled, in their time", async () => {
    const candidate = await newCandidate();
    await add(ana, candidate, {
      startsAt: '2026-01-30T15:00:00.000Z',
      endsAt: evening.endsAt,
      location: 'Before',
    });
    const off = await add(ana, candidate, {
      startsAt: `${NEXT_YEAR}-02-20T15:00:00.000Z`,
      endsAt: evening.endsAt,
    });
    await ana.call(routes.cancelInterview, { params: off });
    await add(ana, candidate, {
      ...evening,
      startsAt: `${NEXT_YEAR}-03-03T02:30:00.000Z`,
      location: 'After',
    });
    await add(ana, candidate, {
      ...evening,
      timezone: 'America/New_York',
      location: '120 Main Street',
      interviewers: ['Mia Chen', 'Bo Li'],
    });
    expect(await textTo(candidate)).toMatchObject({
      status: 201,
      body: {
        body: `${weekday}, March 2 at 8:05 PM, 120 Main Street, at our office, with Mia Chen and Bo Li`,
      },
    });
  });

  it('has what a system sent too', async () => {
    const candidate = await newCandidate();
    await tell(ana.accountId, candidate.id);
    expect(await textTo(candidate, 'With {{interview.interviewers}}')).toMatchObject({
      body: { body: 'With Kim' },
    });
  });

  it('without an interview, or without what it lacks, is refused', async () => {
    const candidate = await newCandidate();
    expect(await textTo(candidate, 'On {{interview.date}}')).toMatchObject({
      status: 422,
      body: { code: 'missing_attributes', details: { attributes: ['interview.date'] } },
    });
    await add(ana, candidate);
    expect(await textTo(candidate, '{{interview.date}} {{interview.location}}')).toMatchObject({
      body: { details: { attributes: ['interview.location'] } },
    });
  });

  it('of a batch has its candidate’s interview', async () => {
    const [one, two] = [await newCandidate(), await newCandidate()];
    await add(ana, one, { location: 'One' });
    await add(ana, two, { location: 'Two' });
    const texts = await Promise.all(
      [one, two, one].map((candidate) => textTo(candidate, '{{candidate.firstName}} {{interview.location}}')),
    );
    expect(texts.map((answer) => (answer.body as { body: string }).body)).toEqual([
      'Ben One',
      'Ben Two',
      'Ben One',
    ]);
  });
});

describe('open pages and deleted candidates', () => {
  it('are notified of every change beside the thread', async () => {
    const candidate = await newCandidate();
    const { conversationId } = await sendText(ana, candidate.phoneNumber, 'Hi');
    const notes = async () => {
      const { rows } = await app.deps.pool.query<{ count: number }>(
        `select count(*)::int as count from live_events where kind = 'conversation.updated' and subject_id = $1`,
        [conversationId],
      );
      return rows[0]?.count ?? 0;
    };
    const before = await notes();
    const made = await add(ana, candidate);
    expect(await notes()).toBe(before + 1);
    await change(ana, made, { title: 'Other' });
    await change(ana, made, { title: 'Other' });
    await ana.call(routes.cancelInterview, { params: made });
    expect(await notes()).toBe(before + 3);
  });

  it('come back without those of a system that is disconnected by now', async () => {
    const candidate = await newCandidate();
    const made = await add(ana, candidate);
    await tell(ana.accountId, candidate.id);
    await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
    await ana.call(routes.restoreCandidate, { params: { id: candidate.id } });
    expect(await listOf(ana, candidate)).toEqual([made]);
  });

  it('come back with their interviews, also when who entered them was erased in between', async () => {
    const candidate = await newCandidate();
    const made = await add(cem, candidate);
    await ana.call(routes.deleteCandidate, { params: candidate });
    expect(await ana.refusal(routes.updateInterview, { params: made, body: {} })).toBe('404 not_found');
    await app.deps.pool.query(`update seats set status = 'available', user_id = null where id = $1`, [
      cem.seatId,
    ]);
    await app.deps.pool.query('delete from users where id = $1', [cem.userId]);
    await ana.call(routes.restoreCandidate, { params: candidate });
    expect(await listOf(ana, candidate)).toEqual([{ ...made, createdBy: null }]);
  });
});
