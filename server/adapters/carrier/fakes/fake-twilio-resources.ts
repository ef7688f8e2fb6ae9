import { randomBytes } from 'node:crypto';
import type { FakeReply } from './fake-server.ts';
import { type Refusal, refuse } from './fake-twilio-rules.ts';

export interface TwilioMessage {
  sid: string;
  from: string;
  to: string;
  body: string;
  mediaUrls: string[];
  direction: 'outbound-api' | 'outbound-reply' | 'inbound';
  status: string;
  segments: number;
  errorCode: number | null;
  statusCallback: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

export interface OwnedTwilioNumber {
  sid: string;
  phoneNumber: string;
  friendlyName: string;
  smsUrl: string;
  voiceUrl: string;
  /** Notified of calls only. */
  statusCallback: string;
}

export const notFound = presentRefusal(refuse(20404, 'The requested resource was not found', 404));

export function hex(): string {
  return randomBytes(16).toString('hex');
}

/** RFC 2822, as Twilio writes dates. */
function rfc2822(date: Date | null): string | null {
  return date === null ? null : date.toUTCString().replace('GMT', '+0000');
}

export function presentRefusal({ status, code, message }: Refusal): FakeReply {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } };
}

export function presentMessage(account: string, accountSid: string, message: TwilioMessage): object {
  return {
    body: message.body,
    num_segments: String(message.segments),
    direction: message.direction,
    from: message.from,
    date_updated: rfc2822(message.sentAt ?? message.createdAt),
    price: null,
    error_message: null,
    uri: `${account}/Messages/${message.sid}.json`,
    account_sid: accountSid,
    num_media: String(message.mediaUrls.length),
    to: message.to,
    date_created: rfc2822(message.createdAt),
    status: message.status,
    sid: message.sid,
    date_sent: rfc2822(message.sentAt),
    messaging_service_sid: null,
    error_code: message.errorCode,
    price_unit: 'USD',
    api_version: '2010-04-01',
    subresource_uris: { media: `${account}/Messages/${message.sid}/Media.json` },
  };
}

export function presentNumber(accountSid: string, number: OwnedTwilioNumber): object {
  return {
    sid: number.sid,
    account_sid: accountSid,
    friendly_name: number.friendlyName,
    phone_number: number.phoneNumber,
    sms_url: number.smsUrl,
    sms_method: 'POST',
    voice_url: number.voiceUrl,
    voice_method: 'POST',
    status_callback: number.statusCallback,
    status_callback_method: 'POST',
    capabilities: { voice: true, sms: true, mms: true, fax: false },
    status: 'in-use',
    origin: 'twilio',
  };
}
