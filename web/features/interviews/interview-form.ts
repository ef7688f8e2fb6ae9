import type { Candidate } from '../../../contract/candidates.ts';
import type { Interview, InterviewStatus } from '../../../contract/interviews.ts';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { isKnownZone, timeOfDay } from '../../lib/dates.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { clockTime, fieldOf, SKIPPED, TWICE } from '../../lib/zoned-time.ts';

export interface Values {
  title: string;
  /** By the clock of the time zone: 2026-11-23. */
  date: string;
  /** 09:00 */
  start: string;
  minutes: string;
  timezone: string;
  location: string;
  videoUrl: string;
  /** Separated by commas. */
  interviewers: string;
  status: InterviewStatus;
}

export type Body = BodyInput<typeof routes.createInterview>;

const USUAL_MINUTES = '30';

export function valuesOf(interview: Interview | null, candidate: Candidate, here: string): Values {
  const timezone = interview?.timezone ?? zoneFor(candidate, here);
  const [date = '', start = ''] = fieldOf(interview?.startsAt ?? null, timezone).split('T');
  return {
    title: interview?.title ?? '',
    date,
    start,
    minutes: interview ? String(minutesOf(interview)) : USUAL_MINUTES,
    timezone,
    location: interview?.location ?? '',
    videoUrl: interview?.videoUrl ?? '',
    interviewers: interview?.interviewers.join(', ') ?? '',
    status: interview?.status ?? 'scheduled',
  };
}

/** Theirs. Where it is a guess among several, the reader's own if it is among them. */
function zoneFor({ zones }: Candidate, here: string): string {
  const known = zones.filter(isKnownZone);
  return known.includes(here) ? here : (known[0] ?? here);
}

export const minutesOf = ({ startsAt, endsAt }: Pick<Interview, 'startsAt' | 'endsAt'>) =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;

const clockOf = ({ date, start, timezone }: Values) =>
  date === '' || start === '' ? null : clockTime(`${date}T${start}`, timezone);

/** Null until there is a time. */
export function bodyOf(values: Values, candidateId: string): Body | null {
  const startsAt = clockOf(values)?.instant;
  if (!startsAt) return null;
  return {
    candidateId,
    title: values.title,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + Number(values.minutes) * 60_000).toISOString(),
    timezone: values.timezone,
    location: values.location,
    videoUrl: values.videoUrl,
    interviewers: values.interviewers
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}

const fitsContract = schemaValidator<Body>(routes.createInterview.body);

export function problemsIn(values: Values, candidateId: string): Record<string, string> {
  const body = bodyOf(values, candidateId);
  if (body !== null) return atFields(fitsContract(body));
  return {
    ...(values.date === '' ? { date: 'Choose a date' } : {}),
    ...(values.start === '' ? { start: 'Choose a time' } : {}),
    ...(clockOf(values) && {
      start: SKIPPED,
    }),
  };
}

/** What is wrong with a field of the contract, at the field that shows it. */
export function atFields(errors: Record<string, string>): Record<string, string> {
  const shownBy: Record<string, string> = { startsAt: 'date', endsAt: 'date' };
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => {
      const [field = ''] = path.split('.');
      return [shownBy[field] ?? field, sentence];
    }),
  );
}

/** What the person should know about the chosen time, beside what they chose. */
export function aboutTime(values: Values, here: string): string | null {
  const clock = clockOf(values);
  if (!clock?.instant) return null;
  const twice = clock.isTwice ? TWICE : '';
  const isOther = fieldOf(clock.instant, values.timezone) !== fieldOf(clock.instant, here);
  const yours = isOther ? `${timeOfDay(clock.instant, here)} your time.` : '';
  return `${yours} ${twice}`.trim() || null;
}
