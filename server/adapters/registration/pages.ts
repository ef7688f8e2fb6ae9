import { createGuardedFetch, ForbiddenAddress, TooLarge } from '../guarded-fetch.ts';
import type { LookAtPage, PageLook } from './port.ts';

/* A look at the pages that reviewers will look at. Their addresses come from customers, so the fetch is guarded. */

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const PRIVATE = [401, 407];
const TURNED_AWAY = [403, 405, 406, 429, 451, 503];
/** A person waits for five of them, and some lead through several others. */
const TIMEOUT_MS = 8000;

export function createLookAtPage(options: {
  /** For local mode. */
  allowLoopback: boolean;
  timeoutMs?: number;
  maxBytes?: number;
}): LookAtPage {
  const guardedFetch = createGuardedFetch({
    allowLoopback: options.allowLoopback,
    timeoutMs: TIMEOUT_MS,
    maxBytes: options.maxBytes ?? 3_000_000,
  });

  async function look(url: URL, redirects: number, signal: AbortSignal): Promise<PageLook> {
    const answer = await guardedFetch(url.href, {
      method: 'GET',
      headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (compatible; Hiretext registration check)' },
      signal,
    });
    const location = answer.headers.get('location');
    const next = location === null ? null : URL.parse(location, url);
    if (REDIRECTS.includes(answer.status) && next !== null)
      return redirects < MOST_REDIRECTS ? look(next, redirects + 1, signal) : { kind: 'unreachable' };
    if (answer.ok) return isReadable(answer) ? { kind: 'page', html: await answer.text() } : UNREADABLE;
    if (PRIVATE.includes(answer.status)) return { kind: 'private' };
    if (TURNED_AWAY.includes(answer.status)) return { kind: 'turnedAway' };
    return answer.status < 500 ? { kind: 'missing', status: answer.status } : { kind: 'unreachable' };
  }

  return async (url) => {
    // What opens without https only is no website that reviewers accept.
    const secure = new URL(url);
    if (!options.allowLoopback || !isLoopback(url)) secure.protocol = 'https:';
    try {
      return await look(secure, 0, AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS));
    } catch (error) {
      if (error instanceof TooLarge) return UNREADABLE;
      return { kind: error instanceof ForbiddenAddress ? 'forbidden' : 'unreachable' };
    }
  };
}

const UNREADABLE: PageLook = { kind: 'unreadable' };

/** Sites that name no type at all serve pages; a packed answer was not asked for. */
function isReadable({ headers }: Response): boolean {
  const type = headers.get('content-type') ?? 'text/html';
  const packing = headers.get('content-encoding') ?? 'identity';
  return /^(?:text\/|application\/xhtml)/i.test(type) && packing === 'identity';
}

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
