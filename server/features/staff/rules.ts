import type { LinkStatus } from '../../../contract/seats.ts';
import type { LinkDecision } from '../../../contract/staff/numbers.ts';
import { Failure } from '../../failure.ts';

/** What staff can decide about a number's link status. A linked number works, and stays linked. */
const moves: Record<LinkStatus, Partial<Record<LinkDecision, LinkStatus>>> = {
  linking: { approve: 'linked', reject: 'rejected' },
  rejected: { reopen: 'linking' },
  linked: {},
};

interface Decidable {
  linkStatus: LinkStatus;
  carrierNumberId: string | null;
  quarantinedUntil: Date | null;
  releasedAt: Date | null;
}

/** Null where it can't be decided that way. */
export function linkStatusAfter(number: Decidable, decision: LinkDecision): LinkStatus | null {
  // If it only waits to be given back, no one may text from it.
  if (number.quarantinedUntil !== null || number.releasedAt !== null) return null;
  return moves[number.linkStatus][decision] ?? null;
}

export function requireLinkStatusAfter(number: Decidable, decision: LinkDecision): LinkStatus {
  const after = linkStatusAfter(number, decision);
  if (after === null) throw new Failure('link_settled');
  // Texts would be handed to a carrier that doesn't know it.
  if (after === 'linked' && number.carrierNumberId === null) throw new Failure('number_not_ours');
  return after;
}

interface Impersonable {
  isService: boolean;
  isFormerMember: boolean;
  isStaff: boolean;
  deletesAt: Date | null;
}

/** Only someone who could sign in, and no other staff: no one gets staff rights that way. */
export function mayImpersonate({ isService, isFormerMember, isStaff, deletesAt }: Impersonable): boolean {
  return !isService && !isFormerMember && !isStaff && deletesAt === null;
}

/** Staff reset each other's second steps in person. */
export function mayResetSecondStep(person: Impersonable & { mfaEnabled: boolean }): boolean {
  return person.mfaEnabled && mayImpersonate(person);
}
