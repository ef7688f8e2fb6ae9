import { ForbiddenAddress } from '../guarded-fetch.ts';

/** Why an address could not be reached, in words for an admin; null when it was not the way there that failed. */
export function sentenceOfNetwork(cause: object, host: string, field: string): string | null {
  if (cause instanceof ForbiddenAddress)
    return 'The provider leads to an address that may not be used: it has to be https, and outside of private networks.';
  const { name, code } = cause as { name?: string; code?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return `${host} takes too long to answer.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no ${host}. Check the ${field}.`;
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EHOSTUNREACH')
    return `Nothing answers at ${host}. Check the ${field}.`;
  if (code?.startsWith('ERR_TLS') || code?.includes('CERT')) return `${host} has no valid certificate.`;
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
