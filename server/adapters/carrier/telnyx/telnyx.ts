import { callMarkup } from '../call-markup.ts';
import { downloadMedia, isUnder } from '../media-download.ts';
import type { Carrier } from '../port.ts';
import { refuseFictional } from '../refuse-fictional.ts';
import { createTelnyxApi } from './api.ts';
import {
  downloadRecording,
  forgetRecording,
  isRecordingStorage,
  readTelnyxCall,
  recordingIdOf,
} from './calls.ts';
import { createTelnyxLandlines } from './landlines.ts';
import { createFindSent, createSend } from './messages.ts';
import { createProfileFinder } from './messaging-profile.ts';
import { createNumberCalls } from './numbers.ts';
import { createApplicationFinder } from './texml-application.ts';
import { parsePublicKey, readTelnyxWebhook } from './webhook.ts';

interface TelnyxConfig {
  apiKey: string;
  /** The account's public key for webhooks, base64, from the Telnyx portal. */
  publicKey: string;
  /** The profile that bought numbers are put in; without it one named "Hiretext" is found or made. */
  messagingProfileId?: string;
  /** Replaces scheme, host and an optional path prefix of every call, for tests; the paths stay Telnyx's. */
  apiBaseUrl?: string;
  /** After this long the outcome of a call is unknown. */
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** What one number may send. */
  segmentsPerSecond?: number;
}

const telnyxApi = 'https://api.telnyx.com';

export function createTelnyxCarrier(config: TelnyxConfig): Carrier {
  const timeoutMs = config.timeoutMs ?? 15_000;
  const fetchFn = config.fetch ?? fetch;
  const baseUrl = (config.apiBaseUrl ?? telnyxApi).replace(/(?<!\/)\/+$/, '');
  const publicKey = parsePublicKey(config.publicKey);
  const api = createTelnyxApi({ baseUrl, apiKey: config.apiKey, timeoutMs, fetch: fetchFn });

  const profileFor = createProfileFinder(api, config.messagingProfileId);

  const carrier: Carrier = {
    name: 'telnyx',
    reachesPeople: config.apiBaseUrl === undefined,
    answersKeyword: telnyxAnswers,
    // What a registered campaign may send differs; this is what every US long code may.
    segmentsPerSecond: config.segmentsPerSecond ?? 1,
    // A text has no detail record until it has ended, and Telnyx names no time by which it has one.
    provesAbsenceAfterMs: null,
    acknowledgement: { contentType: 'application/json', body: '{}' },
    ...createNumberCalls(api, profileFor, createApplicationFinder(api)),
    landline: createTelnyxLandlines(api, profileFor),
    send: createSend(api),
    findSent: createFindSent(api),

    readWebhook(_kind, request, now) {
      return readTelnyxWebhook(publicKey, request, now);
    },

    readCall(point, request, now) {
      return readTelnyxCall(publicKey, point, request, now);
    },

    answerCall(step) {
      return step === null
        ? this.acknowledgement
        : { contentType: 'application/xml', body: callMarkup(step, 'texml') };
    },

    forgetRecording: (url) => forgetRecording(api, url),

    downloadMedia(url, maxBytes) {
      const isTelnyx = (to: URL) =>
        config.apiBaseUrl === undefined ? isTelnyxHost(to) : isUnder(to, baseUrl);
      const recordingId = recordingIdOf(url);
      if (recordingId !== null) {
        const isStorage = config.apiBaseUrl === undefined ? isRecordingStorage : isTelnyx;
        return downloadRecording(api, recordingId, { isStorage, maxBytes, timeoutMs, fetch: fetchFn });
      }
      return downloadMedia(
        url,
        // Media addresses are secret by themselves, so the API key is shown to none of them.
        { allowsFirst: isTelnyx, allowsRedirect: isTelnyx, headersFor: () => ({}) },
        { maxBytes, timeoutMs, fetch: fetchFn },
      );
    },
  };
  return carrier.reachesPeople ? refuseFictional(carrier) : carrier;
}

/** Where Telnyx keeps inbound media. */
function isTelnyxHost(url: URL): boolean {
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return url.hostname.endsWith('.telnyx.com') || url.hostname.endsWith('.telnyxcloudstorage.com');
}

/**
 * The words after which Telnyx blocks the pair, or lifts the block, and texts a confirmation; only as the whole text
 * (support.telnyx.com, "SMS Opt-Out Keywords and Stop Words"). It does not answer HELP unless configured to.
 */
const keywords = {
  stop: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  start: ['START', 'UNSTOP'],
  help: [],
} as const satisfies Record<string, readonly string[]>;

function telnyxAnswers(keyword: keyof typeof keywords, body: string): boolean {
  const words: readonly string[] = keywords[keyword];
  return words.includes(body.trim().toUpperCase());
}
