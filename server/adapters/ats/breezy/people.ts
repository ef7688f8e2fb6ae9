import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { application, person, splitName } from '../defaults.ts';
import { MovedMeanwhile, NotFound, orGone } from '../failures.ts';
import type { AtsPerson, PeoplePage, StageMove } from '../port.ts';
import { items, orSetAside, rows } from '../records.ts';
import { applicationStatusIn } from '../stage-kind.ts';
import { type CompanyApi, companyApi, idOf, pathOf } from './address.ts';
import { listPositions } from './positions.ts';
import { Candidate, Hit, type Position } from './replies.ts';
import { kindOf, stageIdOf } from './stages.ts';

/** The most; without a size everything comes at once. */
const PAGE_SIZE = 50;

/** Position by position; `cursor` is `position:page`. The one changed last comes first. */
export async function listPeople(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const company = await companyApi(api);
  const positions = (await listPositions(api, company)).sort((one, other) => (one._id < other._id ? -1 : 1));
  const [, lastId = '', number = '1'] = /^(\w+):(\d+)$/.exec(cursor ?? '') ?? [];
  const index = positions.findIndex(({ _id }) => _id >= lastId);
  const position = positions[index];
  if (position === undefined) return { people: [], deleted: [], next: null };
  const page = position._id === lastId ? Number(number) : 1;
  const asked = {
    method: 'GET',
    path: `position/${position._id}/candidates`,
    query: { page_size: PAGE_SIZE, page, sort: 'updated' },
  } as const;
  // Those without a phone number aren't read yet.
  const reading = company.read('list candidates', asked, rows(api, 'person', Candidate));
  const following = positions[index + 1];
  const nextPosition = following === undefined ? null : `${following._id}:1`;
  const listed = await orSetAside(api, { kind: 'job', id: position._id }, reading);
  if (listed === null) return { people: [], deleted: [], next: nextPosition };
  const changed = listed.items.filter(
    ({ updated_date: at }) => since === null || !at || !(new Date(at) < since),
  );
  const people: AtsPerson[] = [];
  for (const row of changed) {
    // Rows don't promise the phone number.
    const reading = () => readCandidate(company, idOf(position._id, row._id));
    const candidate = row.phone_number
      ? row
      : await orSetAside(api, { kind: 'person', id: row._id }, reading());
    if (candidate !== null) people.push(personOf(position, candidate));
  }
  const isOver = listed.count < PAGE_SIZE || changed.length < listed.items.length;
  return { people, deleted: [], next: isOver ? nextPosition : `${position._id}:${page + 1}` };
}

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  return pathOf(externalId) === null ? null : await readIn(api, await companyApi(api), externalId);
}

async function readIn(api: AtsApi, company: CompanyApi, externalId: string): Promise<AtsPerson | null> {
  const position = (await listPositions(api, company)).find(({ _id }) => externalId.startsWith(`${_id}/`));
  const candidate = position === undefined ? null : await readCandidate(company, externalId);
  return position === undefined || candidate === null ? null : personOf(position, candidate);
}

/** Null: there is none, or they are at another position now. */
async function readCandidate(company: CompanyApi, externalId: string): Promise<Candidate | null> {
  const path = pathOf(externalId);
  return path === null
    ? null
    : await orGone(company.read('read candidate', { method: 'GET', path }, Candidate));
}

/** Hits have hardly more than ids. */
export async function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  const query = { email_address: email };
  const asked = { method: 'GET', path: 'candidates/search', query } as const;
  const company = await companyApi(api);
  const hits = await company.read('find candidate', asked, items(api, 'other', Hit));
  const people: AtsPerson[] = [];
  for (const { _id, position } of hits) {
    const found = await readIn(api, company, idOf(position._id, _id));
    if (found?.emails.some((each) => each.toLowerCase() === email.toLowerCase())) people.push(found);
  }
  return people;
}

function personOf(position: Position, candidate: Candidate): AtsPerson {
  const externalId = idOf(position._id, candidate._id);
  const { stage } = candidate;
  const theirs = application({
    externalId,
    jobExternalId: position._id,
    jobName: position.name,
    stageExternalId: stage && stageIdOf(stage),
    stageName: stage?.name,
    status: stage && applicationStatusIn(kindOf(stage)),
    source: candidate.source?.name,
  });
  return person({
    externalId,
    ...splitName(candidate.name ?? ''),
    emails: [candidate.email_address],
    phones: [candidate.phone_number],
    applications: [theirs],
  });
}

export async function moveStage(api: AtsApi, move: StageMove): Promise<void> {
  const company = await companyApi(api);
  const candidate = await readCandidate(company, move.applicationExternalId);
  const path = pathOf(move.applicationExternalId);
  if (candidate === null || path === null) throw new NotFound('move: no such candidate');
  const at = candidate.stage ? stageIdOf(candidate.stage) : null;
  if (move.fromStageId !== null && at !== move.fromStageId) throw new MovedMeanwhile('move');
  const json = { stage_id: move.toStageId };
  await company.write('move', { method: 'PUT', path: `${path}/stage`, json }, z.unknown());
}
