import { Button } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error.ts';
import { NumberQuestion, numberChangeIn } from './number-question.tsx';
import classes from './writing.module.css';

/** What the sender answered when they were asked, for the call that was refused. */
export interface SendAnswers {
  confirmedNumber?: string | undefined;
  evenIfTooMany?: boolean | undefined;
}

export const answersIn = ({ confirmedNumber, evenIfTooMany }: SendAnswers = {}): SendAnswers => ({
  ...(confirmedNumber && { confirmedNumber }),
  ...(evenIfTooMany && { evenIfTooMany }),
});

const isTooMany = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'too_many_cold_texts';

/** Whether the refusal is a question to the sender. */
export const asksSender = (error: unknown): boolean => numberChangeIn(error) !== null || isTooMany(error);

/** Asks the sender, if their call was refused for something that they can decide. */
export function SendQuestion({
  error,
  given = {},
  candidate,
  timezone,
  isPending = false,
  onAnswer,
}: {
  error: unknown;
  /** What they answered before. */
  given?: SendAnswers | undefined;
  candidate: { firstName: string };
  /** The reader's. */
  timezone: string;
  isPending?: boolean;
  onAnswer: (answers: SendAnswers) => void;
}) {
  const change = numberChangeIn(error);
  if (change)
    return (
      <NumberQuestion
        change={change}
        candidate={candidate}
        timezone={timezone}
        isPending={isPending}
        onConfirm={() => onAnswer({ ...given, confirmedNumber: change.phoneNumber })}
      />
    );
  if (!isTooMany(error)) return null;
  return (
    <output className={classes.reason}>
      <span>{error.message} Send it anyway?</span>
      <Button
        size="compact-sm"
        variant="default"
        loading={isPending}
        onClick={() => onAnswer({ ...given, evenIfTooMany: true })}
      >
        Send anyway
      </Button>
    </output>
  );
}
