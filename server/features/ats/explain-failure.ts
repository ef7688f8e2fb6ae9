import type { AtsErrorCode } from '../../../contract/ats.ts';
import { AtsFailure, KeyRefused, NeverEnding, RightsMissing } from '../../adapters/ats/failures.ts';
import { Failure } from '../../failure.ts';

/** What went wrong with a system, for people: what happened, and what to do. */
export interface Explanation {
  code: AtsErrorCode;
  message: string;
  missing: string[];
}

/** Null: the failure is ours, not a system's. */
export function explainFailure(
  error: unknown,
  system: string,
  connectedBy: 'key' | 'oauth',
): Explanation | null {
  if (!(error instanceof AtsFailure)) return null;
  if (error instanceof KeyRefused)
    return {
      code: 'ats_key_refused',
      message:
        connectedBy === 'key'
          ? `${system} didn't accept the key. ${error.hint ?? "Check that it's complete and hasn't been revoked, or enter a new one."}`
          : `${system} no longer accepts our sign-in. Connect it again.`,
      missing: [],
    };
  if (error instanceof RightsMissing) {
    const { missing } = error;
    const rights = missing.length === 1 ? 'a right' : 'rights';
    return {
      code: 'ats_rights_missing',
      message:
        missing.length === 0
          ? `The key is missing a right in ${system}. Add it there, then try again.`
          : `The key is missing ${rights} in ${system}: ${missing.join(', ')}. Add ${missing.length === 1 ? 'it' : 'them'} there, then try again.`,
      missing,
    };
  }
  if (error instanceof NeverEnding)
    return {
      code: 'ats_unavailable',
      message: `${system} keeps sending the same pages, or pages without end. We stopped, and start over in an hour. If this goes on, contact support.`,
      missing: [],
    };
  return {
    code: 'ats_unavailable',
    message: `We can't reach ${system} right now. We'll try again in a few minutes.`,
    missing: [],
  };
}

/** As the response to the caller. */
export function asFailure(error: unknown, system: string, connectedBy: 'key' | 'oauth'): unknown {
  const explained = explainFailure(error, system, connectedBy);
  if (explained === null) return error;
  if (explained.code === 'ats_unavailable' && !(error instanceof NeverEnding))
    return new Failure(
      explained.code,
      undefined,
      `We can't reach ${system} right now. Try again in a few minutes.`,
    );
  return new Failure(
    explained.code,
    explained.missing.length > 0 ? { missing: explained.missing } : undefined,
    explained.message,
  );
}
