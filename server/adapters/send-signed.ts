import type { createGuardedFetch } from './guarded-fetch.ts';

export type VendorFetch = ReturnType<typeof createGuardedFetch>;

export interface VendorRequest {
  method: string;
  headers?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Sent as JSON, as a form, or as it is. */
  json?: unknown;
  form?: Readonly<Record<string, string>> | undefined;
  text?: { type: string; body: string } | undefined;
}

interface How {
  fetch: VendorFetch;
  signal: AbortSignal;
  /** Replaces every host of the vendor. */
  baseUrl: string | null;
  signature: { headers: Record<string, string>; query: Record<string, string> } | null;
  accept: string;
}

/** They change nothing, so they may be asked elsewhere again. */
const FOLLOWING = ['GET', 'PROPFIND', 'REPORT'];
const MOST_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Follows redirects of what changes nothing. Answers also where the answer came from. */
export async function sendSigned(
  request: VendorRequest,
  address: string,
  how: How,
): Promise<{ response: Response; url: URL }> {
  const { method, headers = {} } = request;
  const { body, type } = bodyOf(request);
  let url = vendorAddress(address, how.baseUrl);
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  let signature = how.signature;
  for (let redirects = 0; ; redirects += 1) {
    for (const [name, value] of Object.entries(signature?.query ?? {})) url.searchParams.set(name, value);
    const response = await how.fetch(url.href, {
      method,
      headers: {
        accept: how.accept,
        'user-agent': 'Hiretext',
        ...type,
        ...signature?.headers,
        ...headers,
      },
      body,
      signal: how.signal,
    });
    const location = response.headers.get('location');
    const follows =
      FOLLOWING.includes(method) &&
      REDIRECTS.includes(response.status) &&
      redirects < MOST_REDIRECTS &&
      location !== null;
    const target = follows ? URL.parse(location, url) : null;
    if (target === null) return { response, url };
    const next = vendorAddress(target.href, how.baseUrl);
    // A key is for its vendor alone.
    if (siteOf(next) !== siteOf(url)) signature = null;
    url = next;
  }
}

function bodyOf({ json, form, text }: VendorRequest): {
  body: string | undefined;
  type: Record<string, string>;
} {
  if (json !== undefined) return { body: JSON.stringify(json), type: { 'content-type': 'application/json' } };
  if (text !== undefined) return { body: text.body, type: { 'content-type': text.type } };
  if (form === undefined) return { body: undefined, type: {} };
  return {
    body: new URLSearchParams({ ...form }).toString(),
    type: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

/** Hosts of one company: the last two parts of their names. */
export const siteOf = ({ host }: URL) => host.split('.').slice(-2).join('.');

/**
 * Any host that the vendor names becomes the base URL, except numeric and local ones: those aren't the vendor's, and
 * the guarded fetch refuses them.
 */
export function vendorAddress(address: string, baseUrl: string | null): URL {
  const url = new URL(address);
  if (baseUrl === null || !isPublicName(url.hostname)) return url;
  const base = new URL(baseUrl);
  return new URL(`${base.pathname.replace(/\/$/, '')}${url.pathname}${url.search}`, base.origin);
}

const isPublicName = (hostname: string) => /\.[a-z][a-z0-9-]*$/i.test(hostname);
