import { type HeldReason, heldBecause } from '../../../contract/held-reason.ts';

/** Why a scheduled text is held. */
export const heldInWords = (reason: HeldReason): string => `Not sent: ${heldBecause[reason]}`;
