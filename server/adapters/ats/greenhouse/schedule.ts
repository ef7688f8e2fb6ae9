import type { AtsApi } from '../api.ts';
import { interview, newHire, stage } from '../defaults.ts';
import type { AtsInterview, AtsJob, AtsNewHire, AtsStage } from '../port.ts';
import {
  CANDIDATES,
  since as changedSince,
  HIRING_MANAGERS,
  INTERVIEWERS,
  INTERVIEWS,
  ifAllowed,
  JOBS,
  listAll,
  listOf,
  listPage,
  MOST_IDS,
  OFFERS,
  STAGES,
  USERS,
} from './harvest.ts';
import { phonesOf, valuesOf } from './people.ts';

export async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const open = await listAll(api, JOBS, { status: 'open' });
  const drafts = await listAll(api, JOBS, { status: 'draft' });
  const managers = await ifAllowed(listAll(api, HIRING_MANAGERS));
  const users = await ifAllowed(listOf(api, USERS, 'ids', managers, (each) => each.user_id));
  const emails = new Map(users.map((user) => [user.id, user.primary_email?.toLowerCase()]));
  const isKnown = managers.length > 0 && users.length > 0;
  return [...open, ...drafts]
    .filter((job) => job.is_template !== true)
    .map((job) => ({
      externalId: String(job.id),
      name: job.name,
      status: job.status === 'draft' ? 'draft' : 'open',
      hiringManagerEmails: isKnown
        ? managers.flatMap((each) => (each.job_id === job.id ? (emails.get(each.user_id) ?? []) : []))
        : null,
    }));
}

export async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const stages = await listAll(api, STAGES, { active: 'true' });
  return stages.map(({ id, job_id, name, sort_order }) =>
    stage({ externalId: String(id), jobExternalId: String(job_id), name, order: sort_order ?? 0 }),
  );
}

/** Those of a whole day have no time that anyone could be reminded of. */
export async function listInterviews(
  api: AtsApi,
  from: { startsAfter: Date; cursor: string | null },
): Promise<{ interviews: AtsInterview[]; next: string | null }> {
  const { rows, next } = await listPage(
    api,
    INTERVIEWS,
    from.cursor === null
      ? { per_page: MOST_IDS, starts_at: changedSince(from.startsAfter) }
      : { cursor: from.cursor },
  );
  const people = await interviewersOf(api, rows);
  const interviews = rows.flatMap((row): AtsInterview[] => {
    if (!row.starts_at || !row.ends_at) return [];
    return [
      interview({
        externalId: String(row.id),
        applicationExternalId: row.application_id == null ? null : String(row.application_id),
        jobExternalId: row.job_id == null ? null : String(row.job_id),
        title: 'Interview',
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        location: row.location,
        videoUrl: row.video_conferencing_url,
        interviewers: people.get(row.id),
      }),
    ];
  });
  return { interviews, next };
}

async function interviewersOf(api: AtsApi, interviews: { id: number }[]): Promise<Map<number, string[]>> {
  const asked = listOf(api, INTERVIEWERS, 'interview_ids', interviews, ({ id }) => id);
  const rows = await ifAllowed(asked);
  const users = await ifAllowed(listOf(api, USERS, 'ids', rows, (each) => each.user_id));
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const people = new Map<number, string[]>();
  for (const row of rows) {
    const name = names.get(row.user_id ?? 0) ?? row.email;
    if (name) people.set(row.interview_id, [...(people.get(row.interview_id) ?? []), name]);
  }
  return people;
}

/** Offers are kept in versions; the accepted one counts. */
export async function listNewHires(
  api: AtsApi,
  from: { since: Date | null; cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const { rows, next } = await listPage(
    api,
    OFFERS,
    from.cursor === null
      ? {
          per_page: MOST_IDS,
          status: 'Accepted',
          current_only: 'true',
          updated_at: from.since === null ? undefined : changedSince(from.since),
        }
      : { cursor: from.cursor },
  );
  const candidates = await listOf(api, CANDIDATES, 'ids', rows, (each) => each.candidate_id);
  const jobs = await listOf(api, JOBS, 'ids', rows, (each) => each.job_id);
  const newHires = rows.flatMap((offer): AtsNewHire[] => {
    const candidate = candidates.find(({ id }) => id === offer.candidate_id);
    if (candidate === undefined) return [];
    return [
      newHire({
        externalId: String(offer.id),
        personExternalId: String(candidate.id),
        firstName: candidate.first_name,
        lastName: candidate.last_name,
        emails: valuesOf(candidate.email_addresses),
        phones: phonesOf(candidate.phone_numbers),
        startsOn: offer.starts_on,
        jobName: jobs.find(({ id }) => id === offer.job_id)?.name,
      }),
    ];
  });
  return { newHires, next };
}
