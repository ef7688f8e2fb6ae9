import { z } from 'zod';
import { inGroups } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import { applicationBatch } from '../application-batch.ts';
import { interview } from '../defaults.ts';
import { NotFound, orGone } from '../failures.ts';
import type { AtsInterview, InterviewsPage } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { TextId, TimeText } from '../values.ts';
import { read, readUser } from './client.ts';
import { partsOf } from './people.ts';

const BATCH = 20;

const Application = z.object({
  id: TextId.nullish(),
  applicationId: TextId.nullish(),
  url: z.string().nullish(),
});

const Slot = z.object({
  id: TextId,
  title: z.string().nullish(),
  interviewType: z.string().nullish(),
  place: z.string().nullish(),
  startsOn: TimeText,
  endsOn: TimeText,
  interviewers: z.array(z.object({ id: z.string() })).nullish(),
});

const interviewIn = (api: AtsApi) =>
  z.object({
    id: TextId,
    candidate: z.object({ id: TextId }).nullish(),
    jobId: TextId.nullish(),
    location: z.string().nullish(),
    timezone: z.string().nullish(),
    timeslots: items(api, 'interview', Slot).nullish(),
  });

/** Each of an interview's times is one of ours. */
export async function listInterviews(
  api: AtsApi,
  from: { startsAfter: Date; cursor: string | null; applications: string[] },
): Promise<InterviewsPage> {
  const { batch, next } = applicationBatch(from.applications, from.cursor, BATCH);
  const read = await inGroups(batch, async (application) => ({
    application,
    ...(await interviewsOf(api, application, from)),
  }));
  return {
    interviews: read.flatMap(({ interviews }) => interviews),
    completeFor: read.flatMap(({ application, isComplete }) => (isComplete ? application : [])),
    next,
  };
}

interface InterviewsOf {
  interviews: AtsInterview[];
  /** These are all there are. */
  isComplete: boolean;
}

async function interviewsOf(
  api: AtsApi,
  application: string,
  { startsAfter }: { startsAfter: Date },
): Promise<InterviewsOf> {
  const parts = partsOf(application);
  const ids = await readApplicationId(api, parts);
  if (ids === 'gone') return { interviews: [], isComplete: true };
  if (ids.applicationId === null) return { interviews: [], isComplete: false };
  const call = {
    what: 'list interviews',
    right: 'interviews_read',
    path: '/interviews-api/v201904/interviews',
    query: { applicationId: ids.applicationId },
  };
  const unread = api.records.setAside.length;
  const Found = z.object({ content: items(api, 'interview', interviewIn(api)) });
  const { content } = await read(api, call, Found);
  const isComplete = api.records.setAside.length === unread;
  const slots = content.flatMap((found) =>
    (found.timeslots ?? []).map((slot) => ({ interview: found, slot })),
  );
  const coming = slots.filter(({ slot }) => new Date(slot.startsOn) > startsAfter);
  const interviews = await inGroups(coming, async ({ interview: found, slot }) =>
    interview({
      externalId: slot.id,
      personExternalId: found.candidate?.id ?? parts.candidateId,
      applicationExternalId: application,
      jobExternalId: found.jobId,
      title: slot.title ?? slot.interviewType,
      startsAt: slot.startsOn,
      endsAt: slot.endsOn,
      timezone: found.timezone,
      place: slot.place ?? found.location,
      interviewers: await namesOf(api, slot.interviewers ?? []),
    }),
  );
  return { interviews, isComplete };
}

async function namesOf(api: AtsApi, interviewers: { id: string }[]): Promise<string[]> {
  const users = await inGroups(interviewers, ({ id }) =>
    orSetAside(api, { kind: 'other', id }, orGone(readUser(api, id))),
  );
  return users.flatMap((user) => [user?.firstName, user?.lastName].filter(Boolean).join(' ') || []);
}

async function readApplicationId(
  api: AtsApi,
  { candidateId, jobId }: ReturnType<typeof partsOf>,
): Promise<'gone' | { applicationId: string | null }> {
  const path = `/candidates/${encodeURIComponent(candidateId)}/jobs/${encodeURIComponent(jobId)}`;
  const call = { what: 'read an application', right: 'candidates_read', path };
  const reading = read(api, call, Application).catch((error: unknown) => {
    if (error instanceof NotFound) return 'gone' as const;
    throw error;
  });
  const found = await orSetAside(api, { kind: 'application', id: `${candidateId}:${jobId}` }, reading);
  if (found === 'gone' || found === null) return found ?? { applicationId: null };
  return { applicationId: found.id ?? found.applicationId ?? idInAddress(found.url) };
}

/** Where the record names no ID, the address of its details does. */
function idInAddress(url: string | null | undefined): string | null {
  const [, id] = /\/job-applications\/([\w-]+)\/?$/.exec(URL.parse(url ?? '')?.pathname ?? '') ?? [];
  return id ?? null;
}
