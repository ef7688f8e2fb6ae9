/**
 * The registration port: how a company and what it texts are made known to the US carriers (A2P 10DLC). Texts from US
 * numbers that are not attached to an approved campaign are blocked (Twilio error 30034).
 *
 * `submit...` brings something under review and may be called again after any outcome: it first looks for what bears
 * `reference`, so that an answer that got lost, or a crash before it was kept, never makes a second brand or campaign.
 */

import type {
  CampaignUseCase,
  EntityType,
  RegistrationField,
  Vertical,
} from '../../../contract/registration.ts';

/** The legal person that texts: the employer or agency, never Hiretext. */
export interface Brand {
  legalName: string;
  brandName: string;
  entityType: EntityType;
  /** Nine digits. */
  ein: string;
  stockExchange: string | null;
  stockSymbol: string | null;
  vertical: Vertical;
  street: string;
  city: string;
  /** Two letters. */
  state: string;
  postalCode: string;
  /** With its scheme. */
  website: string;
  contact: {
    firstName: string;
    lastName: string;
    title: string;
    email: string;
    /** E.164. */
    phone: string;
  };
  /** Texts so little that the costlier vetting, which brings a higher pace, is not worth it. */
  isLowVolume: boolean;
}

/** What a brand texts, and how people agree to it. */
export interface Campaign {
  useCase: CampaignUseCase;
  description: string;
  messageFlow: string;
  privacyPolicyUrl: string;
  termsUrl: string;
  samples: string[];
  hasLinks: boolean;
  hasPhoneNumbers: boolean;
  optInMessage: string;
  optOutMessage: string;
  helpMessage: string;
  optInKeywords: string[];
  optOutKeywords: string[];
  helpKeywords: string[];
}

/** What someone at the carrier objects to, in words for people. */
export interface Problem {
  sentence: string;
  /** Where the carrier's code shows it. */
  field?: RegistrationField;
  fix?: string;
}

export type SubmitOutcome =
  /** Under review, or decided already. */
  | { outcome: 'submitted'; id: string }
  /** An earlier step is being reviewed: submit again later. */
  | { outcome: 'pending' }
  /** Will not be accepted as it is. */
  | { outcome: 'refused'; problems: Problem[] }
  /** Certainly nothing happened. */
  | { outcome: 'notReached'; retryAfterMs: number }
  /** May or may not have happened: submit again after `settlesAfterMs`, when it can be found. */
  | { outcome: 'unknown' };

export type Review =
  | { state: 'inReview' }
  | { state: 'approved' }
  /** Refused, or it has ended: only submitting again leads on. */
  | { state: 'rejected'; problems: Problem[] }
  /** Blocked until it is settled with the carrier. */
  | { state: 'suspended'; problems: Problem[] };

/** Of a campaign that has expired or was ended by someone. */
export const ENDED: Problem = {
  sentence: 'The carriers ended the registration of your texts.',
  fix: 'Submit it again.',
};

export type AttachOutcome =
  | { outcome: 'attached' }
  /** Under way: attach again later to see how far it is. */
  | { outcome: 'pending' }
  | { outcome: 'refused'; detail: string };

export interface Registrar {
  readonly name: 'simulator' | 'twilio' | 'telnyx';
  /** How long after a call whose outcome is unknown its effect can be found for certain. */
  readonly settlesAfterMs: number;
  /** How often to ask about what has been decided: a suspension may be reported in no other way. */
  readonly looksEveryMs: number;
  /** `submission` grows with every correction by the customer. */
  submitBrand(order: {
    reference: string;
    submission: number;
    /** The one of an earlier submission. */
    brandId: string | null;
    brand: Brand;
  }): Promise<SubmitOutcome>;
  /** Throws when the carrier can't be asked now. */
  reviewOfBrand(brandId: string): Promise<Review>;
  submitCampaign(order: {
    reference: string;
    submission: number;
    brandId: string;
    campaign: Campaign;
  }): Promise<SubmitOutcome>;
  /** Throws when the carrier can't be asked now. */
  reviewOfCampaign(campaignId: string): Promise<Review>;
  /** Safe to repeat. Throws when the carrier can't be asked now. */
  attachNumber(order: {
    campaignId: string;
    /** E.164. */
    phoneNumber: string;
    carrierNumberId: string;
  }): Promise<AttachOutcome>;
  /** A number that was given back counts against its campaign no more. Safe to repeat; throws like the above. */
  detachNumber(order: { campaignId: string; phoneNumber: string; carrierNumberId: string }): Promise<void>;
  /** Ends what is charged for every month. Safe to repeat; throws like the above. */
  endCampaign(campaignId: string): Promise<void>;
}

/** What is seen of a page that reviewers will look at. */
export type PageLook =
  | { kind: 'page'; html: string }
  /** There, but nothing to read: a PDF, say, or far too large. */
  | { kind: 'unreadable' }
  | { kind: 'missing'; status: number }
  /** Only for people who sign in. */
  | { kind: 'private' }
  /** The site does not answer programs; it may be fine for people. */
  | { kind: 'turnedAway' }
  /** Not public: another scheme than https, or an address of a private network. */
  | { kind: 'forbidden' }
  | { kind: 'unreachable' };

export type LookAtPage = (url: URL) => Promise<PageLook>;
