import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { applicationBatch } from '../application-batch.ts';
import { interview, newHire, splitName } from '../defaults.ts';
import { orGone } from '../failures.ts';
import type { AtsInterview, AtsNewHire, InterviewsPage } from '../port.ts';
import { orSetAside } from '../records.ts';
import { TextId, TimeMs } from '../values.ts';
import { readAll } from './client.ts';
import { hiredReasons, type Opportunity, opportunitiesChanged, phonesOf } from './people.ts';

const BATCH = 20;

const Interview = z.object({
  id: TextId,
  subject: z.string().nullish(),
  /** When it starts, in milliseconds. */
  date: TimeMs,
  /** In minutes. */
  duration: z
    .number()
    .min(0)
    .max(60 * 24 * 31),
  timezone: z.string().nullish(),
  location: z.string().nullish(),
  interviewers: z.array(z.object({ name: z.string().nullish() })).nullish(),
  postings: z.array(z.string()).nullish(),
  canceledAt: z.number().nullish(),
});

const Offer = z.object({
  status: z.string(),
  fields: z.array(z.object({ identifier: z.string().nullish(), value: z.unknown() })).nullish(),
});

export async function listInterviews(
  api: AtsApi,
  from: { startsAfter: Date; cursor: string | null; applications: string[] },
): Promise<InterviewsPage> {
  const { batch, next } = applicationBatch(from.applications, from.cursor, BATCH);
  const interviews: AtsInterview[] = [];
  const completeFor: string[] = [];
  for (const opportunity of batch) {
    const path = `/opportunities/${encodeURIComponent(opportunity)}/interviews`;
    const call = {
      what: 'list interviews',
      right: 'interviews:read:admin',
      kind: 'interview',
      path,
    } as const;
    const unread = api.records.setAside.length;
    // A person who was deleted there has none.
    const reading = orGone(readAll(api, call, Interview));
    const theirs = await orSetAside(api, { kind: 'application', id: opportunity }, reading);
    interviews.push(...(theirs ?? []).map((found) => interviewOf(opportunity, found)));
    if (api.records.setAside.length === unread) completeFor.push(opportunity);
  }
  return {
    interviews: interviews.filter(({ startsAt }) => startsAt > from.startsAfter),
    completeFor,
    next,
  };
}

function interviewOf(opportunity: string, found: z.infer<typeof Interview>): AtsInterview {
  return interview({
    externalId: found.id,
    applicationExternalId: opportunity,
    jobExternalId: found.postings?.[0],
    title: found.subject,
    startsAt: found.date,
    endsAt: found.date + found.duration * 60_000,
    timezone: found.timezone,
    place: found.location,
    interviewers: (found.interviewers ?? []).flatMap(({ name }) => name ?? []),
    canceled: Boolean(found.canceledAt),
  });
}

/** The start date is in the offer that was signed. */
export async function listNewHires(
  api: AtsApi,
  from: { since: Date | null; cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const { items, next } = await opportunitiesChanged(api, { ...from, archived: true });
  const reasons = items.length > 0 ? await hiredReasons(api) : new Set<string>();
  const newHires: (AtsNewHire | never[])[] = [];
  for (const opportunity of items.filter(({ archived }) => reasons.has(archived?.reason ?? ''))) {
    const { id } = opportunity;
    const reading = readStart(api, id).then((startsOn) => newHireOf(opportunity, startsOn));
    newHires.push((await orSetAside(api, { kind: 'newHire', id }, reading)) ?? []);
  }
  return { newHires: newHires.flat(), next };
}

async function readStart(api: AtsApi, opportunity: string): Promise<string | null> {
  const path = `/opportunities/${encodeURIComponent(opportunity)}/offers`;
  const call = { what: 'list offers', right: 'offers:read:admin', kind: 'newHire', path } as const;
  const offers = await readAll(api, call, Offer);
  const value = offers
    .filter(({ status }) => status === 'signed')
    .flatMap(({ fields }) => fields ?? [])
    .find(({ identifier }) => identifier === 'anticipated_start_date')?.value;
  // A day, as the milliseconds of its midnight in UTC.
  const ms = TimeMs.safeParse(Number(value)).data;
  return ms === undefined ? null : new Date(ms).toISOString().slice(0, 10);
}

function newHireOf(opportunity: Opportunity, startsOn: string | null): AtsNewHire {
  return newHire({
    externalId: opportunity.id,
    personExternalId: opportunity.contact,
    ...splitName(opportunity.name ?? ''),
    emails: opportunity.emails ?? [],
    phones: phonesOf(opportunity),
    startsOn,
  });
}
