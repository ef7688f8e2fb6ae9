import { z } from 'zod';
import { parsePhone } from '../../../phone.ts';
import type { AtsApi } from '../api.ts';
import { application, person } from '../defaults.ts';
import { MovedMeanwhile, NotFound, needing, orGone } from '../failures.ts';
import type { AtsApplication, AtsPerson, PeoplePage, StageMove } from '../port.ts';
import { orSetAside } from '../records.ts';
import { applicationStatusIn, stageKindOf } from '../stage-kind.ts';
import { TextId } from '../values.ts';
import { all, changedSince, phrase, query, RIGHTS, search } from './lists.ts';
import { phoneSpellings } from './phone-spellings.ts';
import { within } from './session.ts';

const Text = z.string().nullish();
const Reference = z.object({ id: z.number().int() }).nullish();

const PHONES = ['mobile', 'phone', 'phone2', 'phone3', 'workPhone'] as const;
const EMAILS = ['email', 'email2', 'email3'] as const;
const CANDIDATE_FIELDS = ['id', 'firstName', 'lastName', ...EMAILS, ...PHONES, 'isDeleted'].join(',');
const Candidate = z.object({
  id: z.number().int(),
  firstName: Text,
  lastName: Text,
  email: Text,
  email2: Text,
  email3: Text,
  mobile: Text,
  phone: Text,
  phone2: Text,
  phone3: Text,
  workPhone: Text,
  isDeleted: z.union([z.boolean(), z.number()]).nullish(),
});
type Candidate = z.infer<typeof Candidate>;

const SUBMISSION_FIELDS = 'id,status,source,isDeleted,candidate(id),jobOrder(id,title),sendingUser(id,email)';
const Submission = z.object({
  id: z.number().int(),
  status: TextId.nullish(),
  source: Text,
  isDeleted: z.boolean().nullish(),
  candidate: Reference,
  jobOrder: z.object({ id: z.number().int(), title: Text }).nullish(),
  sendingUser: z.object({ email: Text }).nullish(),
});
type Submission = z.infer<typeof Submission>;

/** So many candidates' applications are asked for in one condition. */
const PEOPLE_PAGE = 100;

/** First the candidates, then those whose applications changed: that leaves the candidate as they were. */
export async function listPeople(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const [, pass = 'candidates', from = '0'] = /^(candidates|submissions):(\d+)$/.exec(cursor ?? '') ?? [];
  const start = Number(from);
  if (pass === 'submissions' && since !== null) return await listMoved(api, since, start);
  // Deleted ones too: they stay in the pages, and are reported.
  const asked = {
    entity: 'Candidate' as const,
    sort: 'id',
    fields: CANDIDATE_FIELDS,
    count: PEOPLE_PAGE,
    start,
  };
  const { data, next } =
    since === null
      ? await search(api, 'list candidates', { ...asked, where: 'isDeleted:0 OR isDeleted:1' }, Candidate)
      : await query(api, 'list candidates', { ...asked, where: changedSince(since) }, Candidate);
  const { people, deleted } = await withApplications(api, data);
  if (next !== null) return { people, deleted, next: `candidates:${next}` };
  return { people, deleted, next: since === null ? null : 'submissions:0' };
}

async function listMoved(api: AtsApi, since: Date, start: number): Promise<PeoplePage> {
  const where = changedSince(since);
  const asked = {
    entity: 'JobSubmission' as const,
    where,
    sort: 'id',
    fields: SUBMISSION_FIELDS,
    count: PEOPLE_PAGE,
  };
  const { data, next } = await query(api, 'list submissions', { ...asked, start }, Submission);
  const ids = [...new Set(data.flatMap(({ candidate }) => (candidate ? [candidate.id] : [])))];
  const people: AtsPerson[] = [];
  for (const id of ids) {
    const key = { kind: 'person' as const, id: String(id) };
    const found = await orSetAside(api, key, readPerson(api, String(id)));
    if (found !== null) people.push(found);
  }
  return { people, deleted: [], next: next === null ? null : `submissions:${next}` };
}

async function withApplications(api: AtsApi, candidates: Candidate[]) {
  const present = candidates.filter(({ isDeleted }) => !isDeleted);
  const submissions = await submissionsOf(
    api,
    present.map(({ id }) => id),
  );
  return {
    people: present.map((candidate) =>
      personOf(
        candidate,
        submissions.filter((each) => each.candidate?.id === candidate.id),
      ),
    ),
    deleted: candidates.filter(({ isDeleted }) => isDeleted).map(({ id }) => String(id)),
  };
}

async function submissionsOf(api: AtsApi, candidateIds: number[]): Promise<Submission[]> {
  if (candidateIds.length === 0) return [];
  const [only] = candidateIds;
  const whose =
    candidateIds.length === 1 ? `candidate.id=${only}` : `candidate.id IN (${candidateIds.join(',')})`;
  const asked = { entity: 'JobSubmission' as const, where: whose, sort: 'id', fields: SUBMISSION_FIELDS };
  const found = await all('list submissions', (start) =>
    query(api, 'list submissions', { ...asked, start }, Submission),
  );
  return found.filter(({ isDeleted }) => isDeleted !== true);
}

/** Wrapped, or not. */
const One = z.union([z.object({ data: Candidate }).transform(({ data }) => data), Candidate]);

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  if (!/^\d+$/.test(externalId)) return null;
  const url = within(`entity/Candidate/${externalId}`);
  const asked = { method: 'GET', url, query: { fields: CANDIDATE_FIELDS } } as const;
  const found = await orGone(needing(RIGHTS.Candidate, api.read('read candidate', asked, One)));
  return found && ((await withApplications(api, [found.body])).people[0] ?? null);
}

export function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  const isTheirs = (each: string) => each.toLowerCase() === email.toLowerCase();
  return find(api, EMAILS, [email], ({ emails }) => emails.some(isTheirs));
}

/** The index holds numbers as they were typed, so the usual ways of writing one are asked for. */
export function findByPhone(api: AtsApi, phoneNumber: string): Promise<AtsPerson[]> {
  const isTheirs = (each: string) => parsePhone(each) === phoneNumber;
  return find(api, PHONES, phoneSpellings(phoneNumber), ({ phones }) => phones.some(isTheirs));
}

async function find(
  api: AtsApi,
  fields: readonly string[],
  values: string[],
  isTheirs: (person: AtsPerson) => boolean,
): Promise<AtsPerson[]> {
  const anyOf = values.map(phrase).join(' OR ');
  const where = `isDeleted:0 AND (${fields.map((field) => `${field}:(${anyOf})`).join(' OR ')})`;
  const asked = { entity: 'Candidate' as const, where, fields: CANDIDATE_FIELDS, start: 0 };
  const { data } = await search(api, 'find candidate', asked, Candidate);
  return (await withApplications(api, data)).people.filter(isTheirs);
}

function personOf(candidate: Candidate, submissions: Submission[]): AtsPerson {
  return person({
    externalId: String(candidate.id),
    firstName: candidate.firstName,
    lastName: candidate.lastName,
    emails: EMAILS.map((name) => candidate[name]),
    phones: PHONES.map((name) => candidate[name]),
    applications: submissions.map(applicationOf),
  });
}

/** A stage has no id there, only a name. */
function applicationOf({ id, status, source, jobOrder, sendingUser }: Submission): AtsApplication {
  return application({
    externalId: String(id),
    jobExternalId: jobOrder && String(jobOrder.id),
    jobName: jobOrder?.title,
    stageExternalId: status,
    stageName: status,
    status: applicationStatusIn(stageKindOf(status ?? '')),
    source,
    recruiterEmail: sendingUser?.email,
  });
}

const Moved = z.object({ changedEntityId: z.number() });

export async function moveStage(api: AtsApi, move: StageMove): Promise<void> {
  const id = Number(move.applicationExternalId);
  const asked = { entity: 'JobSubmission' as const, where: `id=${id}`, fields: SUBMISSION_FIELDS, start: 0 };
  const [now] = (await query(api, 'read submission', asked, Submission)).data;
  if (now === undefined) throw new NotFound('move: no such submission');
  if (move.fromStageId !== null && now.status !== move.fromStageId) throw new MovedMeanwhile('move');
  const url = within(`entity/JobSubmission/${id}`);
  const write = api.write('move', { method: 'POST', url, json: { status: move.toStageId } }, Moved);
  await needing(RIGHTS.JobSubmission, write);
}
