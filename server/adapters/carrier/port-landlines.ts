import type { CodeWay, LandlineOwner } from '../../../contract/landlines.ts';
/**
 * The part of the carrier port that is about hosted numbers: a number that a company already has texts through the
 * carrier, while its calls stay with the phone company.
 *
 * Orders have no idempotency key at any vendor, so what opens or submits is "see to it that": it first looks for what is
 * there, and an unknown outcome is settled by doing it again.
 */

export type IneligibleReason =
  | 'mobile'
  | 'tollFree'
  | 'country'
  | 'invalid'
  /** The phone company's numbers can't be hosted. */
  | 'carrier'
  /** Texts of this number already go through the vendor, for someone. */
  | 'inUse';

type Eligibility = { eligible: true } | { eligible: false; reason: IneligibleReason };

export type LandlineOutcome<Done> =
  | Done
  /** Certainly not done, and it would not be done next time. `detail` is the vendor's and may name the number. */
  | { outcome: 'refused'; detail: string }
  /** Certainly not done; worth another try. */
  | { outcome: 'notReached'; retryAfterMs: number }
  | { outcome: 'unknown' };

export type OpenOutcome = LandlineOutcome<{ outcome: 'opened'; orderId: string }>;

export type CodeOutcome = LandlineOutcome<
  /** `toType` is what to press on the phone that rings, where that is how the vendor does it. */
  | { outcome: 'sent'; toType: string | null }
  /** The vendor is still looking at the order. */
  | { outcome: 'notReady' }
>;

type ConfirmOutcome = LandlineOutcome<{ outcome: 'proven' } | { outcome: 'wrong' }>;

type LetterOutcome = LandlineOutcome<{ outcome: 'submitted' }>;

/** Why an order came to nothing; the sentence for each is in contract/landlines.ts. */
export type LandlineRejection =
  | 'carrierRefused'
  | 'notEligible'
  | 'alreadyLinked'
  | 'letterRefused'
  | 'billRefused'
  | 'documentsMissing'
  | 'ownershipUnproven'
  | 'numberUnknown'
  | 'timedOut'
  | 'failed';

/** How far an order is, in our words. Each vendor's statuses are mapped to these by a table beside its adapter. */
export type LandlineProgress =
  | { progress: 'waiting' }
  /** The ownership is proven. */
  | { progress: 'proven' }
  /** The vendor has mailed its own letter, and waits for the signature. */
  | { progress: 'vendorLetter' }
  | { progress: 'linked'; carrierNumberId: string }
  | { progress: 'rejected'; reason: LandlineRejection }
  /** The vendor knows no such order. */
  | { progress: 'gone' }
  /** A status that was not known when this was written. */
  | { progress: 'unknown'; status: string };

export interface CarrierLandlines {
  readonly codeWays: readonly CodeWay[];
  /** Whether a call can dial an extension. */
  readonly takesExtension: boolean;
  /** True: the person types the code to us, and `confirmCode` takes it. False: they press it on the phone. */
  readonly codeIsTypedHere: boolean;
  /** The latest phone bill has to be submitted with the letter. */
  readonly needsBill: boolean;
  /** Throws when the vendor can't be asked. */
  checkEligibility(phoneNumber: string): Promise<Eligibility>;
  openOrder(order: {
    reference: string;
    phoneNumber: string;
    owner: LandlineOwner;
    email: string;
    /** Where texts to the number are reported, absolute and public. */
    inboundUrl: string;
  }): Promise<OpenOutcome>;
  requestCode(order: {
    orderId: string;
    phoneNumber: string;
    way: CodeWay;
    extension: string | null;
  }): Promise<CodeOutcome>;
  confirmCode(order: { orderId: string; phoneNumber: string; code: string }): Promise<ConfirmOutcome>;
  submitLetter(order: {
    orderId: string;
    reference: string;
    phoneNumber: string;
    owner: LandlineOwner;
    email: string;
    title: string;
    /** PDFs. */
    letter: Buffer;
    bill: Buffer | null;
  }): Promise<LetterOutcome>;
  /** Throws when the vendor can't be asked. */
  readOrder(order: { orderId: string; phoneNumber: string }): Promise<LandlineProgress>;
  /** `gone` too when it already was; `kept` when the vendor refuses. Throws when the vendor did not say. */
  withdrawOrder(orderId: string): Promise<'gone' | 'kept'>;
}
