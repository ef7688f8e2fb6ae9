import { MOST_AHEAD_MS } from '../../../../contract/years.ts';
import { whenClockShows } from '../../../local-time.ts';
import { type Place, slowestZoneOf } from '../../consent/quiet-hours.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** This long after the start an onboarding is over. */
export const ONBOARDING_MS = 56 * DAY;

/** Of several possible ones, the one whose clock is furthest behind. */
export function zoneOfStart(at: Date, candidate: Place): string {
  return slowestZoneOf(at, candidate) ?? 'UTC';
}

/** A date alone is 9:00 AM there. */
export function startOf(given: string, candidate: Place): Date {
  if (given.includes('T')) return new Date(given);
  const wall = Date.parse(`${given}T09:00:00Z`);
  return new Date(whenClockShows(wall, zoneOfStart(new Date(wall), candidate), wall));
}

/** Someone whom a system has as hired. */
export interface Hire {
  candidateId: string;
  /** YYYY-MM-DD */
  startsOn: string;
  startsAt: Date;
  source: { externalId: string } | { applicationId: string };
}

/** An onboarding of one of the candidates, or of one of the same hires. */
export interface Present {
  id: string;
  candidateId: string;
  externalId: string | null;
  applicationId: string | null;
  /** The last date that the system gave. Null: a person started it. */
  reportedStartsOn: string | null;
  startsAt: Date;
  status: 'active' | 'paused' | 'ended';
}

export interface Decided {
  start: Hire[];
  /** `externalId`: from now on it is that new hire's. */
  change: { id: string; candidateId: string; startsOn: string; startsAt: Date; externalId: string | null }[];
}

/**
 * What becomes of a system's hires. A start date that it changes moves the onboarding, even one that a person has moved; an
 * application only starts one. What has ended stays ended. Candidates have one at a time, and what a person started wins.
 */
export function decide(hires: Hire[], present: Present[], now: Date): Decided {
  const decided: Decided = { start: [], change: [] };
  const taken = new Set(
    present.filter(({ status }) => status !== 'ended').map(({ candidateId }) => candidateId),
  );
  for (const hire of hires) {
    const { source } = hire;
    const known = knownAs(hire, present);
    if (known !== undefined) {
      if ('applicationId' in source) continue;
      const externalId = known.externalId === null ? source.externalId : null;
      const isSame = known.reportedStartsOn === hire.startsOn && known.candidateId === hire.candidateId;
      const isFree = known.candidateId === hire.candidateId || !taken.has(hire.candidateId);
      if (known.status === 'ended' || !isFree || (isSame && externalId === null)) continue;
      taken.add(hire.candidateId);
      const { candidateId, startsOn, startsAt } = hire;
      decided.change.push({ id: known.id, candidateId, startsOn, startsAt, externalId });
    } else if (!taken.has(hire.candidateId) && isCurrent(hire, now) && !wasDecided(hire, present)) {
      taken.add(hire.candidateId);
      decided.start.push(hire);
    }
  }
  return decided;
}

/** The same hire, or the application that it came from. */
function knownAs({ source, candidateId }: Hire, present: Present[]): Present | undefined {
  if ('applicationId' in source)
    return present.find(({ applicationId }) => applicationId === source.applicationId);
  return (
    present.find(({ externalId }) => externalId === source.externalId) ??
    present.find(
      (one) =>
        one.candidateId === candidateId &&
        one.externalId === null &&
        one.applicationId !== null &&
        one.status !== 'ended',
    )
  );
}

/** A hire who started long ago is no news, as in a first sync. */
function isCurrent({ startsAt }: Hire, now: Date): boolean {
  const inMs = startsAt.getTime() - now.getTime();
  return inMs > -ONBOARDING_MS && inMs <= MOST_AHEAD_MS;
}

/** One that ended, perhaps because they aren't joining, is about the same start. */
function wasDecided({ candidateId, startsAt }: Hire, present: Present[]): boolean {
  return present.some(
    (one) =>
      one.candidateId === candidateId &&
      one.status === 'ended' &&
      Math.abs(one.startsAt.getTime() - startsAt.getTime()) < ONBOARDING_MS,
  );
}
