import type { ReactNode } from 'react';
import { MAX_NOTE_LENGTH } from '../../../../contract/limits.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { inDigits } from '../../../lib/words.ts';
import classes from './notes.module.css';

/** Whether a note can be saved as it is written, and what stands against it, the last refusal included. */
export function checkNote(body: string, refusal: unknown): { isReady: boolean; problem: ReactNode } {
  const excess = body.trim().length - MAX_NOTE_LENGTH;
  const words =
    excess > 0
      ? `A note has room for ${inDigits(MAX_NOTE_LENGTH)} characters. Remove ${inDigits(excess)}.`
      : Object.values(fieldErrorsOf(refusal))[0];
  return {
    isReady: body.trim() !== '' && excess <= 0,
    problem: words && (
      <div className={classes.problem} role="alert">
        {words}
      </div>
    ),
  };
}
