import type { AtsApplication, AtsInterview, AtsNewHire, AtsPerson, AtsStage } from './port.ts';
import { stageKindOf } from './stage-kind.ts';

/* Records as the port wants them, from what a system returns. What is missing there gets the value that means just that. */

type Maybe<T> = T | null | undefined;
type Reported<T extends { externalId: string }> = Pick<T, 'externalId'> & { [K in keyof T]?: Maybe<T[K]> };
/** Empty ones are none. */
type Several = { emails?: Maybe<string>[]; phones?: Maybe<string>[] };

const filled = (values: Maybe<string>[] = []): string[] =>
  values.flatMap((value) => (value?.trim() ? [value.trim()] : []));

export function person(record: Omit<Reported<AtsPerson>, 'emails' | 'phones'> & Several): AtsPerson {
  return {
    externalId: record.externalId,
    firstName: record.firstName ?? '',
    lastName: record.lastName ?? '',
    emails: filled(record.emails),
    phones: filled(record.phones),
    timezone: record.timezone ?? null,
    profileUrl: record.profileUrl ?? null,
    applications: record.applications ?? [],
    mergedFrom: record.mergedFrom ?? [],
  };
}

export function application(record: Reported<AtsApplication>): AtsApplication {
  return {
    externalId: record.externalId,
    jobExternalId: record.jobExternalId ?? null,
    jobName: record.jobName ?? null,
    stageExternalId: record.stageExternalId ?? null,
    stageName: record.stageName ?? null,
    status: record.status ?? 'active',
    source: record.source || null,
    profileUrl: record.profileUrl ?? null,
    recruiterEmail: record.recruiterEmail?.toLowerCase() ?? null,
  };
}

/** `startsOn` may have a time after the day. */
export function newHire(record: Omit<Reported<AtsNewHire>, 'emails' | 'phones'> & Several): AtsNewHire {
  return {
    externalId: record.externalId,
    personExternalId: record.personExternalId ?? null,
    firstName: record.firstName ?? '',
    lastName: record.lastName ?? '',
    emails: filled(record.emails),
    phones: filled(record.phones),
    startsOn: record.startsOn?.slice(0, 10) ?? null,
    jobName: record.jobName ?? null,
  };
}

type Times = 'startsAt' | 'endsAt';

/** `place`: where one field holds an address, or the link of a video call. */
export function interview(
  record: Omit<Reported<AtsInterview>, Times> & Record<Times, string | number> & { place?: Maybe<string> },
): AtsInterview {
  const isLink = /^https?:\/\/\S+$/.test(record.place ?? '');
  return {
    externalId: record.externalId,
    personExternalId: record.personExternalId ?? null,
    applicationExternalId: record.applicationExternalId ?? null,
    jobExternalId: record.jobExternalId ?? null,
    title: record.title ?? '',
    startsAt: new Date(record.startsAt),
    endsAt: new Date(record.endsAt),
    timezone: record.timezone ?? null,
    location: record.location ?? (isLink ? null : (record.place ?? null)),
    videoUrl: record.videoUrl ?? (isLink ? (record.place ?? null) : null),
    interviewers: record.interviewers ?? [],
    canceled: record.canceled ?? false,
  };
}

/** All jobs have it, and its name decides its kind, unless given otherwise. */
export const stage = (record: Omit<AtsStage, 'jobExternalId' | 'kind'> & Partial<AtsStage>): AtsStage => ({
  jobExternalId: null,
  kind: stageKindOf(record.name),
  ...record,
});

/** For systems that keep a name in one piece. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
