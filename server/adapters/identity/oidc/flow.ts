import * as client from 'openid-client';
import { z } from 'zod';
import { createGuardedFetch, ForbiddenAddress, isPermittedUrl } from '../../guarded-fetch.ts';
import { type Identity, IdentityFailure, type IdentityVendor, nameOf, type OidcConnection } from '../port.ts';
import { sentenceOf } from './explain.ts';

export interface OidcOptions {
  /** For local mode, where the provider may run on the same machine. */
  allowLoopback: boolean;
  timeoutMs?: number;
  maxBytes?: number;
}

const TIMEOUT_MS = 8000;
const MAX_BYTES = 500_000;
const SCOPE = 'openid email profile';

const Checks = z.object({ nonce: z.string(), codeVerifier: z.string() });

/** The authorization code flow with state, nonce and PKCE. */
export function createFlow({
  allowLoopback,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
}: OidcOptions): IdentityVendor<OidcConnection> {
  const guardedFetch = createGuardedFetch({ allowLoopback, timeoutMs, maxBytes });

  /** Asked again each time: sign-ins are few, and keys and endpoints change. */
  async function discover({ issuer, clientId, clientSecret }: OidcConnection) {
    const url = new URL(issuer);
    if (!isPermittedUrl(url, { allowLoopback })) throw new ForbiddenAddress(url.host);
    const config = await client.discovery(url, clientId, undefined, authentication(clientSecret), {
      [client.customFetch]: guardedFetch,
      timeout: timeoutMs / 1000,
      execute: [
        // Without it the signature is not looked at, as the token comes straight from the provider.
        client.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
    // The library lets some providers speak for many companies under one address. Then anyone's tenant could vouch for ours.
    const named = config.serverMetadata().issuer;
    if (named !== issuer) throw new OtherIssuer(named);
    return config;
  }

  async function authorizationUrl(
    config: client.Configuration,
    parameters: Record<string, string>,
  ): Promise<string> {
    const url = client.buildAuthorizationUrl(config, parameters);
    if (!isPermittedUrl(url, { allowLoopback })) throw new ForbiddenAddress(url.host);
    return url.href;
  }

  return {
    protocol: 'oidc',
    begin: async (connection, { callbackUrl, state, loginHint }) => {
      try {
        const config = await discover(connection);
        const nonce = client.randomNonce();
        const codeVerifier = client.randomPKCECodeVerifier();
        const url = await authorizationUrl(config, {
          redirect_uri: callbackUrl,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          login_hint: loginHint,
        });
        return { url, checks: JSON.stringify({ nonce, codeVerifier } satisfies z.infer<typeof Checks>) };
      } catch (error) {
        throw new IdentityFailure('unavailable', reasonOf(error));
      }
    },

    finish: async (connection, { callbackUrl, state, checks, answer }) => {
      const { nonce, codeVerifier } = Checks.parse(JSON.parse(checks));
      try {
        const config = await discover(connection);
        const tokens = await client.authorizationCodeGrant(config, new URL(`${callbackUrl}?${answer}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || claims.iss !== connection.issuer)
          throw new IdentityFailure('refused', 'the token names another issuer');
        if (claims.email !== undefined) return identityOf(claims);
        if (config.serverMetadata().userinfo_endpoint === undefined) return identityOf({});
        return identityOf(await client.fetchUserInfo(config, tokens.access_token, claims.sub));
      } catch (error) {
        if (error instanceof IdentityFailure) throw error;
        throw new IdentityFailure('refused', reasonOf(error));
      }
    },

    examine: async (connection, { callbackUrl }) => {
      try {
        const config = await discover(connection);
        const { authorization_endpoint, token_endpoint, jwks_uri } = config.serverMetadata();
        if (!authorization_endpoint || !token_endpoint || !jwks_uri)
          return 'The provider is missing something that sign-in needs: an authorization endpoint, a token endpoint or keys.';
        await authorizationUrl(config, { redirect_uri: callbackUrl });
        const keys = await guardedFetch(jwks_uri, { method: 'GET', headers: { accept: 'application/json' } });
        if (keys.status !== 200) return `We couldn't read the provider's keys at ${jwks_uri}.`;
        return await examineClient(config, callbackUrl);
      } catch (error) {
        return sentenceOf(error, connection.issuer);
      }
    },
  };
}

/** The provider checks the client before the code, so an invented code shows whether it knows us. */
async function examineClient(config: client.Configuration, callbackUrl: string): Promise<string | null> {
  const made = new URL(`${callbackUrl}?code=${client.randomState()}`);
  const { issuer, authorization_response_iss_parameter_supported: namesIssuer } = config.serverMetadata();
  if (namesIssuer) made.searchParams.set('iss', issuer);
  try {
    await client.authorizationCodeGrant(config, made, {
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
      idTokenExpected: true,
    });
    return "The provider isn't safe to use. It accepted a code it never issued.";
  } catch (error) {
    if (error instanceof client.WWWAuthenticateChallengeError) return WRONG_CLIENT;
    if (!(error instanceof client.ResponseBodyError)) throw error;
    return ['invalid_client', 'unauthorized_client'].includes(error.error) ? WRONG_CLIENT : null;
  }
}

const WRONG_CLIENT = "The provider didn't accept the client ID and client secret. Check both.";

/** In the header unless the provider wants it in the body only (OpenID Connect Discovery 1.0, 3). */
function authentication(clientSecret: string): client.ClientAuth {
  const inHeader = client.ClientSecretBasic(clientSecret);
  const inBody = client.ClientSecretPost(clientSecret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}

/** What a token or the provider's answer contains (OpenID Connect Core 1.0, 5.1). */
function identityOf(claims: Record<string, unknown>): Identity {
  const { email, email_verified: verified, given_name: firstName, family_name: lastName } = claims;
  return {
    email: typeof email === 'string' ? email : null,
    // Some say so in a string.
    emailVerified: verified === undefined ? null : verified === true || verified === 'true',
    firstName: nameOf(firstName),
    lastName: nameOf(lastName),
    // A code works once, and the provider keeps count.
    once: null,
  };
}

/** The provider speaks for another address than the one that was entered. */
class OtherIssuer extends Error {
  readonly named: string;
  constructor(named: string) {
    super('the provider has another issuer');
    this.named = named;
  }
}

/** For the log: what failed, without what was in it. */
function reasonOf(error: unknown): string {
  if (error instanceof client.ResponseBodyError) return `${error.message}: ${error.error.slice(0, 60)}`;
  if (error instanceof client.ClientError) return `${error.message} (${error.code ?? 'no code'})`;
  return error instanceof ForbiddenAddress
    ? 'forbidden address'
    : error instanceof Error
      ? error.message
      : '';
}
