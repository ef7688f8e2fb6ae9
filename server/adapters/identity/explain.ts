import { ForbiddenAddress } from '../guarded-fetch.ts';

/** Why an address could not be reached, in words for an admin; null when it was not the way there that failed. */
export function sentenceOfNetwork(cause: object, host: string, field: string): string | null {
  if (cause instanceof ForbiddenAddress)
    return "We can't use this provider's address. It has to start with https:// and be outside private networks.";
  const { name, code } = cause as { name?: string; code?: string };
  if (name === 'TimeoutError' || name === 'AbortError')
    return `${host} took too long to respond. Try again in a minute.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `We couldn't find ${host}. Check the ${field}.`;
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EHOSTUNREACH')
    return `${host} isn't responding. Check the ${field}.`;
  if (code?.startsWith('ERR_TLS') || code?.includes('CERT'))
    return `${host} doesn't have a valid certificate.`;
  return null;
}

/** An error, and what it came from. */
export function* causesOf(error: unknown): Generator<object> {
  let current = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    yield current;
    current = 'cause' in current ? current.cause : null;
  }
}
