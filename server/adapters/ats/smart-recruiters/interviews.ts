import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { applicationBatch } from '../application-batch.ts';
import { NotFound } from '../failures.ts';
import { inGroups } from '../in-groups.ts';
import type { AtsInterview, InterviewsPage } from '../port.ts';
import { read, readUser } from './client.ts';
import { partsOf } from './people.ts';

const BATCH = 20;

/** Its own id is told by where its details are only. */
const Application = z.object({ id: z.string().nullish(), url: z.string().nullish() });

const Slot = z.object({
  id: z.string(),
  title: z.string().nullish(),
  interviewType: z.string().nullish(),
  place: z.string().nullish(),
  startsOn: z.string(),
  endsOn: z.string(),
  interviewers: z.array(z.object({ id: z.string() })).nullish(),
});

const Interview = z.object({
  id: z.string(),
  candidate: z.object({ id: z.string() }).nullish(),
  jobId: z.string().nullish(),
  location: z.string().nullish(),
  timezone: z.string().nullish(),
  timeslots: z.array(Slot).nullish(),
});

const Found = z.object({ content: z.array(Interview) });

/** Each of an interview's times is one of ours. */
export async function listInterviews(
  api: AtsApi,
  from: { startsAfter: Date; cursor: string | null; applications: string[] },
): Promise<InterviewsPage> {
  const { batch, next } = applicationBatch(from.applications, from.cursor, BATCH);
  const told = await inGroups(batch, async (application) => ({
    application,
    interviews: await interviewsOf(api, application, from),
  }));
  return {
    interviews: told.flatMap(({ interviews }) => interviews ?? []),
    completeFor: told.flatMap(({ application, interviews }) => (interviews === null ? [] : application)),
    next,
  };
}

/** Null: it can't be asked for. */
async function interviewsOf(
  api: AtsApi,
  application: string,
  { startsAfter }: { startsAfter: Date },
): Promise<AtsInterview[] | null> {
  const parts = partsOf(application);
  const applicationId = await readApplicationId(api, parts);
  if (applicationId === null) return null;
  const call = {
    what: 'list interviews',
    right: 'interviews_read',
    path: '/interviews-api/v201904/interviews',
    query: { applicationId },
  };
  const { content } = await read(api, call, Found);
  const slots = content.flatMap((interview) =>
    (interview.timeslots ?? []).map((slot) => ({ interview, slot })),
  );
  const coming = slots.filter(({ slot }) => new Date(slot.startsOn) > startsAfter);
  return inGroups(coming, async ({ interview, slot }) => ({
    externalId: slot.id,
    personExternalId: interview.candidate?.id ?? parts.candidateId,
    applicationExternalId: application,
    jobExternalId: interview.jobId ?? null,
    title: slot.title ?? slot.interviewType ?? '',
    startsAt: new Date(slot.startsOn),
    endsAt: new Date(slot.endsOn),
    timezone: interview.timezone ?? null,
    ...placeOf(slot.place ?? interview.location ?? null),
    interviewers: await namesOf(api, slot.interviewers ?? []),
    canceled: false,
  }));
}

function placeOf(place: string | null): { location: string | null; videoUrl: string | null } {
  const isLink = /^https?:\/\/\S+$/.test(place ?? '');
  return { location: isLink ? null : place, videoUrl: isLink ? place : null };
}

async function namesOf(api: AtsApi, interviewers: { id: string }[]): Promise<string[]> {
  const users = await Promise.all(interviewers.map(({ id }) => readUser(api, id)));
  return users.map(({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '));
}

async function readApplicationId(
  api: AtsApi,
  { candidateId, jobId }: ReturnType<typeof partsOf>,
): Promise<string | null> {
  const path = `/candidates/${encodeURIComponent(candidateId)}/jobs/${encodeURIComponent(jobId)}`;
  try {
    const { id, url } = await read(
      api,
      { what: 'read an application', right: 'candidates_read', path },
      Application,
    );
    return id ?? url?.split('/').at(-1) ?? null;
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
