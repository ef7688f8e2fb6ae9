import { readCallFields } from '../call-fields.ts';
import type { WebhookRequest } from '../port.ts';
import type { CallPoint, CallUrls, CallVerdict } from '../port-calls.ts';
import { CarrierCallError, concludeFrom } from '../vendor-call.ts';
import { failureOf, isGone, type TwilioApi } from './api.ts';
import { isSigned, one, parseForm } from './webhook.ts';

/** The settings of a number that are about calls; a number's StatusCallback gets calls only, texts have their own. */
export function callSettings(urls: CallUrls) {
  return {
    VoiceUrl: urls.incomingUrl,
    VoiceMethod: 'POST',
    StatusCallback: urls.endedUrl,
    StatusCallbackMethod: 'POST',
  };
}

export async function forgetRecording(api: TwilioApi, url: string): Promise<void> {
  const sid = recordingSidOf(url);
  if (sid === null) throw new CarrierCallError('forget recording', null, null);
  const reply = await api.call('api', 'DELETE', `${api.account}/Recordings/${sid}.json`);
  if (concludeFrom(reply) !== 'ok' && !isGone(reply)) throw failureOf('forget recording', reply);
}

/** The id in the address of a recording; null for any other. */
function recordingSidOf(url: string): string | null {
  return /\/Recordings\/(RE[0-9a-fA-F]{32})\.mp3$/.exec(URL.parse(url)?.pathname ?? '')?.[1] ?? null;
}

export function readTwilioCall(authToken: string, point: CallPoint, request: WebhookRequest): CallVerdict {
  const form = parseForm(request.rawBody);
  if (!isSigned(authToken, request, form)) return { ok: false, reason: 'signature' };
  const event = readCallFields(
    point,
    (name) => one(form, name),
    (field, seconds) => {
      const url = field('RecordingUrl');
      // Without an ending Twilio serves WAV, which is many times larger (twilio.com/docs/voice/api/recording).
      return url === null ? null : { url: `${url}.mp3`, contentType: 'audio/mpeg', seconds };
    },
  );
  return event === 'malformed' ? { ok: false, reason: 'malformed' } : { ok: true, event };
}
