import { ClientError } from 'openid-client';
import { causesOf, sentenceOfNetwork } from '../explain.ts';

const MOST_SHOWN = 200;

/** What went wrong on the way to a provider, in words for an admin. */
export function sentenceOf(error: unknown, issuer: string): string {
  const { host } = new URL(issuer);
  for (const cause of causesOf(error)) {
    const other = otherIssuer(cause);
    if (other !== null)
      return other.includes('{')
        ? "Many companies share this address. Enter your company's own, which includes your tenant ID."
        : `The provider gives its name as ${other.slice(0, MOST_SHOWN)}. Enter exactly that as the issuer.`;
    const sentence = sentenceOfNetwork(cause, host, 'issuer');
    if (sentence !== null) return sentence;
    if (cause instanceof ClientError && cause.code === 'OAUTH_TIMEOUT')
      return `${host} took too long to respond. Try again in a minute.`;
  }
  return `${host} responds, but it isn't an OpenID Connect provider. Check the issuer.`;
}

function otherIssuer(error: object): string | null {
  if ('named' in error && typeof error.named === 'string') return error.named;
  if (!(error instanceof ClientError) || error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return null;
  const { body } = (error.cause ?? {}) as { body?: { issuer?: unknown } };
  return typeof body?.issuer === 'string' ? body.issuer : null;
}
