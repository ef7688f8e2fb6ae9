import type { AtsApplication, AtsInterview, AtsNewHire, AtsPerson, AtsStage } from './port.ts';
import { stageKindOf } from './stage-kind.ts';

/* Records as the port wants them, from what a system returns. What is missing there gets the value that means just that. */

type Maybe<T> = T | null | undefined;
type Sent<T extends { externalId: string }> = Pick<T, 'externalId'> & { [K in keyof T]?: Maybe<T[K]> };
/** Empty ones are none. */
type Several = { emails?: Maybe<string>[]; phones?: Maybe<string>[] };

const filled = (values: Maybe<string>[] = []): string[] =>
  values.flatMap((value) => (value?.trim() ? [value.trim()] : []));

export function person(sent: Omit<Sent<AtsPerson>, 'emails' | 'phones'> & Several): AtsPerson {
  return {
    externalId: sent.externalId,
    firstName: sent.firstName ?? '',
    lastName: sent.lastName ?? '',
    emails: filled(sent.emails),
    phones: filled(sent.phones),
    timezone: sent.timezone ?? null,
    profileUrl: sent.profileUrl ?? null,
    applications: sent.applications ?? [],
    mergedFrom: sent.mergedFrom ?? [],
  };
}

export function application(sent: Sent<AtsApplication>): AtsApplication {
  return {
    externalId: sent.externalId,
    jobExternalId: sent.jobExternalId ?? null,
    jobName: sent.jobName ?? null,
    stageExternalId: sent.stageExternalId ?? null,
    stageName: sent.stageName ?? null,
    status: sent.status ?? 'active',
    source: sent.source || null,
    profileUrl: sent.profileUrl ?? null,
    recruiterEmail: sent.recruiterEmail?.toLowerCase() ?? null,
  };
}

/** `startsOn` may have a time after the day. */
export function newHire(sent: Omit<Sent<AtsNewHire>, 'emails' | 'phones'> & Several): AtsNewHire {
  return {
    externalId: sent.externalId,
    personExternalId: sent.personExternalId ?? null,
    firstName: sent.firstName ?? '',
    lastName: sent.lastName ?? '',
    emails: filled(sent.emails),
    phones: filled(sent.phones),
    startsOn: sent.startsOn?.slice(0, 10) ?? null,
    jobName: sent.jobName ?? null,
  };
}

type Times = 'startsAt' | 'endsAt';

/** `place`: where one field holds an address, or the link of a video call. */
export function interview(
  sent: Omit<Sent<AtsInterview>, Times> & Record<Times, string | number> & { place?: Maybe<string> },
): AtsInterview {
  const isLink = /^https?:\/\/\S+$/.test(sent.place ?? '');
  return {
    externalId: sent.externalId,
    personExternalId: sent.personExternalId ?? null,
    applicationExternalId: sent.applicationExternalId ?? null,
    jobExternalId: sent.jobExternalId ?? null,
    title: sent.title ?? '',
    startsAt: new Date(sent.startsAt),
    endsAt: new Date(sent.endsAt),
    timezone: sent.timezone ?? null,
    location: sent.location ?? (isLink ? null : (sent.place ?? null)),
    videoUrl: sent.videoUrl ?? (isLink ? (sent.place ?? null) : null),
    interviewers: sent.interviewers ?? [],
    canceled: sent.canceled ?? false,
  };
}

/** All jobs have it, and its name decides its kind, unless given otherwise. */
export const stage = (sent: Omit<AtsStage, 'jobExternalId' | 'kind'> & Partial<AtsStage>): AtsStage => ({
  jobExternalId: null,
  kind: stageKindOf(sent.name),
  ...sent,
});

/** For systems that keep a name in one piece. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
