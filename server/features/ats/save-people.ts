import { isDeepStrictEqual } from 'node:util';
import type { AtsPerson } from '../../adapters/ats/port.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { findCandidatesByNumbers, insertCandidates, type NewCandidate } from '../candidates/store.ts';
import { applyFields, type CandidateFields, showInThreads } from './candidate-fields.ts';
import { type CleanPerson, cleanPerson } from './clean.ts';
import { listNotHired, onboardHired } from './hired-applications.ts';
import { type Known, match } from './match-rules.ts';
import { mergePeople } from './merge-people.ts';
import { onboardNewHires } from './new-hires-store.ts';
import { insertPairs, type NewPair } from './pairs-store.ts';
import {
  findKnown,
  findPairs,
  findPeople,
  keepApplications,
  type Link,
  linkPeople,
  listApplicationsOf,
  type Of,
  type PersonRow,
  planEachStatement,
  writeApplications,
  writePeople,
  writePhones,
} from './people-store.ts';

type WorkDeps = Pick<Deps, 'newId' | 'clock'>;

/**
 * Brings people here into step with what the system has on them, a page at a time and with few statements. The connection is
 * locked. Unchanged values aren't written.
 */
export async function savePeople(tx: Tx, deps: WorkDeps, of: Of, sent: AtsPerson[]): Promise<void> {
  const people = [...new Map(sent.map((person) => [person.externalId, cleanPerson(person)])).values()];
  if (people.length === 0) return;
  await planEachStatement(tx);
  const at = deps.clock();
  const merged = people.flatMap(({ externalId, mergedFrom }) =>
    mergedFrom.map((from) => ({ from, into: externalId })),
  );
  const ids = [...people.map(({ externalId }) => externalId), ...merged.map(({ from }) => from)];
  const before = new Map((await findPeople(tx, of, ids)).map((row) => [row.externalId, row]));
  const changed = people.filter((person) => isChanged(person, before.get(person.externalId)));
  await writePeople(tx, of, changed, at);
  await writePhones(tx, of, changed);
  const notHired = await listNotHired(tx, of, people);
  const moved = await writeApplications(
    tx,
    of,
    people.flatMap((person) =>
      person.applications.map((application) => ({
        ...application,
        id: deps.newId(),
        personExternalId: person.externalId,
      })),
    ),
    at,
  );
  await mergePeople(tx, of, merged);
  const carried = new Map(
    merged.flatMap(({ from, into }) => {
      const candidateId = before.get(from)?.candidateId;
      return candidateId ? [[into, candidateId] as const] : [];
    }),
  );
  const candidateOf = (person: CleanPerson) =>
    before.get(person.externalId)?.candidateId ?? carried.get(person.externalId) ?? null;
  const unknown = changed.filter(
    (person) => candidateOf(person) === null && mayMatch(person, before.get(person.externalId)),
  );
  const links = [
    ...(await findCandidates(tx, deps, of, unknown)),
    ...people.flatMap((person): Link[] => {
      const candidateId = carried.get(person.externalId);
      const isLinked = before.get(person.externalId)?.candidateId != null;
      return candidateId === undefined || isLinked
        ? []
        : [{ externalId: person.externalId, candidateId, made: false }];
    }),
  ];
  await linkPeople(tx, of, links);
  await onboardLinked(tx, deps, of, links);
  await onboardHired(tx, deps, of, notHired);
  const linked = new Map(links.map(({ externalId, candidateId }) => [externalId, candidateId]));
  await applyFields(
    tx,
    of,
    people.flatMap((person) => {
      const candidateId = candidateOf(person) ?? linked.get(person.externalId);
      return candidateId ? [fieldsOf(person, candidateId)] : [];
    }),
    at,
  );
  await showInThreads(
    tx,
    of.accountId,
    people.flatMap((person) => (moved.includes(person.externalId) ? (candidateOf(person) ?? []) : [])),
  );
}

function onboardLinked(tx: Tx, deps: WorkDeps, of: Of, links: Link[]): Promise<void> {
  return onboardNewHires(tx, deps, of, {
    column: 'person_external_id',
    ids: links.map(({ externalId }) => externalId),
  });
}

/** Someone who was read alone, with all their applications. */
export async function savePerson(tx: Tx, deps: WorkDeps, of: Of, sent: AtsPerson): Promise<void> {
  await savePeople(tx, deps, of, [sent]);
  await keepApplications(
    tx,
    of,
    sent.externalId,
    sent.applications.map(({ externalId }) => externalId),
  );
}

/** Someone has confirmed that the person is this candidate. */
export async function linkTo(
  tx: Tx,
  deps: WorkDeps,
  of: Of,
  { externalId, candidateId }: { externalId: string; candidateId: string },
): Promise<void> {
  const person = await findClean(tx, of, externalId);
  if (person === null) return;
  const links = [{ externalId, candidateId, made: false }];
  await linkPeople(tx, of, links);
  await onboardLinked(tx, deps, of, links);
  await applyFields(tx, of, [fieldsOf(person, candidateId)], deps.clock());
}

/** Someone has ruled out a match: the person may be another candidate here, or a new one. */
export async function matchAgain(tx: Tx, deps: WorkDeps, of: Of, externalId: string): Promise<void> {
  const person = await findClean(tx, of, externalId);
  if (person === null) return;
  const links = await findCandidates(tx, deps, of, [person]);
  await linkPeople(tx, of, links);
  await onboardLinked(tx, deps, of, links);
  await applyFields(
    tx,
    of,
    links.map(({ candidateId }) => fieldsOf(person, candidateId)),
    deps.clock(),
  );
}

async function findClean(tx: Tx, of: Of, externalId: string): Promise<CleanPerson | null> {
  const [row] = await findPeople(tx, of, [externalId]);
  if (row === undefined) return null;
  return { ...row, applications: await listApplicationsOf(tx, of, externalId), mergedFrom: [] };
}

function isChanged(person: CleanPerson, row: PersonRow | undefined): boolean {
  if (row === undefined) return true;
  const { externalId, firstName, lastName, emails, phoneNumbers, timezone, profileUrl } = person;
  const { candidateId, ...known } = row;
  return !isDeepStrictEqual(
    { externalId, firstName, lastName, emails, phoneNumbers, timezone, profileUrl },
    known,
  );
}

/** Someone whose candidate a person has deleted or unlinked stays without one until they have another number or email. */
function mayMatch(person: CleanPerson, row: PersonRow | undefined): boolean {
  return (
    row === undefined ||
    !isDeepStrictEqual(person.phoneNumbers, row.phoneNumbers) ||
    !isDeepStrictEqual(person.emails, row.emails)
  );
}

/** Finds or makes the candidates of people who have none yet. Those in doubt become pairs, for a person to decide. */
async function findCandidates(tx: Tx, deps: WorkDeps, of: Of, people: CleanPerson[]): Promise<Link[]> {
  if (people.length === 0) return [];
  const found = await findKnown(tx, of, people);
  const pairs = Map.groupBy(
    await findPairs(
      tx,
      of,
      people.map(({ externalId }) => externalId),
    ),
    ({ externalId }) => externalId,
  );
  const byId = Map.groupBy(found, (known) => known.externalId);
  const byEmail = Map.groupBy(found, (known) => known.email);
  const byPhone = new Map<string, Known>(found.map((known) => [known.phoneNumber, known]));
  const links: Link[] = [];
  const doubts: NewPair[] = [];
  const made: NewCandidate[] = [];
  for (const person of people) {
    const { externalId, phoneNumbers, emails } = person;
    const outcome = match(person, {
      byExternalId: byId.get(externalId)?.[0] ?? null,
      byPhone: phoneNumbers.flatMap((number) => byPhone.get(number) ?? []),
      byEmail: emails.flatMap((email) => byEmail.get(email) ?? []),
      apart: new Set(
        (pairs.get(externalId) ?? [])
          .filter(({ decision }) => decision === 'different')
          .map(({ candidateId }) => candidateId),
      ),
    });
    if (outcome.kind === 'link') {
      links.push({ externalId, candidateId: outcome.candidateId, made: false });
      // The next one with the number has a name to agree with, or none.
      for (const known of byPhone.values()) if (known.id === outcome.candidateId) known.isLinked = true;
    } else if (outcome.kind === 'doubt') {
      doubts.push({ id: deps.newId(), externalId, candidateId: outcome.candidateId, reason: outcome.reason });
    } else if (outcome.kind === 'new') {
      const candidate = newCandidate(deps, of, person, outcome.phoneNumber);
      made.push(candidate);
      links.push({ externalId, candidateId: candidate.id, made: true });
      const { firstName, lastName } = person;
      byPhone.set(outcome.phoneNumber, {
        id: candidate.id,
        firstName,
        lastName,
        phoneNumber: outcome.phoneNumber,
        isLinked: true,
      });
    }
  }
  await insertPairs(tx, of, doubts, deps.clock());
  return withThoseMadeMeanwhile(tx, of, links, made);
}

/** Someone may have been faster with a number: then that candidate is linked. */
async function withThoseMadeMeanwhile(tx: Tx, of: Of, links: Link[], made: NewCandidate[]): Promise<Link[]> {
  const inserted = await insertCandidates(tx, of.accountId, made);
  const late = made.filter(({ id }) => !inserted.has(id));
  if (late.length === 0) return links;
  const known = await findCandidatesByNumbers(
    tx,
    of.accountId,
    late.map(({ phoneNumber }) => phoneNumber),
  );
  const instead = new Map(late.map(({ id, phoneNumber }) => [id, known.get(phoneNumber)]));
  return links.flatMap((link) => {
    if (!instead.has(link.candidateId)) return [link];
    const candidateId = instead.get(link.candidateId);
    return candidateId === undefined ? [] : [{ ...link, candidateId, made: false }];
  });
}

function newCandidate(deps: WorkDeps, of: Of, person: CleanPerson, phoneNumber: string): NewCandidate {
  const { externalId, firstName, lastName, timezone } = person;
  return {
    id: deps.newId(),
    phoneNumber,
    firstName,
    lastName,
    timezone,
    email: person.emails[0] ?? null,
    jobTitle: jobTitleOf(person),
    externalIds: { [of.atsType]: externalId },
    createdAt: deps.clock(),
  };
}

/** Of the job they are being considered for; systems name the newest application first. */
function jobTitleOf({ applications }: Pick<CleanPerson, 'applications'>): string | null {
  const active = applications.find(({ status, jobName }) => status === 'active' && jobName !== null);
  return active?.jobName?.slice(0, 120).trim() || null;
}

function fieldsOf(person: CleanPerson, candidateId: string): CandidateFields {
  const { externalId, firstName, lastName, timezone } = person;
  const isNamed = firstName !== '' || lastName !== '';
  return {
    candidateId,
    externalId,
    firstName: isNamed ? firstName : null,
    lastName: isNamed ? lastName : null,
    email: person.emails[0] ?? null,
    jobTitle: jobTitleOf(person),
    timezone,
  };
}
