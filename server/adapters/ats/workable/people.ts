import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { application, person, splitName } from '../defaults.ts';
import { orGone } from '../failures.ts';
import type { AtsApplication, AtsPerson, PeoplePage } from '../port.ts';
import { TextId } from '../values.ts';
import { read, readPage } from './client.ts';
import { slugReader } from './jobs.ts';

/* A candidate is one application to one job: who applied twice is two of them. */

const Candidate = z.object({
  id: TextId,
  name: z.string().nullish(),
  firstname: z.string().nullish(),
  lastname: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  job: z.object({ shortcode: TextId.nullish(), title: z.string().nullish() }).nullish(),
  /** By its name. */
  stage: z.string().nullish(),
  disqualified: z.boolean().nullish(),
  hired_at: z.string().nullish(),
  stage_kind: z.string().nullish(),
  domain: z.string().nullish(),
  sourced: z.boolean().nullish(),
  profile_url: z.string().nullish(),
});
type Candidate = z.infer<typeof Candidate>;

const LIST = { what: 'list candidates', right: 'r_candidates', path: '/candidates' };

export async function listPeople(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const query = { limit: 100, updated_after: since?.toISOString() };
  const { items, next } = await readPage(
    api,
    { ...LIST, query },
    { key: 'candidates', kind: 'person', item: Candidate, cursor },
  );
  return { people: await peopleOf(api, items), deleted: [], next };
}

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  const candidate = await orGone(readCandidate(api, externalId));
  return candidate && ((await peopleOf(api, [candidate]))[0] ?? null);
}

export async function readCandidate(api: AtsApi, id: string): Promise<Candidate> {
  const call = { ...LIST, what: 'read a candidate', path: `/candidates/${encodeURIComponent(id)}` };
  return (await read(api, call, z.object({ candidate: Candidate }))).candidate;
}

export async function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  const call = { ...LIST, what: 'find a candidate by email', query: { email, limit: 100 } };
  const { items } = await readPage(api, call, {
    key: 'candidates',
    kind: 'person',
    item: Candidate,
    cursor: null,
  });
  const exact = items.filter((each) => each.email?.toLowerCase() === email.toLowerCase());
  return peopleOf(api, exact);
}

async function peopleOf(api: AtsApi, candidates: Candidate[]): Promise<AtsPerson[]> {
  if (candidates.length === 0) return [];
  const slugOf = await slugReader(api);
  const people: AtsPerson[] = [];
  for (const candidate of candidates) {
    const { stage, job } = candidate;
    const slug = stage ? await slugOf(stage, job?.shortcode ?? null) : null;
    const { id: externalId, email, phone, profile_url: profileUrl } = candidate;
    const applications = [applicationOf(candidate, slug)];
    const name = nameOf(candidate);
    people.push(person({ externalId, ...name, emails: [email], phones: [phone], profileUrl, applications }));
  }
  return people;
}

function nameOf({ firstname, lastname, name }: Candidate): { firstName: string; lastName: string } {
  if (!firstname && !lastname) return splitName(name ?? '');
  return { firstName: firstname ?? '', lastName: lastname ?? '' };
}

function applicationOf(candidate: Candidate, stageSlug: string | null): AtsApplication {
  const { job, stage } = candidate;
  const isHired = Boolean(candidate.hired_at) || candidate.stage_kind === 'hired';
  return application({
    externalId: candidate.id,
    jobExternalId: job?.shortcode,
    jobName: job?.title,
    stageExternalId: stageSlug,
    stageName: stage,
    status: candidate.disqualified ? 'rejected' : isHired ? 'hired' : 'active',
    source: candidate.domain || (candidate.sourced ? 'Sourced' : null),
    profileUrl: candidate.profile_url,
  });
}
