import {
  ANSWERED_WITHIN_DAYS,
  type BroadcastStatus,
  type LeftOutReason,
  leftOutReasons,
  type PausedReason,
  pausedReasons,
  type StoppedReason,
  TRIAL_RECIPIENTS,
  waitingReasons,
} from '../../../contract/broadcasts.ts';
import type { CampaignUseCase } from '../../../contract/registration.ts';
import { wallClock, whenClockShows } from '../../local-time.ts';
import type { decideAutomatic, GateReason } from '../texting/gate/gate.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What becomes of one recipient. */
export type Verdict =
  | { kind: 'go' }
  | { kind: 'wait'; reason: keyof typeof waitingReasons; until: Date }
  | { kind: 'leaveOut'; reason: LeftOutReason }
  /** It's about the sender, so no one gets it now. */
  | { kind: 'pause'; reason: PausedReason };

const has = <Table extends object>(table: Table, code: string): code is keyof Table & string =>
  Object.hasOwn(table, code);

/** What the gate's answer about one text means for its broadcast. */
export function verdictOf(decision: ReturnType<typeof decideAutomatic>): Verdict {
  if (decision.kind === 'send') return { kind: 'go' };
  const reason: GateReason = decision.reason;
  if (has(pausedReasons, reason)) return { kind: 'pause', reason };
  if (decision.kind === 'hold' && decision.nextAt !== null && has(waitingReasons, reason))
    return { kind: 'wait', reason, until: decision.nextAt };
  return { kind: 'leaveOut', reason: has(leftOutReasons, reason) ? reason : 'not_textable' };
}

/** Of an account. */
export interface BroadcastLimits {
  consent: 'express' | 'any';
  perWeek: number;
}

/** Whether someone may get texts that they didn't ask for. */
export function hasConsent(
  { consent }: Pick<BroadcastLimits, 'consent'>,
  { hasGranted, lastWroteAt }: { hasGranted: boolean; lastWroteAt: Date | null },
  now: Date,
): boolean {
  if (consent === 'any' || hasGranted) return true;
  return lastWroteAt !== null && now.getTime() - lastWroteAt.getTime() < ANSWERED_WITHIN_DAYS * DAY;
}

/** When a number may get another text of a broadcast; null: now. `lately`: when it got them, the latest first. */
export function broadcastsUntil(lately: Date[], { perWeek }: BroadcastLimits, now: Date): Date | null {
  const oldest = lately[perWeek - 1];
  if (oldest === undefined) return null;
  const until = new Date(oldest.getTime() + 7 * DAY);
  return until > now ? until : null;
}

/** How a broadcast is doing. */
export interface Tally {
  /** Texts that were written. */
  written: number;
  lastWrittenAt: Date | null;
  /** Of those, the ones that aren't settled: waiting, or with the carrier. */
  unsettled: number;
  delivered: number;
  undelivered: number;
  failed: number;
  /** Of the undelivered and failed, the ones that carriers blocked as spam. */
  filtered: number;
  optedOut: number;
}

/** Carriers restrict numbers at about this share of opt-outs. */
const STOP_SHARE = 0.015;
const WARN_SHARE = 0.01;
/** Of fewer, a share says little. */
const ENOUGH = 200;

function shareIs({ delivered, undelivered, failed, filtered, optedOut }: Tally, share: number) {
  const settled = delivered + undelivered + failed;
  if (settled >= ENOUGH && filtered >= share * settled) return 'filtered';
  if (delivered >= ENOUGH && optedOut >= share * delivered) return 'opt_outs';
  return null;
}

/** Null: it may go on. */
export const stopReason = (tally: Tally): StoppedReason | null => shareIs(tally, STOP_SHARE);
export const warningOf = (tally: Tally): StoppedReason | null => shareIs(tally, WARN_SHARE);

/** Of the first 25, these speak against the others. */
const TOO_MANY_OF_FIRST = 2;
/** Receipts come within seconds; for phones that are off they don't come at all. */
export const RECEIPTS_WITHIN_MS = 2 * MINUTE;
/** When one was blocked or opted out, others may follow. */
const MORE_SIGNS_WITHIN_MS = 5 * MINUTE;

/** After the first 25 were written: whether the others follow. */
export function decideTrial(
  tally: Tally,
  now: Date,
  pace: { segmentsPerSecond: number },
): 'wait' | 'go' | StoppedReason {
  const { filtered, optedOut, unsettled, lastWrittenAt } = tally;
  if (filtered >= TOO_MANY_OF_FIRST) return 'filtered';
  if (optedOut >= TOO_MANY_OF_FIRST) return 'opt_outs';
  const sendingMs = (TRIAL_RECIPIENTS / pace.segmentsPerSecond) * 1000;
  const age = now.getTime() - (lastWrittenAt?.getTime() ?? 0) - sendingMs;
  if (filtered + optedOut > 0 && age < MORE_SIGNS_WITHIN_MS) return 'wait';
  return unsettled > 0 && age < RECEIPTS_WITHIN_MS ? 'wait' : 'go';
}

/** T-Mobile takes so many segments a day, by the clock of the Pacific, of a company that is registered for few texts. */
const LOW_VOLUME_SEGMENTS = 2000;
/** No one says which carrier a candidate has. It has about a third of them. */
const MOST_AT_T_MOBILE = 0.5;
const CARRIERS_ZONE = 'America/Los_Angeles';

/** How many segments of broadcasts carriers surely take in a day. Null: we don't know of a limit. */
export const dailySegmentsOf = (useCase: CampaignUseCase | null): number | null =>
  useCase === 'lowVolume' ? LOW_VOLUME_SEGMENTS / MOST_AT_T_MOBILE : null;

/** When the day of the carriers began, and when the next one does. */
export function carriersDay(now: Date): { startedAt: Date; endsAt: Date } {
  const near = now.getTime();
  const wall = Math.floor(wallClock(near, CARRIERS_ZONE) / DAY) * DAY;
  const midnight = (of: number) => new Date(whenClockShows(of, CARRIERS_ZONE, near));
  return { startedAt: midnight(wall), endsAt: midnight(wall + DAY) };
}

/** How many texts of a broadcast wait in the queue of their number: enough that it never runs dry, and few beside others' texts. */
export function portionOf({ segmentsPerSecond }: { segmentsPerSecond: number }): number {
  return Math.min(200, Math.max(TRIAL_RECIPIENTS, Math.ceil(segmentsPerSecond * 10)));
}

/** What a person may do with it. */
export const mayBePaused = (status: BroadcastStatus): boolean =>
  status === 'running' || status === 'scheduled';
export const mayBeResumed = (status: BroadcastStatus): boolean => status === 'paused';
export const mayBeCanceled = (status: BroadcastStatus): boolean =>
  ['scheduled', 'awaitingApproval', 'running', 'paused'].includes(status);
export const awaitsApproval = (status: BroadcastStatus): boolean => status === 'awaitingApproval';
