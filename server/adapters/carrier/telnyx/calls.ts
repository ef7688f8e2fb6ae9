import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { type Field, readCallFields } from '../call-fields.ts';
import { downloadMedia } from '../media-download.ts';
import { type DownloadedMedia, MediaRefused, type WebhookRequest } from '../port.ts';
import type { CallPoint, CallVerdict } from '../port-calls.ts';
import { CarrierCallError, concludeFrom, okReply, parseJson } from '../vendor-call.ts';
import { failureOf, type TelnyxApi } from './api.ts';
import { isSigned } from './webhook.ts';

/**
 * TeXML's requests have the fields of Twilio's, and Telnyx's own signature ("This webhook uses Telnyx headers
 * (telnyx-timestamp, telnyx-signature-ed25519)", developers.telnyx.com/api-reference/callbacks/texml-recording-completed).
 * It covers time and body but not the address.
 */
export function readTelnyxCall(
  publicKey: KeyObject,
  point: CallPoint,
  request: WebhookRequest,
  now: Date,
): CallVerdict {
  if (!isSigned(publicKey, request, now)) return { ok: false, reason: 'signature' };
  const fields = fieldsOf(request);
  const event = readCallFields(point, (name) => fields[name] || null, recordingOf);
  return event === 'malformed' ? { ok: false, reason: 'malformed' } : { ok: true, event };
}

/** A form, as Twilio posts it; the reference shows the same fields as JSON. */
function fieldsOf({ headers, rawBody }: WebhookRequest): Record<string, string> {
  const text = rawBody.toString('utf8');
  if (!String(headers['content-type']).startsWith('application/json'))
    return Object.fromEntries(new URLSearchParams(text));
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(text)).data ?? {};
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

/** Where a recording is asked for; never fetched as it is. */
const recordingPath = '/v2/recordings/';

/**
 * The address in the webhook is good for ten minutes only (developers.telnyx.com/docs/voice/programmable-voice/texml-verbs/record),
 * less than a download may have to wait. So the recording is named by its id, and its address is asked for when it is fetched.
 */
function recordingOf(field: Field, seconds: number) {
  const id = field('RecordingSid');
  if (id === null) return null;
  const url = `https://api.telnyx.com${recordingPath}${encodeURIComponent(id)}`;
  return { url, contentType: 'audio/mpeg', seconds };
}

const recordingSchema = z.object({
  data: z.object({ download_urls: z.object({ mp3: z.string().nullish(), wav: z.string().nullish() }) }),
});

/** The id in an address that `recordingOf` made; null for any other. */
export function recordingIdOf(url: string): string | null {
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: '' };
  if (origin !== 'https://api.telnyx.com' || !pathname.startsWith(recordingPath)) return null;
  const id = pathname.slice(recordingPath.length);
  return /^[\w.%-]{1,100}$/.test(id) ? id : null;
}

export async function downloadRecording(
  api: TelnyxApi,
  id: string,
  source: { isStorage: (url: URL) => boolean; maxBytes: number; timeoutMs: number; fetch: typeof fetch },
): Promise<DownloadedMedia> {
  const reply = await api.call('GET', `/recordings/${id}`);
  if (reply.kind === 'answered' && reply.status === 404) throw new MediaRefused('the recording is gone');
  const found = okReply(reply, recordingSchema);
  const address = found?.data.download_urls.mp3 ?? found?.data.download_urls.wav;
  if (!address) throw failureOf('find recording', reply);
  return downloadMedia(
    address,
    { allowsFirst: source.isStorage, allowsRedirect: source.isStorage, headersFor: () => ({}) },
    source,
  );
}

/** developers.telnyx.com/api-reference/call-recordings/delete-a-call-recording */
export async function forgetRecording(api: TelnyxApi, url: string): Promise<void> {
  const id = recordingIdOf(url);
  if (id === null) throw new CarrierCallError('forget recording', null, null);
  const reply = await api.call('DELETE', `/recordings/${id}`);
  const isGone = reply.kind === 'answered' && reply.status === 404;
  if (concludeFrom(reply) !== 'ok' && !isGone) throw failureOf('forget recording', reply);
}

/** Amazon's hosts are shared: only Telnyx's own buckets count. */
export function isRecordingStorage(url: URL): boolean {
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return (
    (/^s3[.-]([a-z0-9-]+\.)?amazonaws\.com$/.test(url.hostname) &&
      /^\/telephony-recorder-prod[a-z0-9-]*\//.test(url.pathname)) ||
    /^telephony-recorder-prod[a-z0-9-]*\.s3[.-]([a-z0-9-]+\.)?amazonaws\.com$/.test(url.hostname)
  );
}
