import { COMMON_FIELDS, HARVEST_LISTS, type HarvestList } from './harvest-facts.ts';
import type { Hiring } from './hiring.ts';
import type { Job, Person } from './hiring-records.ts';

export type HarvestRow = { id: number; created_at: string; updated_at: string } & Record<string, unknown>;

/** Where those who apply come from. */
const SOURCE = { id: 4_000_001, name: 'Referral', type: null };

type Dated = { id: string; createdAt: Date; updatedAt: Date };

/** `next`: added to the ID, for rows that share a record here. */
const row = ({ id, createdAt, updatedAt }: Dated, fields: object, next = 0): HarvestRow => ({
  id: Number(id) + next,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  ...fields,
});

const asCandidate = ({ firstName, lastName, emails, phones, extra }: Person) => ({
  first_name: firstName,
  last_name: lastName,
  email_addresses: emails.map((value) => ({ value, type: 'personal' })),
  phone_numbers: phones.map((value, index) => ({ value, type: index === 0 ? 'mobile' : 'home' })),
  time_zone: null,
  private: false,
  ...extra,
});

const managersOf = ({ manager, ...job }: Job) =>
  manager === null ? [] : [row(job, { job_id: Number(job.id), user_id: Number(manager.id) }, 1)];

const ROWS: Record<HarvestList, (hiring: Hiring) => HarvestRow[]> = {
  candidates: ({ people }) => people.map((person) => row(person, asCandidate(person))),
  applications: ({ applications }) =>
    applications.map((application) => {
      const { id, person, job, stage, status, extra } = application;
      return row(application, {
        candidate_id: Number(person.id),
        job_id: Number(job?.id),
        status: status === 'active' ? 'in_process' : status,
        prospect: false,
        // What documented ids of stages may be: this application's own.
        stage_id: Number(id) + 1,
        job_interview_stage_id: Number(stage.id),
        stage_name: stage.name,
        ...extra,
      });
    }),
  jobs: ({ jobs }) =>
    jobs.map((job) => row(job, { name: job.name, status: 'open', is_template: false, ...job.extra })),
  job_interview_stages: ({ jobs, stages }) =>
    jobs.flatMap((job) =>
      stages
        .filter(({ plan }) => plan === job.plan)
        .map(({ id, name, order }) =>
          row({ ...job, id }, { job_id: Number(job.id), name, sort_order: order, active: true }),
        ),
    ),
  job_hiring_managers: ({ jobs }) => jobs.flatMap(managersOf),
  interviews: ({ interviews }) =>
    interviews
      .filter(({ canceled }) => !canceled)
      .map((interview) => {
        const { application, startsAt, endsAt, location, videoUrl, extra } = interview;
        return row(interview, {
          application_id: Number(application.id),
          job_id: Number(application.job?.id),
          starts_at: startsAt.toISOString(),
          ends_at: endsAt.toISOString(),
          location,
          video_conferencing_url: videoUrl,
          status: 'scheduled',
          ...extra,
        });
      }),
  interviewers: ({ interviews }) =>
    interviews.map(({ interviewer: { id, email }, ...interview }) =>
      row(interview, { interview_id: Number(interview.id), user_id: Number(id), email }, 1),
    ),
  notes: ({ notes }) =>
    notes.map((note) => {
      const { person, application, author, body, extra } = note;
      return row(note, {
        candidate_id: Number(person.id),
        ...(application && { application_id: Number(application.id) }),
        ...(author && { user_id: Number(author.id) }),
        body,
        ...extra,
      });
    }),
  offers: ({ hires }) =>
    hires.flatMap((hire) => {
      const about = {
        application_id: Number(hire.application?.id),
        candidate_id: Number(hire.person.id),
        job_id: Number(hire.application?.job?.id),
        starts_on: hire.startsOn,
      };
      return [
        row(hire, { ...about, status: 'Deprecated', version: 1 }, -1),
        row(hire, { ...about, status: 'Accepted', version: 2 }),
      ];
    }),
  users: ({ users }) =>
    users.map((user) =>
      row(user, { name: user.name, primary_email: user.email, site_admin: user.role === 'site admin' }),
    ),
  sources: () => [
    { ...SOURCE, created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
  ],
};

/** Rows have no field that the reference doesn't know. */
export function harvestRows(hiring: Hiring, list: HarvestList): HarvestRow[] {
  const known: readonly string[] = [...HARVEST_LISTS[list].fields, ...COMMON_FIELDS];
  const rows = ROWS[list](hiring);
  const odd = new Set(rows.flatMap((each) => Object.keys(each)).filter((name) => !known.includes(name)));
  if (odd.size > 0) throw new Error(`${list} have no ${[...odd].join(', ')}`);
  return rows;
}
