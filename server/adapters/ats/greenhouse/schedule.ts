import type { AtsApi } from '../api.ts';
import type { AtsInterview, AtsJob, AtsNewHire, AtsStage } from '../port.ts';
import { stageKindOf } from '../stage-kind.ts';
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
  const users = await ifAllowed(
    listOf(
      api,
      USERS,
      'ids',
      managers.map((each) => each.user_id),
    ),
  );
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
  return stages.map((stage) => ({
    externalId: String(stage.id),
    jobExternalId: String(stage.job_id),
    name: stage.name,
    order: stage.sort_order ?? 0,
    kind: stageKindOf(stage.name),
  }));
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
  const people = await interviewersOf(
    api,
    rows.map(({ id }) => id),
  );
  const interviews = rows.flatMap((row): AtsInterview[] => {
    if (!row.starts_at || !row.ends_at) return [];
    return [
      {
        externalId: String(row.id),
        personExternalId: null,
        applicationExternalId: row.application_id == null ? null : String(row.application_id),
        jobExternalId: row.job_id == null ? null : String(row.job_id),
        title: 'Interview',
        startsAt: new Date(row.starts_at),
        endsAt: new Date(row.ends_at),
        timezone: null,
        location: row.location ?? null,
        videoUrl: row.video_conferencing_url ?? null,
        interviewers: people.get(row.id) ?? [],
        canceled: false,
      },
    ];
  });
  return { interviews, next };
}

async function interviewersOf(api: AtsApi, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await ifAllowed(listOf(api, INTERVIEWERS, 'interview_ids', ids));
  const users = await ifAllowed(
    listOf(
      api,
      USERS,
      'ids',
      rows.map((each) => each.user_id),
    ),
  );
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
  const candidates = await listOf(
    api,
    CANDIDATES,
    'ids',
    rows.map((each) => each.candidate_id),
  );
  const jobs = await listOf(
    api,
    JOBS,
    'ids',
    rows.map((each) => each.job_id),
  );
  const newHires = rows.flatMap((offer): AtsNewHire[] => {
    const candidate = candidates.find(({ id }) => id === offer.candidate_id);
    if (candidate === undefined) return [];
    return [
      {
        externalId: String(offer.id),
        personExternalId: String(candidate.id),
        firstName: candidate.first_name ?? '',
        lastName: candidate.last_name ?? '',
        emails: valuesOf(candidate.email_addresses),
        phones: phonesOf(candidate.phone_numbers),
        startsOn: offer.starts_on?.slice(0, 10) ?? null,
        jobName: jobs.find(({ id }) => id === offer.job_id)?.name ?? null,
      },
    ];
  });
  return { newHires, next };
}
