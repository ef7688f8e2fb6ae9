import { z } from 'zod';
import { inGroups } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import { interview, newHire } from '../defaults.ts';
import { orGone } from '../failures.ts';
import type { AtsInterview, AtsNewHire } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { DayText, TextId, TimeText } from '../values.ts';
import { readPage } from './client.ts';
import { isSince, readApplication, readPerson } from './people.ts';

/** No one schedules an interview, or makes an offer, further ahead. */
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
  path: 'interviewSchedule.list',
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
  return interview({
    externalId: event.id,
    applicationExternalId: schedule.applicationId,
    title: event.interview?.externalTitle ?? event.interview?.title,
    startsAt: event.startTime,
    endsAt: event.endTime,
    location: event.location,
    videoUrl: event.meetingLink,
    interviewers: (event.interviewers ?? []).map(({ firstName, lastName }) =>
      [firstName, lastName].filter(Boolean).join(' '),
    ),
    canceled: schedule.status === 'Cancelled',
  });
}

const Offer = z.object({
  id: TextId,
  applicationId: TextId,
  decidedAt: z.string().nullish(),
  latestVersion: z.object({ startDate: DayText.nullish(), createdAt: z.string().nullish() }).nullish(),
});

/** Candidates who accepted an offer. */
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
    path: 'offer.list',
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
  const { externalId: personExternalId, firstName, lastName, emails, phones } = person;
  return newHire({
    externalId: offer.id,
    personExternalId,
    firstName,
    lastName,
    emails,
    phones,
    startsOn: offer.latestVersion?.startDate,
    jobName: application?.job.title,
  });
}
