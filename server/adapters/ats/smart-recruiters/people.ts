import { z } from 'zod';
import { inGroups } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import { application, newHire, person } from '../defaults.ts';
import { orGone } from '../failures.ts';
import type { AtsNewHire, AtsPerson, PeoplePage } from '../port.ts';
import { orSetAside } from '../records.ts';
import type { Call } from '../rest.ts';
import { DayText, TextId } from '../values.ts';
import { read, readPage } from './client.ts';
import { applicationStatusOf, stageIdOf, stageNameOf } from './stages.ts';

/* An application is a candidate's assignment to a job, and is known by both. */

const PAGE = 50;

/** Lists have no phones. */
const Listed = z.object({ id: TextId, email: z.string().nullish() });

const Assignment = z.object({
  job: z.object({ id: TextId, title: z.string().nullish() }).nullish(),
  status: z.string().nullish(),
  subStatus: z.string().nullish(),
  startsOn: DayText.nullish(),
  source: z.string().nullish(),
});

const Candidate = z.object({
  id: TextId,
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  email: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  primaryAssignment: Assignment.nullish(),
  secondaryAssignments: z.array(Assignment).nullish(),
});
type Candidate = z.infer<typeof Candidate>;

const LIST = {
  what: 'list candidates',
  right: 'candidates_read',
  kind: 'person' as const,
  only: true as const,
  path: '/candidates',
};

export const applicationIdOf = (candidateId: string, jobId: string) => `${candidateId}:${jobId}`;

export function partsOf(applicationId: string): { candidateId: string; jobId: string } {
  const [candidateId = '', jobId = ''] = applicationId.split(':');
  return { candidateId, jobId };
}

export async function listPeople(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const query = { limit: PAGE, updatedAfter: since?.toISOString() };
  const { candidates, next } = await candidatesOf(api, { ...LIST, query }, cursor);
  return { people: candidates.map(personOf), deleted: [], next };
}

async function candidatesOf(
  api: AtsApi,
  call: Call,
  cursor: string | null,
): Promise<{ candidates: Candidate[]; next: string | null }> {
  const { items, next } = await readPage(api, call, cursor, Listed);
  const candidates = await inGroups(items, ({ id }) =>
    orSetAside(api, { kind: 'person', id }, readCandidate(api, id)),
  );
  return { candidates: candidates.filter((candidate) => candidate !== null), next };
}

function readCandidate(api: AtsApi, id: string): Promise<Candidate | null> {
  const path = `/candidates/${encodeURIComponent(id)}`;
  return orGone(read(api, { ...LIST, what: 'read a candidate', path }, Candidate));
}

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  const candidate = await readCandidate(api, externalId);
  return candidate && personOf(candidate);
}

/** The search is for words, in all that is written about people, so addresses are compared here. */
export async function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  const call = { ...LIST, what: 'find a candidate by email', query: { q: email, limit: 100 } };
  const { items } = await readPage(api, call, null, Listed);
  const exact = items.filter((each) => each.email?.toLowerCase() === email.toLowerCase());
  const found = await inGroups(exact, ({ id }) => readPerson(api, id));
  return found.filter((each) => each !== null);
}

export async function listNewHires(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const query = { limit: PAGE, updatedAfter: since?.toISOString(), status: 'HIRED' };
  const call = { ...LIST, what: 'list new hires', query };
  const { candidates, next } = await candidatesOf(api, call, cursor);
  return { newHires: candidates.flatMap(newHiresOf), next };
}

function newHiresOf(candidate: Candidate): AtsNewHire[] {
  const { firstName, lastName, emails, phones } = personOf(candidate);
  return assignmentsOf(candidate)
    .filter(({ status, startsOn }) => status === 'HIRED' && startsOn)
    .map(({ job, startsOn }) =>
      newHire({
        externalId: applicationIdOf(candidate.id, job.id),
        personExternalId: candidate.id,
        firstName,
        lastName,
        emails,
        phones,
        startsOn,
        jobName: job.title,
      }),
    );
}

function assignmentsOf({ primaryAssignment, secondaryAssignments }: Candidate) {
  return [primaryAssignment, ...(secondaryAssignments ?? [])].flatMap((assignment) =>
    assignment?.job ? { ...assignment, job: assignment.job } : [],
  );
}

function personOf(candidate: Candidate): AtsPerson {
  const profileUrl = profileUrlOf(candidate.id);
  return person({
    externalId: candidate.id,
    firstName: candidate.firstName,
    lastName: candidate.lastName,
    emails: [candidate.email],
    phones: [candidate.phoneNumber],
    profileUrl,
    applications: assignmentsOf(candidate).map((assignment) =>
      application({
        externalId: applicationIdOf(candidate.id, assignment.job.id),
        jobExternalId: assignment.job.id,
        jobName: assignment.job.title,
        stageExternalId: stageIdOf(assignment),
        stageName: stageNameOf(assignment),
        status: applicationStatusOf(assignment),
        source: assignment.source,
        profileUrl,
      }),
    ),
  });
}

const profileUrlOf = (id: string) => `https://www.smartrecruiters.com/app/people/profile/${id}`;
