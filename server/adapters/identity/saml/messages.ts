import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { z } from 'zod';
import { type Identity, IdentityFailure, type SamlConnection } from '../port.ts';
import { MOST_AGE_MS, readAssertion, SKEW_MS } from './assertion.ts';
import { readResponse, refuse } from './document.ts';

/* Messages to a provider and from it. Loaded when the first person signs in: the library is heavy. */

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const Checks = z.object({ requestId: z.string() });

function samlOf(
  { signInUrl, certificates, entityId }: SamlConnection,
  callbackUrl: string,
  requestId?: string,
): SAML {
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl,
    entryPoint: signInUrl,
    idpCert: [...certificates],
    wantAssertionsSigned: true,
    // Many sign the assertion only, and it says all that we believe.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: MOST_AGE_MS,
    // How people are named and how they prove who they are is the company's to choose.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  });
}

/** The library remembers requests in memory; ours are in the database, and this is the one that was taken from there. */
function onlyRequest(requestId: string | undefined) {
  return {
    saveAsync: async (_id: string, value: string) => ({ value, createdAt: Date.now() }),
    getAsync: async (id: string) => (id === requestId ? new Date().toISOString() : null),
    removeAsync: async (id: string | null) => id,
  };
}

export async function askFor(
  connection: SamlConnection,
  request: { callbackUrl: string; state: string; loginHint: string; requestId: string },
): Promise<{ url: string; checks: string }> {
  const { callbackUrl, state, loginHint, requestId } = request;
  const url = await samlOf(connection, callbackUrl, requestId).getAuthorizeUrlAsync(state, undefined, {
    // Not of the standard, but known to many; the others ignore it.
    additionalParams: loginHint === '' ? {} : { login_hint: loginHint },
  });
  return { url, checks: JSON.stringify({ requestId } satisfies z.infer<typeof Checks>) };
}

export async function believe(
  connection: SamlConnection,
  returned: { callbackUrl: string; checks: string; answer: URLSearchParams },
  now: Date,
): Promise<Identity> {
  const { requestId } = Checks.parse(JSON.parse(returned.checks));
  const { callbackUrl } = returned;
  const answers = returned.answer.getAll('SAMLResponse');
  const [encoded] = answers;
  if (encoded === undefined || answers.length !== 1) return refuse('there has to be one response');
  const response = readResponse(Buffer.from(encoded, 'base64').toString('utf8'));
  if (!response.isSuccess) refuse('the provider let no one in');
  // The library looks at neither of these.
  if (response.destination !== '' && response.destination !== callbackUrl) refuse('another destination');
  if (response.issuer !== null && response.issuer !== connection.issuer) refuse('another issuer');
  if (response.inResponseTo !== requestId) refuse('the answer is to another question');

  const { profile } = await samlOf(connection, callbackUrl, requestId)
    .validatePostResponseAsync({ SAMLResponse: encoded })
    .catch((error: unknown) => refuse(reasonOf(error)));
  const signedXml = profile?.getAssertionXml?.() ?? refuse('nothing was signed');
  return readAssertion(signedXml, { issuer: connection.issuer, callbackUrl, requestId, now });
}

export function describeUs({ entityId, callbackUrl }: { entityId: string; callbackUrl: string }): string {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl,
    identifierFormat: EMAIL_FORMAT,
    wantAssertionsSigned: true,
  });
}

/** For the log: what failed, without the details, which come after a colon or a period. */
function reasonOf(error: unknown): string {
  if (error instanceof IdentityFailure) return error.message;
  return error instanceof Error ? (error.message.split(/[:.]/)[0]?.slice(0, 80) ?? '') : '';
}
