import type { AtsApi } from '../api.ts';
import { application, newHire, person } from '../defaults.ts';
import type { AtsApplication, AtsNewHire, AtsPerson, PeoplePage } from '../port.ts';
import { orSetAside } from '../records.ts';
import { applicationStatusIn, stageKindOf } from '../stage-kind.ts';
import { DayText } from '../values.ts';
import { readOne, readPage } from './lists.ts';
import { type Applicant, ApplicantRow, applicantIn, Hire } from './replies.ts';

/** So many are read for one answer: each is a call, and they allow about one a second. */
const PORTION = 25;

const listOf = (page: number) => ({ path: 'applicants', page, kind: 'person' as const, only: true });

/** Whole every time: JazzHR doesn't say what changed. Rows have hardly more than a name, so each applicant is read. */
export async function listPeople(
  api: AtsApi,
  { cursor }: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const [, number = '1', skipped = '0'] = /^(\d+):(\d+)$/.exec(cursor ?? '') ?? [];
  const [page, skip] = [Number(number), Number(skipped)];
  const { rows, isLast } = await readPage(api, 'list applicants', listOf(page), ApplicantRow);
  const people: AtsPerson[] = [];
  for (const { id } of rows.slice(skip, skip + PORTION)) {
    const found = await orSetAside(api, { kind: 'person', id }, readPerson(api, id));
    if (found !== null) people.push(found);
  }
  const more = skip + PORTION < rows.length;
  const following = isLast ? null : `${page + 1}:0`;
  return { people, deleted: [], next: more ? `${page}:${skip + PORTION}` : following };
}

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  const applicant = await readApplicant(api, externalId);
  return applicant === null ? null : personOf(applicant);
}

export async function readApplicant(api: AtsApi, id: string): Promise<Applicant | null> {
  if (!/^\w+$/.test(id)) return null;
  return await readOne(api, 'read applicant', `applicants/${id}`, applicantIn(api));
}

function personOf(applicant: Applicant): AtsPerson {
  return person({
    externalId: applicant.id,
    firstName: applicant.first_name,
    lastName: applicant.last_name,
    emails: [applicant.email],
    phones: [applicant.phone],
    applications: (applicant.jobs ?? []).map((job) => applicationOf(applicant, job)),
  });
}

/** Applications have an id only in a separate list; a person and a job have one at most. */
function applicationOf(
  applicant: Applicant,
  { job_id, job_title, applicant_progress, workflow_step_id }: NonNullable<Applicant['jobs']>[number],
): AtsApplication {
  return application({
    externalId: `${applicant.id}/${job_id}`,
    jobExternalId: job_id,
    jobName: job_title,
    stageExternalId: workflow_step_id,
    stageName: applicant_progress,
    status: applicationStatusIn(stageKindOf(applicant_progress ?? '')),
    source: applicant.source,
  });
}

export async function listNewHires(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const page = Number(cursor ?? 1);
  const { rows, isLast } = await readPage(api, 'list hires', { path: 'hires', page, kind: 'newHire' }, Hire);
  const newHires: AtsNewHire[] = [];
  for (const hire of rows.filter(({ hired_time: at }) => isSince(at ?? '', since))) {
    const reading = readApplicant(api, hire.applicant_id);
    const applicant = await orSetAside(api, { kind: 'newHire', id: hire.id }, reading);
    if (applicant === null) continue;
    const { firstName, lastName, emails, phones, applications } = personOf(applicant);
    const who = { personExternalId: applicant.id, firstName, lastName, emails, phones };
    const startsOn = DayText.safeParse(applicant.desired_start_date).data;
    const jobName = applications.find((each) => each.jobExternalId === hire.job_id)?.jobName;
    newHires.push(newHire({ externalId: hire.id, ...who, startsOn, jobName }));
  }
  return { newHires, next: isLast ? null : String(page + 1) };
}

/** Written without a zone, and which one isn't documented; a day more leaves no one out. */
function isSince(hiredTime: string, since: Date | null): boolean {
  const at = Date.parse(`${hiredTime.replace(' ', 'T')}Z`);
  return since === null || Number.isNaN(at) || at >= since.getTime() - 24 * 60 * 60_000;
}
