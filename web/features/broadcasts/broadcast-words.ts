import type { Broadcast, BroadcastStatus, RecipientOutcome } from '../../../contract/broadcasts.ts';
import { shortDateTime } from '../../lib/dates.ts';
import { counted } from '../../lib/words.ts';

export const statusWords: Record<BroadcastStatus, string> = {
  scheduled: 'Scheduled',
  awaitingApproval: 'Awaits approval',
  running: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  canceled: 'Canceled',
  done: 'Done',
};

export const statusColors: Record<BroadcastStatus, string> = {
  scheduled: 'gray',
  awaitingApproval: 'orange',
  running: 'iris',
  paused: 'orange',
  stopped: 'red',
  canceled: 'gray',
  done: 'teal',
};

export const outcomeWords: Record<RecipientOutcome, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Failed',
  unknown: 'Not confirmed',
  canceled: 'Canceled',
  leftOut: 'Left out',
};

const reached = ({
  outcomes: { sent = 0, delivered = 0, unknown = 0, undelivered = 0, failed = 0 },
}: Broadcast) => sent + delivered + unknown + undelivered + failed;

/** How many texts there are for, and how many of those are out. */
export function progressOf(broadcast: Broadcast): { out: number; of: number } {
  const { waiting = 0, canceled = 0 } = broadcast.outcomes;
  const out = reached(broadcast);
  return { out, of: out + waiting + canceled };
}

/** A line about it in the list. */
export function factsOf(broadcast: Broadcast, timezone: string, now: Date): string {
  const { out, of } = progressOf(broadcast);
  const { answered, optedOut, status, startsAt, createdAt, localTime } = broadcast;
  const isLater = status === 'scheduled' || status === 'awaitingApproval';
  const at = isLater && localTime === null ? startsAt : createdAt;
  return [
    isLater
      ? `to ${counted(of, 'candidate')}`
      : `${out.toLocaleString('en-US')} of ${counted(of, 'text')} out`,
    ...(answered > 0 ? [`${answered.toLocaleString('en-US')} answered`] : []),
    ...(optedOut > 0 ? [`${optedOut.toLocaleString('en-US')} opted out`] : []),
    shortDateTime(at, timezone, now),
  ].join(' · ');
}

/** 98%; empty of nothing. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '' : `${Math.round((part / whole) * 1000) / 10}%`;
