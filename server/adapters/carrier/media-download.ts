import { type DownloadedMedia, MediaRefused } from './port.ts';
import { CarrierCallError } from './vendor-call.ts';

interface MediaSource {
  /** Where the address in a webhook may point. A signed webhook is still no reason to fetch from anywhere. */
  allowsFirst(url: URL): boolean;
  /** Where the carrier may send us on to: its storage. */
  allowsRedirect(url: URL): boolean;
  /** Credentials for the carrier's own API only; storage hosts are never shown them. */
  headersFor(url: URL): Record<string, string>;
}

interface MediaLimits {
  maxBytes: number;
  /** For the whole download, redirects included. */
  timeoutMs: number;
  fetch: typeof fetch;
}

const mostRedirects = 3;

export async function downloadMedia(
  address: string,
  source: MediaSource,
  limits: MediaLimits,
): Promise<DownloadedMedia> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  let url = URL.parse(address);
  if (url === null || !source.allowsFirst(url))
    throw new MediaRefused('media address is not one of the carrier');

  for (let redirects = 0; ; redirects += 1) {
    const response = await limits.fetch(url, { headers: source.headersFor(url), redirect: 'manual', signal });
    if (response.status === 200) return await readAtMost(response, limits.maxBytes);
    await response.body?.cancel();

    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null || redirects === mostRedirects) {
      throw isFinal(response.status)
        ? new MediaRefused(`media is not to be had: HTTP ${response.status}`)
        : new CarrierCallError('media download', response.status, null);
    }
    url = URL.parse(location, url);
    if (url === null || !(source.allowsFirst(url) || source.allowsRedirect(url))) {
      throw new MediaRefused('media redirect leads away from the carrier');
    }
  }
}

/** The carrier knows us and does not have it; 401 and 403 may be our credentials, 408 and 429 pass. */
function isFinal(status: number): boolean {
  return status === 404 || status === 410;
}

async function readAtMost(response: Response, maxBytes: number): Promise<DownloadedMedia> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await response.body?.cancel();
    throw new MediaRefused(`media of ${announced} bytes is over the limit of ${maxBytes}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream, so no more is fetched. The length header is the sender's word only.
    if (size > maxBytes) throw new MediaRefused(`media is over the limit of ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const contentType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return { contentType: contentType || 'application/octet-stream', bytes: Buffer.concat(chunks, size) };
}

/** Is `url` on the API address that replaces the carrier's own (tests, benches)? */
export function isUnder(url: URL, apiBaseUrl: string): boolean {
  const base = new URL(apiBaseUrl);
  const prefix = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  return url.origin === base.origin && url.pathname.startsWith(prefix);
}
