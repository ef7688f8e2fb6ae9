import type { LinkStatus } from '../../../contract/seats.ts';

/**
 * The carrier port: everything Hiretext asks of a company that carries texts.
 *
 * Three outcomes, never two. A call was accepted, was refused, or its outcome is unknown ("unknown": the request may have
 * reached the carrier, but its answer did not reach us). Neither Twilio nor Telnyx has an idempotency key for sending or
 * buying, so an unknown outcome must be settled by asking (`findSent`, `findOwnedNumber`) and is never blindly repeated.
 */

/** Codes that carriers' failures are mapped to. The sentence for each is in contract/delivery-error.ts. */
export type { DeliveryErrorCode } from '../../../contract/delivery-error.ts';
export type { CallEvent, CallPoint, CallStep, CallUrls, CallVerdict } from './port-calls.ts';
export type {
  CarrierLandlines,
  CodeOutcome,
  IneligibleReason,
  LandlineProgress,
  LandlineRejection,
  OpenOutcome,
} from './port-landlines.ts';

import type { DeliveryErrorCode } from '../../../contract/delivery-error.ts';
import type { NumberRejection } from '../../../contract/numbers.ts';
import type { CallPoint, CallStep, CallUrls, CallVerdict } from './port-calls.ts';
import type { CarrierLandlines } from './port-landlines.ts';

type CarrierName = 'simulator' | 'twilio' | 'telnyx' | 'sandbox';

export interface AvailableNumber {
  /** E.164. */
  phoneNumber: string;
  /** City, e.g. "San Francisco"; null if the carrier doesn't say. */
  locality: string | null;
  /** Two-letter state, e.g. "CA". */
  region: string | null;
}

export interface PlaceSearch {
  areaCode: string;
  /** The largest of the area code; null where none is known. */
  city: string | null;
  /** Two letters. */
  state: string;
  limit: number;
}

export type BuyOutcome =
  /** Ours now. */
  | { outcome: 'bought'; carrierNumberId: string }
  /** Accepted and under way (Telnyx orders are asynchronous): ask `findOwnedNumber` until it settles. */
  | { outcome: 'pending' }
  /** Definitely not ours. `taken`: someone was faster; `invalid`: not a number that can be bought; `account`: our standing with the carrier (funds, permission). */
  | { outcome: 'refused'; reason: 'taken' | 'invalid' | 'account'; detail: string }
  /** Retry later: certainly nothing happened (connection refused, rate limit). */
  | { outcome: 'notReached'; retryAfterMs: number }
  | { outcome: 'unknown' };

export interface OwnedNumber {
  carrierNumberId: string;
  phoneNumber: string;
  /** `linking` until the carrier has attached the number and it can text. */
  linkStatus: LinkStatus;
  /** Why, where it is rejected. */
  rejection: NumberRejection | null;
}

/** The addresses that a carrier is given to call, absolute and public. */
export interface NumberWebhooks {
  inboundUrl: string;
  statusUrl: string;
  calls: CallUrls;
}

export interface SendRequest {
  /** Our message id (uuid). It travels in `statusUrl`, so that a receipt names the attempt even when the reply to the send was lost. */
  messageId: string;
  /** E.164, a number bought through this carrier. */
  from: string;
  /** E.164. */
  to: string;
  /** May be empty when there is media. At most 1600 characters. */
  body: string;
  /** Absolute URLs the carrier can fetch without credentials. At most 10. */
  mediaUrls: string[];
  /** Absolute URL for this message's delivery receipts. */
  statusUrl: string;
}

export type SendOutcome =
  | { outcome: 'accepted'; carrierId: string; status: CarrierStatus; segments: number | null }
  /** Final: will never be accepted as it is. */
  | { outcome: 'refused'; errorCode: DeliveryErrorCode; carrierCode: string | null }
  /** Certainly not accepted (connection refused, DNS, 429): safe to try again after the wait. */
  | { outcome: 'notReached'; retryAfterMs: number }
  /** Timed out, connection broken after sending, 5xx: may or may not have been accepted. */
  | { outcome: 'unknown' };

/** Our words for a carrier's statuses; how they are ranked is in features/messages/status.ts. */
export type CarrierStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed';

export interface FoundMessage {
  carrierId: string;
  status: CarrierStatus;
  segments: number | null;
  errorCode: DeliveryErrorCode | null;
  carrierCode: string | null;
}

export interface InboundMedia {
  url: string;
  contentType: string;
}

export type CarrierEvent =
  | {
      type: 'inbound';
      /** The carrier's message id; the same text delivered twice carries the same id. */
      carrierId: string;
      from: string;
      to: string;
      body: string;
      media: InboundMedia[];
      /** ISO 8601; the time of receipt when the carrier gives none. */
      occurredAt: string;
      /** Set where the carrier itself recognized an opt-out word (Twilio's OptOutType). */
      carrierOptOut: 'stop' | 'start' | 'help' | null;
    }
  | {
      type: 'status';
      carrierId: string;
      status: CarrierStatus;
      errorCode: DeliveryErrorCode | null;
      carrierCode: string | null;
      /** As billed by the carrier; null if it doesn't say. */
      segments: number | null;
      occurredAt: string;
    };

export type WebhookVerdict =
  /** `landlineOrders` are the carrier's ids of orders that have changed; what of them, it is asked. */
  | { ok: true; events: CarrierEvent[]; landlineOrders?: string[] }
  /** Wrong or missing signature, or a time stamp outside the tolerance. */
  | { ok: false; reason: 'signature' }
  /** Signed rightly, but not readable; answered 400 so that the carrier shows it in its log. */
  | { ok: false; reason: 'malformed' };

/** Thrown by `downloadMedia` where trying again would not help: too large, gone, or not one of the carrier's addresses. */
export class MediaRefused extends Error {
  override readonly name = 'MediaRefused';
}

export interface DownloadedMedia {
  contentType: string;
  bytes: Buffer;
}

export interface Carrier {
  readonly name: CarrierName;
  /** False when no text can reach a real person: the simulator, or a vendor whose API address was replaced for tests. */
  readonly reachesPeople: boolean;
  /**
   * Opt-out words after which the carrier itself texts the confirmation and blocks the pair. We then record the opt-out
   * and send nothing (a second answer would be refused with 21610).
   */
  answersKeyword(keyword: 'stop' | 'start' | 'help', body: string): boolean;
  /** Segments a second that one number may send. Twilio long codes: 1. */
  readonly segmentsPerSecond: number;
  /** Numbers for sale that can text; empty where there are none. Throws when the carrier can't be asked. */
  findNumbers(search: { areaCode: string; limit: number }): Promise<AvailableNumber[]>;
  /** The same around an area code that has none, as near as the carrier can tell. */
  findNumbersNear(search: PlaceSearch): Promise<AvailableNumber[]>;
  buyNumber(order: { phoneNumber: string; reference: string; webhooks: NumberWebhooks }): Promise<BuyOutcome>;
  /**
   * Settles an unknown or pending purchase, and returns the link status. Null: not ours, or not shown to us yet. Throws
   * when the carrier can't be asked now.
   */
  findOwnedNumber(phoneNumber: string): Promise<OwnedNumber | null>;
  /** Gives a number back. Resolves too when it is already gone; throws when the carrier did not confirm it. */
  releaseNumber(carrierNumberId: string): Promise<void>;
  send(request: SendRequest): Promise<SendOutcome>;
  /**
   * Settles an unknown send: messages from `from` to `to` with exactly this body, created at or after `since` (ISO 8601).
   * `messageId` lets a carrier that keeps our reference match exactly; others return every text that fits. None found does
   * not prove that none was sent. Throws when the carrier can't be asked now.
   */
  findSent(query: {
    messageId: string;
    from: string;
    to: string;
    body: string;
    since: string;
  }): Promise<FoundMessage[]>;
  /**
   * How long after a send, in ms, an empty answer of `findSent` proves that the carrier never took the text, so that it may
   * be sent again. Null: it never proves that, and the text stays unknown until a receipt or a person settles it.
   */
  readonly provesAbsenceAfterMs: number | null;
  /** Verifies, then parses. `now` is for time-stamp tolerances. Never throws for bad input. */
  readWebhook(kind: 'inbound' | 'status', request: WebhookRequest, now: Date): WebhookVerdict;
  /** What the carrier wants to hear after a webhook was stored, e.g. empty TwiML. */
  readonly acknowledgement: { contentType: string; body: string };
  /** Fetches the media of an inbound text. Throws `MediaRefused` for good, anything else for now (time-out, 5xx). */
  downloadMedia(url: string, maxBytes: number): Promise<DownloadedMedia>;
  /**
   * Has the carrier delete a recording that we keep ourselves by now, by the address it was fetched at. Resolves too when
   * it is already gone; throws when the carrier did not confirm it.
   */
  forgetRecording(url: string): Promise<void>;
  /** Tells the carrier where to report texts and ask about calls to a number that is ours. Throws when it did not confirm that. */
  configureWebhooks(carrierNumberId: string, webhooks: Omit<NumberWebhooks, 'statusUrl'>): Promise<void>;
  /** Verifies, then parses a webhook about a call. Never throws for bad input. */
  readCall(point: CallPoint, request: WebhookRequest, now: Date): CallVerdict;
  /** What a webhook about a call is answered with; null at points that only notify us. */
  answerCall(step: CallStep | null): { contentType: string; body: string };
  /** Texting from a number that a company already has. */
  readonly landline: CarrierLandlines;
}

export interface SandboxText extends SendRequest {
  accountId: string;
  /** The reply to a STOP or a START. The phone doesn't answer it, or two machines would talk without end. */
  isConfirmation: boolean;
}

/** What sandboxes text through, everywhere. */
export type SandboxCarrier = Pick<Carrier, 'findSent' | 'provesAbsenceAfterMs'> & {
  readonly name: 'sandbox';
  send(text: SandboxText): Promise<SendOutcome>;
};

/** A webhook as it came in, before anything is believed of it. */
export interface WebhookRequest {
  /** The full URL as the carrier called it: the configured PUBLIC_URL joined with the request's path and query, never the Host header. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  /** Exact bytes; signatures are over these. */
  rawBody: Buffer;
}
