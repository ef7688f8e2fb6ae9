import { readable } from '../../contract/name.ts';
import type { Deps } from '../deps.ts';
import type { Limit } from '../http/rate-limits.ts';

/*
 * Mails to addresses of people who aren't our users. They carry words of a member to anyone, so each of them is counted here before it
 * is written, and those words pass `outsideWords`.
 */

const HOUR = 3600;
const DAY = 24 * HOUR;
const perHourAndDay = (name: string, hour: number, day: number): Limit[] => [
  { name: `${name} hour`, points: hour, seconds: HOUR },
  { name: `${name} day`, points: day, seconds: DAY },
];

type Kind = 'interview' | 'teamInvitation';

/** Of all kinds. */
export const byAccount = perHourAndDay('outside mails of account', 1000, 2000);
const byPerson: Record<Kind, Limit[]> = {
  interview: perHourAndDay('interview mails of person', 30, 100),
  // A list has 500 at most.
  teamInvitation: perHourAndDay('invitations of person', 600, 1000),
};
/** What one is about. How often an address is invited to a team is limited there. */
export const byInterview = perHourAndDay('mails of interview', 5, 15);

interface OutsideMail {
  kind: Kind;
  accountId: string;
  userId: string;
  /** Null for a team's invitations. */
  interviewId: string | null;
}

/** Throws `rate_limited` if there have been too many. */
export async function takeOutsideMail(
  deps: Pick<Deps, 'rateLimits' | 'metrics'>,
  { kind, accountId, userId, interviewId }: OutsideMail,
  count = 1,
): Promise<void> {
  const counted: [Limit, string][] = [
    ...byAccount.map((limit): [Limit, string] => [limit, accountId]),
    ...byPerson[kind].map((limit): [Limit, string] => [limit, `${accountId} ${userId}`]),
    ...(interviewId === null ? [] : byInterview.map((limit): [Limit, string] => [limit, interviewId])),
  ];
  try {
    for (const [limit, key] of counted) await deps.rateLimits.consume(limit, key, count);
  } catch (error) {
    deps.metrics.outsideMails(kind, 'limited', count);
    throw error;
  }
  deps.metrics.outsideMails(kind, 'allowed', count);
}

const MOST_CHARACTERS = 120;
/** What mail programs turn into a link without being asked. */
const LINKED = /(?<=[\p{L}\p{N}])([.\u3002\uff0e\uff61])(?=\p{L})|:(?=\/\/)/gu;

/** A member's words as a stranger may read them: one line that isn't long, nothing that can't be seen, and nothing to click. */
export function outsideWords(text: string): string {
  const line = readable(text).replace(/\s+/gu, ' ').replace(LINKED, '$& ').trim();
  const characters = [...line];
  return characters.length <= MOST_CHARACTERS
    ? line
    : `${characters.slice(0, MOST_CHARACTERS).join('').trim()}…`;
}
