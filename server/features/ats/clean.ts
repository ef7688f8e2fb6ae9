import { isReadable, readable } from '../../../contract/name.ts';
import { Email, Timezone } from '../../../contract/primitives.ts';
import type { AtsApplication, AtsPerson } from '../../adapters/ats/port.ts';
import { parsePhone } from '../../phone.ts';

/* What a system sends, as we keep it: readable, short enough, and only what it claims to be. */

const MOST_NUMBERS = 10;
const MOST_EMAILS = 10;

/** One line of text. */
export function line(text: string, most: number): string {
  return [...readable(text).trim()].slice(0, most).join('').trim();
}

export const lineOrNull = (text: string | null, most: number) =>
  text === null ? null : line(text, most) || null;

export function numbersOf(phones: string[]): string[] {
  const read = phones.map((phone) => parsePhone(phone.slice(0, 64))).filter((number) => number !== null);
  return [...new Set(read)].slice(0, MOST_NUMBERS);
}

export function emailsOf(emails: string[]): string[] {
  const read = emails.flatMap((email) => Email.safeParse(email).data ?? []);
  return [...new Set(read.map((email) => email.toLowerCase()))].slice(0, MOST_EMAILS);
}

export const zoneOf = (timezone: string | null) => Timezone.nullable().safeParse(timezone).data ?? null;

/** Where browsers may be sent. */
export function urlOf(url: string | null): string | null {
  if (url === null || url.length > 2000 || !isReadable(url)) return null;
  return ['https:', 'http:'].includes(URL.parse(url)?.protocol ?? '') ? url : null;
}

export interface CleanPerson {
  externalId: string;
  firstName: string;
  lastName: string;
  emails: string[];
  phoneNumbers: string[];
  timezone: string | null;
  profileUrl: string | null;
  applications: AtsApplication[];
  mergedFrom: string[];
}

export function cleanPerson(person: AtsPerson): CleanPerson {
  return {
    externalId: person.externalId,
    firstName: line(person.firstName, 80),
    lastName: line(person.lastName, 80),
    emails: emailsOf(person.emails),
    phoneNumbers: numbersOf(person.phones),
    timezone: zoneOf(person.timezone),
    profileUrl: urlOf(person.profileUrl),
    applications: person.applications.map(cleanApplication),
    mergedFrom: person.mergedFrom.filter((id) => id !== person.externalId),
  };
}

function cleanApplication(application: AtsApplication): AtsApplication {
  return {
    ...application,
    jobName: lineOrNull(application.jobName, 200),
    stageName: lineOrNull(application.stageName, 200),
    source: lineOrNull(application.source, 200),
    profileUrl: urlOf(application.profileUrl),
    recruiterEmail: application.recruiterEmail?.toLowerCase().slice(0, 254) ?? null,
  };
}
