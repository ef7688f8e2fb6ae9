import type { AtsApi } from '../api.ts';
import { application, person } from '../defaults.ts';
import { MovedMeanwhile, NotFound } from '../failures.ts';
import type { AtsApplication, AtsPerson, PeoplePage, StageMove } from '../port.ts';
import { applicationStatusIn } from '../stage-kind.ts';
import {
  hasAny,
  hasMore,
  idIn,
  included,
  type ManyCall,
  type Resource,
  readAll,
  readMany,
  readOne,
  textOf,
  write,
} from './json-api.ts';
import { kindOf } from './stages.ts';

/** For an application that a webhook reports without its candidate. */
const BY_APPLICATION = 'job-application:';

const APPLICATIONS: ManyCall = { what: 'list applications', kind: 'application', path: 'job-applications' };
export const CANDIDATES: ManyCall = { what: 'list candidates', kind: 'person', path: 'candidates' };

/**
 * First the applications, which bring their candidates, then the candidates: of a whole list those who have none. A move changes
 * the application only, another name the candidate only.
 */
export async function listPeople(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const [, pass, number = '1'] = /^(applications|candidates):(\d+)$/.exec(cursor ?? '') ?? [];
  if (pass === 'candidates') return await listCandidates(api, since, Number(number));
  const page = await listApplications(api, since, Number(number));
  if (page.next !== null) return page;
  const { people, next } = await listCandidates(api, since, 1);
  return { people: withAllApplications([...page.people, ...people]), deleted: [], next };
}

/** Each of them once. */
function withAllApplications(people: AtsPerson[]): AtsPerson[] {
  const byId = Map.groupBy(people, ({ externalId }) => externalId);
  return [...byId.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const applications = [first, ...others].flatMap((each) => each.applications);
    return [{ ...first, applications }];
  });
}

const changedSince = (since: Date | null) => ({
  sort: 'id',
  'filter[updated-at][from]': since?.toISOString(),
});

async function listApplications(api: AtsApi, since: Date | null, page: number): Promise<PeoplePage> {
  const query = { ...changedSince(since), include: 'candidate,job,stage', page };
  const many = await readMany(api, APPLICATIONS, query);
  const people = many.data.flatMap((each) => {
    const candidate = included(many.included, 'candidates', idIn(each, 'candidate'));
    return candidate === null ? [] : [personOf(candidate, [applicationOf(each, many.included)])];
  });
  const next = hasMore(many) ? `applications:${page + 1}` : null;
  return { people: withAllApplications(people), deleted: [], next };
}

async function listCandidates(api: AtsApi, since: Date | null, page: number): Promise<PeoplePage> {
  const query = { ...changedSince(since), include: 'job-applications', page };
  const many = await readMany(api, CANDIDATES, query);
  const people = many.data
    .filter((candidate) => since !== null || !hasAny(candidate, 'job-applications'))
    .map((candidate) => personOf(candidate, []));
  return { people, deleted: [], next: hasMore(many) ? `candidates:${page + 1}` : null };
}

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  const id = externalId.startsWith(BY_APPLICATION)
    ? await candidateOf(api, externalId.slice(BY_APPLICATION.length))
    : externalId;
  if (id === null || !/^\w+$/.test(id)) return null;
  const found = await readOne(api, 'read candidate', `candidates/${id}`, {});
  if (found === null) return null;
  const path = `candidates/${id}/job-applications`;
  const applications = await readAll(api, { ...APPLICATIONS, path }, { include: 'job,stage' });
  return personOf(
    found.data,
    applications.data.map((each) => applicationOf(each, applications.included)),
  );
}

export const personOfApplication = (applicationId: string) => `${BY_APPLICATION}${applicationId}`;

async function candidateOf(api: AtsApi, applicationId: string): Promise<string | null> {
  if (!/^\w+$/.test(applicationId)) return null;
  const path = `job-applications/${applicationId}`;
  const found = await readOne(api, 'read application', path, { include: 'candidate' });
  return found === null ? null : idIn(found.data, 'candidate');
}

export async function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  const hits = await readMany(api, CANDIDATES, { 'filter[email]': email, page: 1 });
  const people: AtsPerson[] = [];
  for (const { id } of hits.data) {
    const found = await readPerson(api, id);
    if (found !== null) people.push(found);
  }
  return people;
}

function personOf(candidate: Resource, applications: AtsApplication[]): AtsPerson {
  return person({
    externalId: candidate.id,
    firstName: textOf(candidate, 'first-name'),
    lastName: textOf(candidate, 'last-name'),
    emails: [textOf(candidate, 'email')],
    phones: [textOf(candidate, 'phone')],
    applications,
  });
}

function applicationOf(resource: Resource, all: readonly Resource[]): AtsApplication {
  const job = included(all, 'jobs', idIn(resource, 'job'));
  const stage = included(all, 'stages', idIn(resource, 'stage'));
  const isRejected = textOf(resource, 'rejected-at') !== null;
  const status = stage === null ? 'active' : applicationStatusIn(kindOf(stage));
  return application({
    externalId: resource.id,
    jobExternalId: idIn(resource, 'job'),
    jobName: job && textOf(job, 'title'),
    stageExternalId: idIn(resource, 'stage'),
    stageName: stage && textOf(stage, 'name'),
    // Rejecting leaves an application in its stage.
    status: isRejected ? 'rejected' : status,
    source: textOf(resource, 'referring-site'),
  });
}

export async function moveStage(api: AtsApi, move: StageMove): Promise<void> {
  const id = move.applicationExternalId;
  const path = `job-applications/${id}`;
  const found = await readOne(api, 'read application', path, { include: 'stage' });
  if (found === null) throw new NotFound('move: no such application');
  if (move.fromStageId !== null && idIn(found.data, 'stage') !== move.fromStageId)
    throw new MovedMeanwhile('move');
  const stage = { data: { type: 'stages', id: move.toStageId } };
  await write(api, 'move', 'PATCH', path, { type: 'job-applications', id, relationships: { stage } });
}
