import { z } from 'zod';
import { landlineRejections } from './landlines.ts';
import type { LinkRejection } from './seats.ts';

/**
 * How long a number that was given up still receives and no one else can get it, since candidates keep replying to the
 * number they know. Then it's released to the carrier.
 */
export const QUARANTINE_DAYS = 30;

export const NumberRejection = z.enum(['cannotText', 'purchaseFailed', 'requirementsUnmet', 'byStaff']);
export type NumberRejection = z.infer<typeof NumberRejection>;

/** Why a number that was bought is rejected, and what to do about it, in words for people. */
export const numberRejections: Record<NumberRejection, LinkRejection> = {
  cannotText: {
    sentence: "The carrier sold this number, but it can't text.",
    advice: "Pick another number. We're giving this one back.",
  },
  purchaseFailed: {
    sentence: "The carrier couldn't complete the purchase of this number.",
    advice: "Pick another number. We're giving this one back.",
  },
  requirementsUnmet: {
    sentence: 'The carrier wants to know more about who uses this number.',
    advice: 'Pick another number, or contact us from the Support tab.',
  },
  byStaff: {
    sentence: 'Our support team rejected this number. We emailed you the reason.',
    advice: 'Pick another number, or contact us from the Support tab.',
  },
};

const rejections: Readonly<Record<string, LinkRejection>> = { ...landlineRejections, ...numberRejections };

/** The sentence about a rejected number; null for every other. */
export function explainRejection(number: {
  linkStatus: string | null;
  rejection: string | null;
}): LinkRejection | null {
  if (number.linkStatus !== 'rejected') return null;
  return rejections[number.rejection ?? ''] ?? landlineRejections.failed;
}
