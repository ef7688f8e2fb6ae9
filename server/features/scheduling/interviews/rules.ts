import type { FailureCode } from '../../../../contract/failure.ts';
import type { InterviewStatus } from '../../../../contract/interviews.ts';
import { wallClock } from '../../../local-time.ts';
import { type Place, zonesOf } from '../../consent/quiet-hours.ts';
import type { Viewer } from '../../texting/conversations/rules.ts';

/** Why the person can't change it. Null: they can. Only the system it comes from changes what it sent. */
export function refusalToEdit(
  viewer: Viewer,
  { atsType, createdById }: { atsType: string | null; createdById: string | null },
): FailureCode | null {
  if (atsType !== null) return 'interview_synced';
  return viewer.userType === 'admin' || createdById === viewer.userId ? null : 'interview_of_colleague';
}

interface Answered {
  startsAt: Date;
  status: InterviewStatus;
  rescheduleRequestedAt: Date | null;
}

/** A candidate's answer is about the time in the text. A status that someone sets is the answer from then on. */
export function answerAfter(
  before: Answered,
  asked: { startsAt: Date; status?: InterviewStatus | undefined },
): Pick<Answered, 'status' | 'rescheduleRequestedAt'> {
  if (asked.status !== undefined) return { status: asked.status, rescheduleRequestedAt: null };
  const { status, rescheduleRequestedAt } = before;
  if (asked.startsAt.getTime() === before.startsAt.getTime()) return { status, rescheduleRequestedAt };
  return { status: status === 'canceled' ? 'canceled' : 'scheduled', rescheduleRequestedAt: null };
}

/**
 * The zone of the times in texts to the candidate. Where their number leaves several, the interview's own decides; without it we
 * can't know what their clocks show, unless all show the same.
 */
export function zoneOfCandidate(
  interview: { startsAt: Date; timezone: string | null },
  candidate: Place,
): string | null {
  const clock = (zone: string) => wallClock(interview.startsAt.getTime(), zone);
  const zones = zonesOf(candidate);
  const clocks = new Set(zones.map(clock));
  if (interview.timezone !== null && clocks.has(clock(interview.timezone))) return interview.timezone;
  return clocks.size === 1 ? (zones[0] ?? null) : null;
}
