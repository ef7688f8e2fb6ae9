import { ClientError } from 'openid-client';
import { ForbiddenAddress } from '../guarded-fetch.ts';

const MOST_SHOWN = 200;

/** What went wrong on the way to a provider, in words for an admin. */
export function sentenceOf(error: unknown, issuer: string): string {
  const { host } = new URL(issuer);
  for (const cause of causesOf(error)) {
    if (cause instanceof ForbiddenAddress)
      return 'The provider leads to an address that may not be used: it has to be https, and outside of private networks.';
    const other = otherIssuer(cause);
    if (other !== null)
      return other.includes('{')
        ? 'This address stands for the providers of many companies. Enter the one of yours, with its own tenant ID.'
        : `The provider calls itself ${other.slice(0, MOST_SHOWN)}. Enter exactly that as the issuer.`;
    const { name, code } = cause as { name?: string; code?: string };
    if (name === 'TimeoutError' || name === 'AbortError' || code === 'OAUTH_TIMEOUT')
      return `${host} takes too long to answer.`;
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no ${host}. Check the issuer.`;
    if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EHOSTUNREACH')
      return `Nothing answers at ${host}. Check the issuer.`;
    if (code?.startsWith('ERR_TLS') || code?.includes('CERT')) return `${host} has no valid certificate.`;
  }
  return `${host} answers, but not as an OpenID Connect provider. Check the issuer.`;
}

function* causesOf(error: unknown): Generator<object> {
  let current = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    yield current;
    current = 'cause' in current ? current.cause : null;
  }
}

function otherIssuer(error: object): string | null {
  if ('named' in error && typeof error.named === 'string') return error.named;
  if (!(error instanceof ClientError) || error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return null;
  const { body } = (error.cause ?? {}) as { body?: { issuer?: unknown } };
  return typeof body?.issuer === 'string' ? body.issuer : null;
}
