import { heldBecause } from '../../../contract/held-reason.ts';
import type { SendabilityReason } from '../../../contract/sendability-reason.ts';

/** Why a scheduled text is held. */
export const heldInWords = (reason: SendabilityReason): string => `Not sent: ${heldBecause[reason]}`;
