import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { application, person } from '../defaults.ts';
import { MovedMeanwhile, NotFound, orGone } from '../failures.ts';
import type { AtsPerson, PeoplePage, StageMove } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { applicationStatusIn, stageKindOf } from '../stage-kind.ts';
import { HIRING, read, siteOf, write } from './address.ts';
import { Application, ApplicationDetails, Written } from './replies.ts';

/* There are no candidates apart from applications: each application is a person here, with one id for both. */

export const APPLICATIONS = 'applicant_tracking/applications';

/** Lists have no phone numbers, so each application is read. */
export async function listPeople(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const { pass, page } = readCursor(cursor, since);
  const listed = await listApplications(api, { page, ...ordered(pass, since) });
  const details = await readAll(
    api,
    listed.applications.map(({ id }) => id),
  );
  const next = nextOf({ pass, page, since, hasMore: hasMore(listed), details });
  return { people: details.map((each) => personOf(api, each)), deleted: [], next };
}

/**
 * Changes: first what is new, which can be asked for, then what was changed last. The list doesn't say when that was, so
 * it is read until a page has no change of the time.
 */
type Pass = 'all' | 'new' | 'changed';

function readCursor(cursor: string | null, since: Date | null): { pass: Pass; page: number } {
  const [, pass, page] = /^(all|new|changed):(\d+)$/.exec(cursor ?? '') ?? [];
  if (pass !== undefined) return { pass: pass as Pass, page: Number(page) };
  return { pass: since === null ? 'all' : 'new', page: 1 };
}

function ordered(pass: Pass, since: Date | null): Record<string, string> {
  if (pass === 'changed') return { sortBy: 'last_updated', sortOrder: 'DESC' };
  const newSince = since === null ? {} : { newSince: since.toISOString().slice(0, 19).replace('T', ' ') };
  return { sortBy: 'created_date', sortOrder: 'ASC', ...newSince };
}

function nextOf(read: {
  pass: Pass;
  page: number;
  since: Date | null;
  hasMore: boolean;
  details: ApplicationDetails[];
}): string | null {
  const { pass, page, since, hasMore, details } = read;
  const isOver =
    pass === 'changed' &&
    details.length > 0 &&
    !details.some((each) => since !== null && changedAt(each) >= since);
  if (hasMore && !isOver) return `${pass}:${page + 1}`;
  return pass === 'new' ? 'changed:1' : null;
}

function changedAt({ appliedDate, status }: ApplicationDetails): Date {
  const times = [appliedDate, status.dateChanged].map((time) => Date.parse(time ?? '') || 0);
  return new Date(Math.max(...times));
}

function listApplications(api: AtsApi, asked: Record<string, string | number>) {
  const query = { applicationStatus: 'ALL', jobStatusGroups: 'ALL', ...asked };
  const applications = items(api, 'person', Application, { only: true });
  return read(
    api,
    { what: 'list applications', right: HIRING, path: APPLICATIONS, query },
    z.object({ nextPageUrl: z.string().nullish(), applications }),
  );
}

/** `paginationComplete` is described the wrong way round. */
const hasMore = ({ nextPageUrl }: { nextPageUrl?: string | null | undefined }) =>
  nextPageUrl !== null && nextPageUrl !== undefined && nextPageUrl !== '';

/** One after the other: the vendor names no limit, and dislikes bursts. */
async function readAll(api: AtsApi, ids: string[]): Promise<ApplicationDetails[]> {
  const found: ApplicationDetails[] = [];
  for (const id of ids) {
    const details = await orSetAside(api, { kind: 'person', id }, readApplication(api, id));
    if (details !== null) found.push(details);
  }
  return found;
}

async function readApplication(api: AtsApi, id: string): Promise<ApplicationDetails | null> {
  if (!/^\d+$/.test(id)) return null;
  const call = { what: 'read application', right: HIRING, path: `${APPLICATIONS}/${id}` };
  return await orGone(read(api, call, ApplicationDetails));
}

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  const details = await readApplication(api, externalId);
  return details === null ? null : personOf(api, details);
}

/** A search by words finds others too. */
export async function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  const isTheirs = (found: string | null | undefined) => found?.toLowerCase() === email.toLowerCase();
  const { applications } = await listApplications(api, { page: 1, searchString: email });
  const hits = applications.filter(({ applicant }) => isTheirs(applicant?.email));
  const details = await readAll(
    api,
    hits.map(({ id }) => id),
  );
  return details.filter(({ applicant }) => isTheirs(applicant.email)).map((each) => personOf(api, each));
}

function personOf(api: AtsApi, { id, status, applicant, job }: ApplicationDetails): AtsPerson {
  const profileUrl = `${siteOf(api)}/hiring/candidates/${id}`;
  const theirs = application({
    externalId: id,
    jobExternalId: job?.id,
    jobName: job?.title.label,
    stageExternalId: status.id,
    stageName: status.label,
    status: applicationStatusIn(stageKindOf(status.label ?? '')),
    source: applicant.source,
    profileUrl,
  });
  return person({
    externalId: id,
    firstName: applicant.firstName,
    lastName: applicant.lastName,
    emails: [applicant.email],
    phones: [applicant.phoneNumber],
    profileUrl,
    applications: [theirs],
  });
}

export async function moveStage(api: AtsApi, move: StageMove): Promise<void> {
  const id = move.applicationExternalId;
  const now = await readApplication(api, id);
  if (now === null) throw new NotFound('move: no such application');
  if (move.fromStageId !== null && now.status.id !== move.fromStageId) throw new MovedMeanwhile('move');
  // Ids of stages come as text and are taken as numbers only.
  const json = { status: Number(move.toStageId) };
  const path = `${APPLICATIONS}/${id}/status`;
  const call = { what: 'move', right: HIRING, method: 'POST', path, json } as const;
  await write(api, call, z.union([Written, z.undefined()]));
}
