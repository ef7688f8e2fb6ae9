import { createHmac, randomUUID } from 'node:crypto';
import { placeOf } from './available-numbers.ts';
import type { Callback } from './callbacks.ts';
import type { TwilioMessage } from './fake-twilio-resources.ts';
import { countSegments } from './fake-twilio-rules.ts';

/** base64 HMAC-SHA1 over the URL and the parameters sorted by name, each repeated value once and sorted. */
export function signTwilio(
  authToken: string,
  url: string,
  params: Record<string, string | string[]>,
): string {
  let text = url;
  for (const name of Object.keys(params).sort()) {
    const values = params[name] ?? '';
    for (const value of Array.isArray(values) ? [...new Set(values)].sort() : [values]) text += name + value;
  }
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}

export function signedTwilioWebhook(
  authToken: string,
  url: string,
  params: Record<string, string>,
): Callback {
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': signTwilio(authToken, url, params),
      'i-twilio-idempotency-token': randomUUID(),
    },
    body: new URLSearchParams(params).toString(),
  };
}

export function statusForm(
  accountSid: string,
  message: TwilioMessage,
  status: string,
  errorCode: string | null,
): Record<string, string> {
  return {
    MessageSid: message.sid,
    SmsSid: message.sid,
    MessageStatus: status,
    SmsStatus: status,
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    From: message.from,
    To: message.to,
    ...(errorCode === null ? {} : { ErrorCode: errorCode }),
  };
}

export function inboundForm(
  accountSid: string,
  text: { sid: string; from: string; to: string; body: string; media: number },
): Record<string, string> {
  return {
    ToCountry: 'US',
    ToState: placeOf(text.to.slice(2, 5))?.region ?? '',
    SmsMessageSid: text.sid,
    NumMedia: String(text.media),
    ToCity: '',
    FromZip: '',
    SmsSid: text.sid,
    FromState: '',
    SmsStatus: 'received',
    FromCity: '',
    Body: text.body,
    FromCountry: 'US',
    To: text.to,
    ToZip: '',
    NumSegments: String(Math.max(1, countSegments(text.body))),
    MessageSid: text.sid,
    AccountSid: accountSid,
    From: text.from,
    ApiVersion: '2010-04-01',
  };
}
