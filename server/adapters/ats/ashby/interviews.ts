import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { orGone } from '../failures.ts';
import { inGroups } from '../in-groups.ts';
import type { AtsInterview, AtsNewHire } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { DayText, TextId, TimeText } from '../values.ts';
import { readPage } from './client.ts';
import { isSince, readApplication, readPerson } from './people.ts';

/** Nobody makes an appointment, or an offer, longer before. */
const LONGEST_AHEAD_MS = 180 * 24 * 60 * 60 * 1000;

const Event = z.object({
  id: TextId,
  startTime: TimeText,
  endTime: TimeText,
  interviewers: z
    .array(z.object({ firstName: z.string().nullish(), lastName: z.string().nullish() }))
    .nullish(),
  location: z.string().nullish(),
  meetingLink: z.string().nullish(),
  interview: z.object({ title: z.string().nullish(), externalTitle: z.string().nullish() }).nullish(),
});

const scheduleOf = (api: AtsApi) =>
  z.object({
    status: z.string(),
    applicationId: TextId,
    interviewEvents: items(api, 'interview', Event).nullish(),
  });
type Schedule = z.infer<ReturnType<typeof scheduleOf>>;

export const SCHEDULES = {
  kind: 'interview' as const,
  what: 'list interviews',
  right: 'interviewsRead',
  endpoint: 'interviewSchedule.list',
};

export async function listInterviews(
  api: AtsApi,
  { startsAfter, cursor }: { startsAfter: Date; cursor: string | null },
): Promise<{ interviews: AtsInterview[]; next: string | null }> {
  const json = { createdAfter: startsAfter.getTime() - LONGEST_AHEAD_MS };
  const { results, next } = await readPage(api, { ...SCHEDULES, json }, cursor, scheduleOf(api));
  const interviews = results.flatMap((schedule) =>
    (schedule.interviewEvents ?? []).map((event) => interviewOf(schedule, event)),
  );
  return { interviews: interviews.filter(({ startsAt }) => startsAt > startsAfter), next };
}

function interviewOf(schedule: Schedule, event: z.infer<typeof Event>): AtsInterview {
  return {
    externalId: event.id,
    personExternalId: null,
    applicationExternalId: schedule.applicationId,
    jobExternalId: null,
    title: event.interview?.externalTitle ?? event.interview?.title ?? '',
    startsAt: new Date(event.startTime),
    endsAt: new Date(event.endTime),
    timezone: null,
    location: event.location ?? null,
    videoUrl: event.meetingLink ?? null,
    interviewers: (event.interviewers ?? []).map(({ firstName, lastName }) =>
      [firstName, lastName].filter(Boolean).join(' '),
    ),
    canceled: schedule.status === 'Cancelled',
  };
}

const Offer = z.object({
  id: TextId,
  applicationId: TextId,
  decidedAt: z.string().nullish(),
  latestVersion: z.object({ startDate: DayText.nullish(), createdAt: z.string().nullish() }).nullish(),
});

/** Whoever accepted an offer. */
export async function listNewHires(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const createdAfter = since === null ? undefined : since.getTime() - LONGEST_AHEAD_MS;
  const json = { acceptanceStatus: ['Accepted'], createdAfter };
  const call = {
    what: 'list offers',
    right: 'offersRead',
    kind: 'newHire' as const,
    endpoint: 'offer.list',
    json,
  };
  const { results, next } = await readPage(api, call, cursor, Offer);
  const changed = results.filter(
    ({ decidedAt, latestVersion }) => isSince(decidedAt, since) || isSince(latestVersion?.createdAt, since),
  );
  const newHires = await inGroups(changed, (offer) =>
    orSetAside(api, { kind: 'newHire', id: offer.id }, newHireOf(api, offer)),
  );
  return { newHires: newHires.filter((hire) => hire !== null), next };
}

async function newHireOf(api: AtsApi, offer: z.infer<typeof Offer>): Promise<AtsNewHire | null> {
  const application = await orGone(readApplication(api, offer.applicationId));
  const person = application && (await readPerson(api, application.candidate.id));
  if (person === null) return null;
  return {
    externalId: offer.id,
    personExternalId: person.externalId,
    firstName: person.firstName,
    lastName: person.lastName,
    emails: person.emails,
    phones: person.phones,
    startsOn: offer.latestVersion?.startDate?.slice(0, 10) ?? null,
    jobName: application?.job.title ?? null,
  };
}
