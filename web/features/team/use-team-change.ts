import { useIsMutating } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { showDone } from '../../lib/notices.ts';
import type { Notice } from './notices.ts';
import { teamChanged } from './team-query.ts';

export const CHANGED_MEANWHILE = 'A colleague just changed this. The list is up to date now.';

const TEAM_CHANGE = ['team change'];

/** Whether one of them is being made. */
export const useIsTeamChanging = (): boolean => useIsMutating({ mutationKey: TEAM_CHANGE }) > 0;

/** One change of the team: its notice when it is done, and the list as it is now in either case. */
export function useTeamChange<Input>({
  change,
  onDone,
  onRefused,
}: {
  /** Returns the notices about it. */
  change: (input: Input) => Promise<Notice | Notice[]>;
  onDone?: () => void;
  /** Sentences for the fields of a form. */
  onRefused?: (errors: Record<string, string>) => void;
}) {
  const { run, isPending, isSuccess, reset } = useSave({
    key: TEAM_CHANGE,
    save: (input: Input) =>
      change(input).catch((error) => {
        throw inWords(error);
      }),
    showsFields: true,
    keep: (_, notices) => {
      for (const { message, ...more } of [notices].flat()) showDone(message, more);
    },
    onDone: () => onDone?.(),
    onFailed: (error) => onRefused?.(fieldErrorsOf(error)),
    changes: teamChanged,
  });
  // What is done stays done while its dialog fades out.
  const loading = isPending || isSuccess;
  return {
    loading,
    run: (input: Input) => {
      if (!loading) run(input);
    },
    /** For a dialog that stays open. */
    again: reset,
  };
}

/** What was on the screen a moment ago is gone, or no longer available. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ApiError) || (error.code !== 'not_found' && error.code !== 'seat_not_free'))
    return error;
  const { code, status, requestId } = error;
  return new ApiError({ message: CHANGED_MEANWHILE, code, status, requestId });
}
