import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { application, person } from '../defaults.ts';
import type { AtsApplication, AtsPerson, PeoplePage } from '../port.ts';
import { ianaZone } from '../values.ts';
import {
  APPLICATIONS,
  type Application,
  CANDIDATES,
  type Candidate,
  since as changedSince,
  ifAllowed,
  JOBS,
  listAll,
  listOf,
  listPage,
  MOST_IDS,
  numberOf,
  SOURCES,
  USERS,
} from './harvest.ts';

const PEOPLE_URL = 'https://app.greenhouse.io/people';

/** First those who changed, then those whose applications did: moving someone changes only the application. */
const Cursor = z.object({ list: z.enum(['candidates', 'applications']), cursor: z.string().nullable() });
const encode = (cursor: z.infer<typeof Cursor>) => JSON.stringify(cursor);

export async function listPeople(
  api: AtsApi,
  from: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const { list, cursor } =
    from.cursor === null
      ? { list: 'candidates' as const, cursor: null }
      : Cursor.parse(JSON.parse(from.cursor));
  const asked =
    cursor === null
      ? { per_page: MOST_IDS, updated_at: from.since === null ? undefined : changedSince(from.since) }
      : { cursor };
  if (list === 'candidates') {
    const { rows, next } = await listPage(api, CANDIDATES, asked);
    const after = from.since === null ? null : encode({ list: 'applications', cursor: null });
    return pageOf(await describe(api, rows), next === null ? after : encode({ list, cursor: next }));
  }
  const { rows, next } = await listPage(api, APPLICATIONS, asked);
  const candidates = await listOf(api, CANDIDATES, 'ids', rows, (row) => row.candidate_id);
  return pageOf(await describe(api, candidates), next === null ? null : encode({ list, cursor: next }));
}

/** Only webhooks report who was deleted. */
const pageOf = (people: AtsPerson[], next: string | null): PeoplePage => ({ people, deleted: [], next });

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  const people = await describe(
    api,
    await listOf(api, CANDIDATES, 'ids', [numberOf(externalId)], (id) => id),
  );
  return people[0] ?? null;
}

export async function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  return describe(api, await listAll(api, CANDIDATES, { email, per_page: MOST_IDS }));
}

async function describe(api: AtsApi, candidates: Candidate[]): Promise<AtsPerson[]> {
  const applications = await listOf(api, APPLICATIONS, 'candidate_ids', candidates, ({ id }) => id);
  const named = await namesFor(api, applications);
  return candidates.map((candidate) =>
    person({
      externalId: String(candidate.id),
      firstName: candidate.first_name,
      lastName: candidate.last_name,
      emails: valuesOf(candidate.email_addresses),
      phones: phonesOf(candidate.phone_numbers),
      timezone: ianaZone(candidate.time_zone),
      profileUrl: api.page(`${PEOPLE_URL}/${candidate.id}`),
      applications: applications
        // A prospect who became a candidate has another one.
        .filter((each) => each.candidate_id === candidate.id && each.status !== 'converted')
        .map((each) => applicationOf(api, each, named)),
    }),
  );
}

type Names = Awaited<ReturnType<typeof namesFor>>;

async function namesFor(api: AtsApi, applications: Application[]) {
  const jobs = await listOf(api, JOBS, 'ids', applications, (each) => each.job_id);
  const users = await ifAllowed(listOf(api, USERS, 'ids', applications, (each) => each.recruiter_id));
  const sources = await ifAllowed(listOf(api, SOURCES, 'ids', applications, (each) => each.source_id));
  return {
    jobs: new Map(jobs.map(({ id, name }) => [id, name])),
    recruiters: new Map(users.map((user) => [user.id, user.primary_email?.toLowerCase()])),
    sources: new Map(sources.map(({ id, name }) => [id, name])),
  };
}

function applicationOf(api: AtsApi, row: Application, { jobs, recruiters, sources }: Names): AtsApplication {
  const stage = stageOf(row);
  return application({
    externalId: String(row.id),
    jobExternalId: row.job_id == null ? null : String(row.job_id),
    jobName: jobs.get(row.job_id ?? 0),
    stageExternalId: stage === null ? null : String(stage),
    stageName: row.stage_name,
    // Asked for as `active`, returned as `in_process`.
    status: row.status === 'hired' || row.status === 'rejected' ? row.status : 'active',
    source: sources.get(row.source_id ?? 0),
    profileUrl: api.page(`${PEOPLE_URL}/${row.candidate_id}?application_id=${row.id}`),
    recruiterEmail: recruiters.get(row.recruiter_id ?? 0),
  });
}

/** The job's stage, as in the list of stages. */
export const stageOf = (row: Application): number | null =>
  row.job_interview_stage_id ?? row.stage_id ?? null;

export function valuesOf(contacts: Candidate['email_addresses']): string[] {
  return (contacts ?? []).flatMap(({ value }) => (value ? [value.trim()] : []));
}

/** Mobile ones first. */
export function phonesOf(contacts: Candidate['phone_numbers']): string[] {
  const phones = (contacts ?? []).filter(({ type }) => type !== 'skype');
  const isMobile = ({ type }: { type?: string | null | undefined }) => Number(type === 'mobile');
  return valuesOf(phones.toSorted((a, b) => isMobile(b) - isMobile(a)));
}
