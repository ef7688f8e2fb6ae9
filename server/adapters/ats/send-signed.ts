import type { createGuardedFetch } from '../guarded-fetch.ts';
import { type AtsRequest, vendorAddress } from './api.ts';

export type AtsFetch = ReturnType<typeof createGuardedFetch>;

interface How {
  fetch: AtsFetch;
  signal: AbortSignal;
  /** Stands in for every host of the vendor. */
  baseUrl: string | null;
  signature: { headers: Record<string, string>; query: Record<string, string> } | null;
}

const MOST_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

export async function sendSigned(request: AtsRequest, address: string, how: How): Promise<Response> {
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
        accept: 'application/json',
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
      method === 'GET' &&
      REDIRECTS.includes(response.status) &&
      redirects < MOST_REDIRECTS &&
      location !== null;
    if (!follows || !URL.canParse(location, url)) return response;
    const next = vendorAddress(new URL(location, url).href, how.baseUrl);
    // A key is for its vendor alone.
    if (siteOf(next) !== siteOf(url)) signature = null;
    url = next;
  }
}

function bodyOf({ json, form }: AtsRequest): { body: string | undefined; type: Record<string, string> } {
  if (json !== undefined) return { body: JSON.stringify(json), type: { 'content-type': 'application/json' } };
  if (form === undefined) return { body: undefined, type: {} };
  return {
    body: new URLSearchParams({ ...form }).toString(),
    type: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

/** Hosts of one company: the last two parts of their names. */
const siteOf = ({ host }: URL) => host.split('.').slice(-2).join('.');
