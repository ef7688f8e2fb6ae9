import type { AtsApplication, AtsInterview, AtsNewHire, AtsPerson, AtsStage } from './port.ts';
import { stageKindOf } from './stage-kind.ts';

/* Records as the port wants them, from what a system returns. What is missing there gets the value that means just that. */

type Maybe<T> = T | null | undefined;
type Told<T extends { externalId: string }> = Pick<T, 'externalId'> & { [K in keyof T]?: Maybe<T[K]> };
/** Empty ones are none. */
type Several = { emails?: Maybe<string>[]; phones?: Maybe<string>[] };

const filled = (values: Maybe<string>[] = []): string[] =>
  values.flatMap((value) => (value?.trim() ? [value.trim()] : []));

export function person(told: Omit<Told<AtsPerson>, 'emails' | 'phones'> & Several): AtsPerson {
  return {
    externalId: told.externalId,
    firstName: told.firstName ?? '',
    lastName: told.lastName ?? '',
    emails: filled(told.emails),
    phones: filled(told.phones),
    timezone: told.timezone ?? null,
    profileUrl: told.profileUrl ?? null,
    applications: told.applications ?? [],
    mergedFrom: told.mergedFrom ?? [],
  };
}

export function application(told: Told<AtsApplication>): AtsApplication {
  return {
    externalId: told.externalId,
    jobExternalId: told.jobExternalId ?? null,
    jobName: told.jobName ?? null,
    stageExternalId: told.stageExternalId ?? null,
    stageName: told.stageName ?? null,
    status: told.status ?? 'active',
    source: told.source || null,
    profileUrl: told.profileUrl ?? null,
    recruiterEmail: told.recruiterEmail?.toLowerCase() ?? null,
  };
}

/** `startsOn` may have a time after the day. */
export function newHire(told: Omit<Told<AtsNewHire>, 'emails' | 'phones'> & Several): AtsNewHire {
  return {
    externalId: told.externalId,
    personExternalId: told.personExternalId ?? null,
    firstName: told.firstName ?? '',
    lastName: told.lastName ?? '',
    emails: filled(told.emails),
    phones: filled(told.phones),
    startsOn: told.startsOn?.slice(0, 10) ?? null,
    jobName: told.jobName ?? null,
  };
}

type Times = 'startsAt' | 'endsAt';

/** `place`: where one field holds an address, or the link of a video call. */
export function interview(
  told: Omit<Told<AtsInterview>, Times> & Record<Times, string | number> & { place?: Maybe<string> },
): AtsInterview {
  const isLink = /^https?:\/\/\S+$/.test(told.place ?? '');
  return {
    externalId: told.externalId,
    personExternalId: told.personExternalId ?? null,
    applicationExternalId: told.applicationExternalId ?? null,
    jobExternalId: told.jobExternalId ?? null,
    title: told.title ?? '',
    startsAt: new Date(told.startsAt),
    endsAt: new Date(told.endsAt),
    timezone: told.timezone ?? null,
    location: told.location ?? (isLink ? null : (told.place ?? null)),
    videoUrl: told.videoUrl ?? (isLink ? (told.place ?? null) : null),
    interviewers: told.interviewers ?? [],
    canceled: told.canceled ?? false,
  };
}

/** All jobs have it, and its name decides its kind, unless given otherwise. */
export const stage = (told: Omit<AtsStage, 'jobExternalId' | 'kind'> & Partial<AtsStage>): AtsStage => ({
  jobExternalId: null,
  kind: stageKindOf(told.name),
  ...told,
});

/** For systems that keep a name in one piece. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
