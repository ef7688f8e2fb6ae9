import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { application, person, splitName } from '../defaults.ts';
import type { AtsApplication, AtsPerson, PeoplePage } from '../port.ts';
import type { Page } from '../rest.ts';
import { TextId } from '../values.ts';
import { EVERYTHING, readAll, readPage } from './client.ts';
import { jobNames } from './jobs.ts';

/* A person is a contact; each of their opportunities is an application to one job at most. */

const Opportunity = z.object({
  id: TextId,
  contact: TextId,
  name: z.string().nullish(),
  emails: z.array(z.string()).nullish(),
  phones: z.array(z.object({ type: z.string().nullish(), value: z.string().nullish() })).nullish(),
  stage: z.object({ id: z.string(), text: z.string().nullish() }).nullish(),
  owner: z.object({ email: z.string().nullish() }).nullish(),
  archived: z.object({ reason: z.string().nullish(), archivedAt: z.number().nullish() }).nullish(),
  applications: z.array(z.object({ posting: z.string().nullish() })).nullish(),
  sources: z.array(z.string()).nullish(),
  urls: z.object({ show: z.string().nullish() }).nullish(),
  isAnonymized: z.boolean().nullish(),
  updatedAt: z.number().nullish(),
});
export type Opportunity = z.infer<typeof Opportunity>;

const ArchiveReason = z.object({ id: z.string(), type: z.string().nullish() });

const READ = {
  kind: 'person' as const,
  right: 'opportunities:read:admin',
  path: '/opportunities?expand=applications&expand=stage&expand=owner',
};

export function opportunitiesOf(api: AtsApi, contact: string): Promise<Opportunity[]> {
  const query = { ...EVERYTHING, contact_id: contact };
  return readAll(api, { ...READ, what: 'read a candidate', query }, Opportunity);
}

export function opportunitiesChanged(
  api: AtsApi,
  from: { since: Date | null; cursor: string | null; archived?: true },
): Promise<Page<Opportunity>> {
  const query = {
    ...EVERYTHING,
    updated_at_start: from.since?.getTime(),
    archived: from.archived ? 'true' : undefined,
  };
  return readPage(api, { ...READ, what: 'list candidates', query }, from.cursor, Opportunity);
}

export async function listPeople(
  api: AtsApi,
  from: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const { items, next } = await opportunitiesChanged(api, from);
  return { ...(await peopleOf(api, items)), next };
}

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  const { people } = await peopleOf(api, await opportunitiesOf(api, externalId));
  return people.find((each) => each.externalId === externalId) ?? null;
}

export async function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  const query = { ...EVERYTHING, email };
  const found = await readAll(api, { ...READ, what: 'find a candidate by email', query }, Opportunity);
  return (await peopleOf(api, found)).people;
}

async function peopleOf(
  api: AtsApi,
  opportunities: Opportunity[],
): Promise<Pick<PeoplePage, 'people' | 'deleted'>> {
  const hired = opportunities.some(({ archived }) => archived?.archivedAt)
    ? await hiredReasons(api)
    : new Set<string>();
  const names = await jobNames(api, new Set(opportunities.flatMap((each) => postingOf(each) ?? [])));
  const byContact = Map.groupBy(opportunities, ({ contact }) => contact);
  const people: AtsPerson[] = [];
  const deleted: string[] = [];
  for (const [contact, theirs] of byContact) {
    if (theirs.some(({ isAnonymized }) => isAnonymized)) deleted.push(contact);
    else people.push(personOf(contact, theirs, { hired, names }));
  }
  return { people, deleted };
}

/** Anyone who was hired is archived, with a reason of this type. */
export async function hiredReasons(api: AtsApi): Promise<Set<string>> {
  const call = {
    what: 'list archive reasons',
    right: 'archive_reasons:read:admin',
    path: '/archive_reasons',
  };
  const reasons = await readAll(api, call, ArchiveReason);
  return new Set(reasons.filter(({ type }) => type === 'hired').map(({ id }) => id));
}

interface Lists {
  hired: Set<string>;
  names: Map<string, string>;
}

function personOf(contact: string, opportunities: Opportunity[], lists: Lists): AtsPerson {
  const [latest] = opportunities.toSorted((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0));
  return person({
    externalId: contact,
    ...splitName(latest?.name ?? ''),
    emails: latest?.emails ?? [],
    phones: phonesOf(latest),
    profileUrl: latest?.urls?.show,
    applications: opportunities.map((opportunity) => applicationOf(opportunity, lists)),
  });
}

export function phonesOf(opportunity: Opportunity | undefined): string[] {
  const phones = opportunity?.phones ?? [];
  const mobileFirst = [
    ...phones.filter(({ type }) => type === 'mobile'),
    ...phones.filter(({ type }) => type !== 'mobile'),
  ];
  return mobileFirst.flatMap(({ value }) => value ?? []);
}

const postingOf = ({ applications }: Opportunity) => applications?.[0]?.posting ?? null;

function applicationOf(opportunity: Opportunity, { hired, names }: Lists): AtsApplication {
  const { archived, stage } = opportunity;
  const posting = postingOf(opportunity);
  const isHired = hired.has(archived?.reason ?? '');
  return application({
    externalId: opportunity.id,
    jobExternalId: posting,
    jobName: names.get(posting ?? ''),
    stageExternalId: stage?.id,
    stageName: stage?.text,
    status: !archived?.archivedAt ? 'active' : isHired ? 'hired' : 'rejected',
    source: opportunity.sources?.[0],
    profileUrl: opportunity.urls?.show,
    recruiterEmail: opportunity.owner?.email,
  });
}
