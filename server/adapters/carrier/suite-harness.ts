import type { DeliveryErrorCode } from '../../../contract/delivery-error.ts';
import type { ReceiptPlan } from './fakes/callbacks.ts';
import type { FakeMedia } from './fakes/fake-server.ts';
import type { Fault, FaultKind } from './fakes/faults.ts';
import type { Carrier, NumberWebhooks, SendRequest, WebhookRequest } from './port.ts';
import type { CallUrls } from './port-calls.ts';

/** What the suite needs to hold in its hands to examine one carrier. A fresh one is made for every test. */
export interface CarrierHarness {
  carrier: Carrier;
  /** The same carrier at an address where nothing listens; null for one that needs no network. */
  unreachable: Carrier | null;
  traits: CarrierTraits;
  webhooks: NumberWebhooks;
  statusUrl(messageId: string): string;
  /** What happens at a company's own phone, and at the vendor. */
  landline: HarnessLandline;
  /** Makes a number ours and linked, without a purchase. */
  own(phoneNumber: string): void;
  /** Sells a number to someone else. */
  take(phoneNumber: string): void;
  makeLandline(phoneNumber: string): void;
  /** Purchases that are under way succeed. */
  settleOrders(): void;
  failNext(fault: Fault): void;
  receipts(plan: Partial<ReceiptPlan>): void;
  /** Receipts wait for `flush`. */
  hold(): void;
  /** Resolves when every receipt has arrived. */
  flush(): Promise<void>;
  /** The texts that the carrier has accepted, oldest first. */
  accepted(): { to: string; body: string; mediaUrls: string[]; statusUrl: string | null }[];
  /** A person texts us; resolves when the webhook has arrived. */
  inbound(from: string, to: string, body: string, media?: FakeMedia[]): Promise<void>;
  /** A person calls us; null withholds their number. Resolves when the app has said what to do first. */
  placeCall(from: string | null, to: string): Promise<HarnessCall>;
  /** What webhooks are answered with from now on. */
  answerBy(answer: (url: string) => { contentType: string; body: string }): void;
  /** The webhooks that have arrived, oldest first. */
  received(): WebhookRequest[];
  /** The same webhook, signed again, with fields we have never heard of. */
  withUnknownFields(request: WebhookRequest): WebhookRequest;
  /** A rightly signed webhook that makes no sense. */
  malformed(kind: 'inbound' | 'status'): WebhookRequest;
  stop(): Promise<void>;
}

export interface HarnessLandline {
  makeIneligible(phoneNumber: string, reason: 'mobile' | 'carrier'): Promise<void> | void;
  /** The last code that the number got, where it is typed to us. */
  heard(phoneNumber: string): Promise<string | null> | string | null;
  /** Pressed on the phone that rings, where that is how the vendor does it. */
  press(phoneNumber: string, digits: string): Promise<void> | void;
  signVendorLetter(phoneNumber: string): Promise<void> | void;
  decide(phoneNumber: string, decision: 'approve' | 'reject'): Promise<void> | void;
}

/** A call as the people at both ends know it. */
export interface HarnessCall {
  readonly state: 'ringing' | 'screening' | 'talking' | 'voicemail' | 'ended';
  readonly ringsAt: string | null;
  readonly heard: readonly { by: 'caller' | 'forwarded'; sentence: string }[];
  /** What the carrier would not take of the app's answers. */
  readonly refused: readonly string[];
  pickUp(): Promise<void>;
  press(digit: string): Promise<void>;
  /** No one picks up, or the person who did presses no key. */
  decline(): Promise<void>;
  leaveMessage(bytes: Buffer, seconds: number): Promise<void>;
  hangUp(): Promise<void>;
}

export interface CarrierTraits {
  /** The faults that this carrier can be made to have. */
  faults: readonly FaultKind[];
  buysAtOnce: boolean;
  /** When a text whose answer was lost can be found by asking. */
  findsSent: 'atOnce' | 'afterReceipt';
  /** Can `findSent` tell two equal texts to one person apart? */
  findsSentExactly: boolean;
  /** Does the signature cover the address, or the time? */
  signs: { url: boolean; time: boolean };
  refusals: readonly ExpectedRefusal[];
  /** A final receipt with this code of the carrier's. */
  failedReceipt: { final: 'undelivered' | 'failed'; carrierCode: string; errorCode: DeliveryErrorCode };
  receiptsTellSegments: boolean;
  /** Addresses that a forged webhook might name. */
  foreignMedia: readonly string[];
  mediaRedirects: boolean;
  /** False where the carrier itself blocks no one, and leaves all of it to us. */
  blocksOptOuts?: false;
}

export interface ExpectedRefusal {
  what: string;
  request: Partial<SendRequest>;
  errorCode: DeliveryErrorCode;
  carrierCode: string | null;
}

export type MakeHarness = () => Promise<CarrierHarness>;
export type CurrentHarness = () => CarrierHarness;

export const ours = '+14155550110';
export const candidate = '+14155550150';
export const landline = '+14155550151';
/** A number for sale at the start of every test. */
export const forSale = '+14155550120';
export const messageId = '0190f3a0-7c1b-7000-8000-000000000001';

export function callUrls(base: string): CallUrls {
  return { incomingUrl: `${base}/webhooks/calls/incoming`, endedUrl: `${base}/webhooks/calls/ended` };
}

export function sendRequest(harness: CarrierHarness, changes: Partial<SendRequest> = {}): SendRequest {
  const id = changes.messageId ?? messageId;
  return {
    messageId: id,
    from: ours,
    to: candidate,
    body: 'Are you free at 3?',
    mediaUrls: [],
    statusUrl: harness.statusUrl(id),
    ...changes,
  };
}
