import { z } from 'zod';
import { inGroups } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import { application, person, splitName } from '../defaults.ts';
import { orGone } from '../failures.ts';
import type { AtsApplication, AtsPerson, PeoplePage } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { TextId } from '../values.ts';
import { read, readPage } from './client.ts';

const Contact = z.object({ value: z.string(), isPrimary: z.boolean().nullish() });

const Candidate = z.object({
  id: TextId,
  name: z.string(),
  updatedAt: z.string().nullish(),
  emailAddresses: z.array(Contact).nullish(),
  phoneNumbers: z.array(Contact).nullish(),
  applicationIds: z.array(TextId).max(1000),
  timezone: z.string().nullish(),
  profileUrl: z.string().nullish(),
});
type Candidate = z.infer<typeof Candidate>;

export const Application = z.object({
  id: TextId,
  status: z.string(),
  updatedAt: z.string(),
  candidate: z.object({ id: z.string() }),
  currentInterviewStage: z.object({ id: z.string(), title: z.string() }).nullish(),
  job: z.object({ id: z.string(), title: z.string() }),
  source: z.object({ title: z.string() }).nullish(),
  hiringTeam: z.array(z.object({ email: z.string().nullish(), role: z.string() })).nullish(),
});

const RIGHT = 'candidatesRead';
export const CANDIDATES = {
  what: 'list candidates',
  right: RIGHT,
  kind: 'person' as const,
  path: 'candidate.list',
};
export const APPLICATIONS = {
  what: 'list applications',
  right: RIGHT,
  kind: 'application' as const,
  path: 'application.list',
};

/** Where the walk through those who changed has come: first candidates, then applications, which change without them. */
const IN_APPLICATIONS = 'applications:';

/**
 * Ashby lists by when someone was created, or by its own token (see `changes.ts`), and not by when they changed: for that, all of
 * them are read.
 */
export async function listPeople(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  if (since !== null && cursor?.startsWith(IN_APPLICATIONS))
    return ofChangedApplications(api, since, cursor.slice(IN_APPLICATIONS.length) || null);
  const { results, next } = await readPage(api, CANDIDATES, cursor, Candidate);
  const changed = results.filter(({ updatedAt }) => isSince(updatedAt, since));
  const people = await inGroups(changed, (candidate) => personOf(api, candidate));
  return { people, deleted: [], next: next ?? (since === null ? null : IN_APPLICATIONS) };
}

async function ofChangedApplications(api: AtsApi, since: Date, cursor: string | null): Promise<PeoplePage> {
  const { results, next } = await readPage(api, APPLICATIONS, cursor, Application);
  const changed = results.filter(({ updatedAt }) => isSince(updatedAt, since));
  const ids = [...new Set(changed.map(({ candidate }) => candidate.id))];
  const people = (
    await inGroups(ids, (id) => orSetAside(api, { kind: 'person', id }, readPerson(api, id)))
  ).filter((found) => found !== null);
  return { people, deleted: [], next: next === null ? null : IN_APPLICATIONS + next };
}

export function isSince(at: string | null | undefined, since: Date | null): boolean {
  // What isn't a time may be later.
  return since === null || !at || !(new Date(at) < since);
}

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  const call = {
    what: 'read a candidate',
    right: RIGHT,
    path: 'candidate.info',
    json: { id: externalId },
  };
  const candidate = await orGone(read(api, call, Candidate));
  return candidate && personOf(api, candidate);
}

export async function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  const call = {
    what: 'find a candidate by email',
    right: RIGHT,
    path: 'candidate.search',
    json: { email },
  };
  const found = await read(api, call, items(api, 'person', Candidate));
  const exact = found.filter(({ emailAddresses }) =>
    emailAddresses?.some(({ value }) => value.toLowerCase() === email.toLowerCase()),
  );
  return inGroups(exact, (candidate) => personOf(api, candidate));
}

export function readApplication(api: AtsApi, applicationId: string): Promise<z.infer<typeof Application>> {
  const json = { applicationId };
  const call = { what: 'read an application', right: RIGHT, path: 'application.info', json };
  return read(api, call, Application);
}

async function personOf(api: AtsApi, candidate: Candidate): Promise<AtsPerson> {
  // Gone ones are deleted, merged, or of a confidential job that the key can't see.
  const applications = await inGroups(candidate.applicationIds, (id) =>
    orSetAside(api, { kind: 'application', id }, orGone(readApplication(api, id))),
  );
  return person({
    externalId: candidate.id,
    ...splitName(candidate.name),
    emails: primaryFirst(candidate.emailAddresses),
    phones: primaryFirst(candidate.phoneNumbers),
    timezone: candidate.timezone,
    profileUrl: candidate.profileUrl,
    applications: applications.filter((each) => each !== null).map((each) => applicationOf(each, candidate)),
  });
}

function primaryFirst(contacts: z.infer<typeof Contact>[] | null | undefined): string[] {
  return (contacts ?? [])
    .toSorted((a, b) => Number(b.isPrimary ?? false) - Number(a.isPrimary ?? false))
    .map(({ value }) => value);
}

function applicationOf(
  { id, status, currentInterviewStage, job, source, hiringTeam }: z.infer<typeof Application>,
  candidate: Candidate,
): AtsApplication {
  const recruiter = hiringTeam?.find(({ role }) => /recruiter/i.test(role));
  return application({
    externalId: id,
    jobExternalId: job.id,
    jobName: job.title,
    stageExternalId: currentInterviewStage?.id,
    stageName: currentInterviewStage?.title,
    status: status === 'Hired' ? 'hired' : status === 'Archived' ? 'rejected' : 'active',
    source: source?.title,
    profileUrl: candidate.profileUrl,
    recruiterEmail: recruiter?.email,
  });
}
