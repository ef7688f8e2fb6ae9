import type { GivenConsent } from '../../../contract/consents.ts';
import { invalidField } from '../../failure.ts';
import type { Grant } from './record-consent.ts';

/** Clocks differ. */
const SKEW_MS = 5 * 60_000;

/** What someone enters of consent that was given elsewhere. */
export function grantOf(
  given: Omit<GivenConsent, 'status'>,
  now: Date,
): Omit<Grant, 'phoneNumber' | 'actorUserId'> {
  const at = new Date(given.obtainedAt);
  if (at.getTime() > now.getTime() + SKEW_MS)
    throw invalidField('consent.obtainedAt', "They can't have agreed in the future");
  return {
    source: given.source ?? 'person',
    method: given.method,
    wording: given.wording,
    wordingVersion: given.wordingVersion ?? null,
    at,
  };
}
