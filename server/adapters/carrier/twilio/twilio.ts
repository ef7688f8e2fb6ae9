import { callMarkup } from '../call-markup.ts';
import { downloadMedia, isUnder } from '../media-download.ts';
import type { Carrier } from '../port.ts';
import { refuseFictional } from '../refuse-fictional.ts';
import { createTwilioApi } from './api.ts';
import { forgetRecording, readTwilioCall } from './calls.ts';
import { createTwilioLandlines } from './landlines.ts';
import { createFindSent, createSend } from './messages.ts';
import { createNumberCalls } from './numbers.ts';
import { readTwilioWebhook } from './webhook.ts';

interface TwilioConfig {
  accountSid: string;
  authToken: string;
  /** Replaces scheme, host and an optional path prefix of every call, for tests; the paths stay Twilio's. */
  apiBaseUrl?: string;
  /** After this long the outcome of a call is unknown. */
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** What one number may send; more than a long code's default with a registered campaign. */
  segmentsPerSecond?: number;
  /** After this a text that is not in Twilio's list was never taken. */
  provesAbsenceAfterMs?: number;
}

/** Twilio's default for a long code; it queues what is faster, but then a text can't be taken back anymore. */
const LONG_CODE_SEGMENTS_PER_SECOND = 1;
/**
 * A message resource exists, and is listed, from the moment that Twilio answers 201; a call that got no answer ends within
 * its time-out. Twilio names no time for this, so four times the longest call is allowed.
 */
const LISTED_AFTER_MS = 60_000;

export function createTwilioCarrier(config: TwilioConfig): Carrier {
  const timeoutMs = config.timeoutMs ?? 15_000;
  const fetchFn = config.fetch ?? fetch;
  const api = createTwilioApi({
    accountSid: config.accountSid,
    authToken: config.authToken,
    apiBaseUrl: config.apiBaseUrl,
    timeoutMs,
    fetch: fetchFn,
  });

  const carrier: Carrier = {
    name: 'twilio',
    reachesPeople: config.apiBaseUrl === undefined,
    answersKeyword: twilioAnswers,
    segmentsPerSecond: config.segmentsPerSecond ?? LONG_CODE_SEGMENTS_PER_SECOND,
    provesAbsenceAfterMs: config.provesAbsenceAfterMs ?? LISTED_AFTER_MS,
    acknowledgement: { contentType: 'text/xml', body: '<Response/>' },
    ...createNumberCalls(api),
    landline: createTwilioLandlines(api),
    send: createSend(api),
    findSent: createFindSent(api),

    readWebhook(kind, request, now) {
      return readTwilioWebhook(config.authToken, kind, request, now);
    },

    readCall(point, request) {
      return readTwilioCall(config.authToken, point, request);
    },

    answerCall(step) {
      const { contentType, body } = this.acknowledgement;
      return { contentType, body: step === null ? body : callMarkup(step, 'twiml') };
    },

    forgetRecording: (url) => forgetRecording(api, url),

    downloadMedia(url, maxBytes) {
      return downloadMedia(
        url,
        {
          allowsFirst: (to) => isUnder(to, api.baseOf('api')),
          allowsRedirect: (to) => config.apiBaseUrl === undefined && isTwilioStorage(to),
          headersFor: (to): Record<string, string> =>
            isUnder(to, api.baseOf('api') + api.account) ? { authorization: api.authorization } : {},
        },
        { maxBytes, timeoutMs, fetch: fetchFn },
      );
    },
  };
  return carrier.reachesPeople ? refuseFictional(carrier) : carrier;
}

/** Where Twilio keeps media (api.twilio.com redirects there). The Amazon host is shared: only Twilio's bucket counts. */
function isTwilioStorage(url: URL): boolean {
  if (url.protocol !== 'https:' || url.port !== '') return false;
  if (url.hostname === 'media.twiliocdn.com' || url.hostname === 'mms.twiliocdn.com') return true;
  return url.hostname === 's3-external-1.amazonaws.com' && url.pathname.startsWith('/media.twiliocdn.com/');
}

/**
 * The words that Twilio itself answers on long codes, and only as the whole text: it does not recognize "STOP PLEASE"
 * (twilio.com/docs/messaging/tutorials/advanced-opt-out).
 */
const keywords = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;

function twilioAnswers(keyword: keyof typeof keywords, body: string): boolean {
  const word = body.trim().toUpperCase();
  return keywords[keyword].some((known) => known === word);
}
