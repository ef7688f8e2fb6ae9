import type { Interview } from './interviews.ts';
import type { MergeAttribute } from './merge-attributes.ts';

/** Values of merge attributes about an interview, or that there is none. */
export function interviewValues(
  interview: Pick<
    Interview,
    'startsAt' | 'candidateTimezone' | 'location' | 'videoUrl' | 'interviewers'
  > | null,
): Record<Extract<MergeAttribute, `interview.${string}`>, string | null> {
  const { startsAt = '', candidateTimezone = null, location, videoUrl, interviewers = [] } = interview ?? {};
  const inWords = (options: Intl.DateTimeFormatOptions) =>
    candidateTimezone &&
    // Its narrow space would make the text cost twice as much.
    new Intl.DateTimeFormat('en-US', { timeZone: candidateTimezone, ...options })
      .format(new Date(startsAt))
      .replace(/\s/g, ' ');
  return {
    'interview.date': inWords({ weekday: 'long', month: 'long', day: 'numeric' }),
    'interview.time': inWords({ hour: 'numeric', minute: '2-digit' }),
    'interview.location': location ?? null,
    'interview.videoUrl': videoUrl ?? null,
    'interview.interviewers': new Intl.ListFormat('en').format(interviewers) || null,
  };
}
