import { createGuardedFetch, ForbiddenAddress } from '../guarded-fetch.ts';
import type { LookAtPage, PageLook } from './port.ts';

/* A look at the pages that reviewers will look at. Their addresses come from customers, so the fetch is guarded. */

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const TURNED_AWAY = [401, 403, 405, 406, 407, 429, 451, 503];

export function createLookAtPage(options: {
  /** For local mode. */
  allowLoopback: boolean;
  timeoutMs?: number;
  maxBytes?: number;
}): LookAtPage {
  const guardedFetch = createGuardedFetch({
    allowLoopback: options.allowLoopback,
    timeoutMs: options.timeoutMs ?? 8000,
    maxBytes: options.maxBytes ?? 5_000_000,
  });

  async function look(url: URL, redirects: number): Promise<PageLook> {
    const answer = await guardedFetch(url.href, {
      method: 'GET',
      headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (compatible; Hiretext registration check)' },
    });
    const location = answer.headers.get('location');
    if (REDIRECTS.includes(answer.status) && location !== null && URL.canParse(location, url))
      return redirects < MOST_REDIRECTS
        ? look(new URL(location, url), redirects + 1)
        : { kind: 'unreachable' };
    if (answer.ok) return { kind: 'page', html: await answer.text() };
    if (TURNED_AWAY.includes(answer.status)) return { kind: 'turnedAway' };
    return answer.status < 500 ? { kind: 'missing', status: answer.status } : { kind: 'unreachable' };
  }

  return async (url) => {
    // What opens without https only is no website that reviewers accept.
    const secure = new URL(url);
    if (!options.allowLoopback || !isLoopback(url)) secure.protocol = 'https:';
    try {
      return await look(secure, 0);
    } catch (error) {
      return { kind: error instanceof ForbiddenAddress ? 'forbidden' : 'unreachable' };
    }
  };
}

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
