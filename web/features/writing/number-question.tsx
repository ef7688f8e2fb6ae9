import { Button } from '@mantine/core';
import type { NumberChange } from '../../../contract/number-change.ts';
import { personName } from '../../../contract/person-name.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { longDate } from '../../lib/dates.ts';
import classes from './writing.module.css';

/** What changed, if a call was refused for that. */
export function numberChangeIn(error: unknown): NumberChange | null {
  return error instanceof ApiError && error.code === 'number_changed'
    ? (error.details?.numberChange ?? null)
    : null;
}

/** Asks before a text goes to a number that someone else changed. */
export function NumberQuestion({
  change,
  candidate,
  timezone,
  isPending = false,
  onConfirm,
}: {
  change: NumberChange;
  candidate: { firstName: string };
  /** The reader's. */
  timezone: string;
  isPending?: boolean;
  onConfirm: () => void;
}) {
  return (
    <output className={classes.reason}>
      <span>{changeSentence(change, candidate, timezone)}</span>
      <Button size="compact-sm" variant="default" loading={isPending} onClick={onConfirm}>
        Text the new number
      </Button>
    </output>
  );
}

function changeSentence(
  { from, to, changedAt, changedBy }: NumberChange,
  { firstName }: { firstName: string },
  timezone: string,
): string {
  const of = firstName ? `${firstName}'s number` : "This candidate's number";
  const by = changedBy ? ` by ${personName(changedBy)}` : '';
  return `${of} was changed on ${longDate(changedAt, timezone)}${by}, from ${from} to ${to}. Send to the new number?`;
}
