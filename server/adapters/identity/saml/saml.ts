import { randomBytes, X509Certificate } from 'node:crypto';
import { createGuardedFetch, isPermittedUrl } from '../../guarded-fetch.ts';
import { causesOf, sentenceOfNetwork } from '../explain.ts';
import { IdentityFailure, type SamlConnection, type SamlVendor } from '../port.ts';

interface SamlOptions {
  /** For local mode, where the provider may run on the same machine. */
  allowLoopback: boolean;
  clock: () => Date;
  timeoutMs?: number;
  maxBytes?: number;
}

const TIMEOUT_MS = 8000;
/** A page to sign in at; how it looks does not matter. */
const MAX_BYTES = 5_000_000;

const loadMessages = () => import('./messages.ts');

/** SAML 2.0, begun by us: the request by HTTP-Redirect, the answer by HTTP-POST with a signed assertion. */
export function createSaml({
  allowLoopback,
  clock,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
}: SamlOptions): SamlVendor {
  const guardedFetch = createGuardedFetch({ allowLoopback, timeoutMs, maxBytes });

  async function ask(
    connection: SamlConnection,
    request: { callbackUrl: string; state: string; loginHint: string },
  ): Promise<{ url: string; checks: string }> {
    if (!isPermittedUrl(new URL(connection.signInUrl), { allowLoopback }))
      throw new IdentityFailure('unavailable', 'forbidden address');
    const { askFor } = await loadMessages();
    return askFor(connection, { ...request, requestId: newRequestId() });
  }

  return {
    protocol: 'saml',
    begin: ask,

    finish: async (connection, returned) => {
      const { believe } = await loadMessages();
      return believe(connection, returned, clock());
    },

    examine: async (connection, { callbackUrl }) => {
      const outdated = sentenceOfCertificates(connection.certificates, clock());
      if (outdated !== null) return outdated;
      const { signInUrl } = connection;
      const { host } = new URL(signInUrl);
      if (!isPermittedUrl(new URL(signInUrl), { allowLoopback }))
        return "We can't use this sign-in URL. It has to start with https:// and be outside private networks.";
      try {
        const { url } = await ask(connection, { callbackUrl, state: 'test', loginHint: '' });
        const { status } = await guardedFetch(url, { method: 'GET', headers: { accept: 'text/html' } });
        return sentenceOfStatus(status, host);
      } catch (error) {
        for (const cause of causesOf(error)) {
          const sentence = sentenceOfNetwork(cause, host, 'sign-in URL');
          if (sentence !== null) return sentence;
        }
        return `We couldn't read the response from ${host}. Check the sign-in URL.`;
      }
    },

    describe: async (us) => (await loadMessages()).describeUs(us),
  };
}

/** An XML ID begins with a letter or an underscore; SAML 2.0 Core, 1.3.4 wants 128 bits of chance or more. */
const newRequestId = () => `_${randomBytes(20).toString('hex')}`;

const onDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** One in force is enough: providers announce the next one while the last is still in use. */
function sentenceOfCertificates(certificates: readonly string[], now: Date): string | null {
  const all = certificates.map((pem) => new X509Certificate(pem));
  const isInForce = ({ validFromDate, validToDate }: X509Certificate) =>
    validFromDate <= now && now < validToDate;
  const last = all.at(-1);
  if (last === undefined) return "Enter the provider's certificate.";
  if (all.some(isInForce)) return null;
  return last.validToDate <= now
    ? `The provider's certificate expired on ${onDay.format(last.validToDate)}. Enter the new one.`
    : `The provider's certificate isn't valid until ${onDay.format(last.validFromDate)}.`;
}

/** The page was asked as a person's browser would ask for it. */
function sentenceOfStatus(status: number, host: string): string | null {
  if (status === 404 || status === 410) return `${host} says the page doesn't exist. Check the sign-in URL.`;
  if (status >= 500) return `${host} responded with an error (${status}). Try again later.`;
  if (status >= 400)
    return `${host} refused our request (${status}). Check that you entered our entity ID and ACS URL there.`;
  return null;
}
