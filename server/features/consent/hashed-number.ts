import type { Deps } from '../../deps.ts';

/**
 * What the history of consent has instead of the phone number once its candidate is erased. Who knows the number finds the history
 * by it; no one can tell the number from it without our key.
 */
export function hashedNumber(deps: Pick<Deps, 'signer'>, accountId: string, phoneNumber: string): string {
  return `#${deps.signer.hashOf(`consent ${accountId} ${phoneNumber}`)}`;
}

/** Under what the history of a number can be. */
export const keysOfNumber = (
  deps: Pick<Deps, 'signer'>,
  accountId: string,
  phoneNumber: string,
): string[] => [phoneNumber, hashedNumber(deps, accountId, phoneNumber)];
