import { generateKeyPairSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import Provider, { errors, interactionPolicy, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import { MCP_SCOPES, Scope } from '../../../contract/scopes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { pageOf } from './page.ts';
import { addressOf, recordsOf } from './records.ts';

export const AUTHORIZE = '/oauth/authorize';
export const TOKEN = '/oauth/token';
export const REVOKE = '/oauth/revoke';

/** Where people are asked. */
const screenOf = (id: string) => `/dashboard/connect-app/${id}`;

const secure = (publicUrl: string) => publicUrl.startsWith('https:');
/** Of the browser that was sent to the screen. With this prefix, browsers take it from this very host only. */
const requestCookie = (publicUrl: string) => (secure(publicUrl) ? '__Host-oauth_request' : 'oauth_request');

export const REQUEST_SECONDS = 600;
const CODE_SECONDS = 60;
const TOKEN_SECONDS = 3600;
/** From the last refresh. */
const REFRESH_SECONDS = 30 * 24 * 3600;

const { Check, Prompt } = interactionPolicy;

/** An app refreshes once an hour; each refresh keeps a row, so that a token that comes a second time is known. */
const refreshes: Limit = { name: 'oauth refreshes', points: 60, seconds: 3600 };

/**
 * The OAuth 2.1 server (decision 104): authorization code with PKCE, and refresh tokens that change with each use. Tokens mean
 * nothing by themselves, so nothing is signed but cookies, and there is no sign-in at other sites with Hiretext (OpenID Connect).
 */
export function createProvider(deps: Deps): Provider {
  const provider = new Provider(deps.publicUrl, {
    adapter: recordsOf(deps),
    clients: [],
    jwks: { keys: [unusedKey()] },
    scopes: ['offline_access'],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: {
      keys: [deps.signer.hashOf('cookies of apps that ask')],
      names: {
        session: 'oauth_session',
        interaction: requestCookie(deps.publicUrl),
        resume: 'oauth_resume',
      },
      short: { path: '/', httpOnly: true, sameSite: 'lax', signed: true, secure: secure(deps.publicUrl) },
    },
    routes: { authorization: AUTHORIZE, token: TOKEN, revocation: REVOKE },
    ttl: {
      Interaction: REQUEST_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      AccessToken: TOKEN_SECONDS,
      RefreshToken: REFRESH_SECONDS,
      Grant: REFRESH_SECONDS,
      Session: REQUEST_SECONDS,
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    expiresWithSession: async () => false,
    issueRefreshToken: async () => true,
    rotateRefreshToken: async ({ oidc }) => {
      await limitRefreshes(deps, oidc.entities.RefreshToken?.grantId ?? '');
      return true;
    },
    revokeGrantPolicy: () => true,
    findAccount: (_context, subject) => ({ accountId: subject, claims: () => ({ sub: subject }) }),
    // Never one from before: a person is asked each time.
    loadExistingGrant: async ({ oidc }) => {
      const id = oidc.result?.consent?.grantId;
      return id === undefined ? undefined : provider.Grant.find(id);
    },
    interactions: {
      url: (_context, { uid }) => screenOf(uid),
      policy: [
        new Prompt({ name: 'login', requestable: true }),
        new Prompt(
          { name: 'consent', requestable: true },
          new Check('unasked', 'no one has allowed it yet', ({ oidc }) => oidc.result?.consent === undefined),
        ),
      ],
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context, _client, several) => several ?? addressOf(deps, 'api'),
        useGrantedResource: () => true,
        getResourceServerInfo: (context, resource) => resourceServer(deps, context, resource),
      },
    },
    renderError: (context, { error }) => {
      context.type = 'html';
      context.body = pageOf(error);
    },
  });
  provider.proxy = true;
  provider.use(async (context, next) => {
    await next();
    // Apps call from their servers, or from a person's computer.
    context.remove('access-control-allow-origin');
    context.remove('access-control-expose-headers');
    // Its own session, which isn't kept.
    const cookies: string[] = [context.response.get('set-cookie') || []].flat();
    context.remove('set-cookie');
    const others = cookies.filter((cookie) => !cookie.startsWith('oauth_session'));
    if (others.length > 0) context.set('set-cookie', others);
  });
  const logged = (err: unknown) => deps.log.error({ err }, 'an app was not answered');
  provider.on('server_error', (_context, err) => logged(err));
  (provider as EventEmitter).on('error', logged);
  return provider;
}

/** The library wants a key, though nothing is signed with it. It's never kept. */
function unusedKey(): JWK {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK;
}

async function limitRefreshes({ rateLimits }: Deps, grantId: string): Promise<void> {
  try {
    await rateLimits.consume(refreshes, grantId);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw Object.assign(new errors.CustomOIDCProviderError('slow_down', 'refresh once an hour'), {
      status: 429,
      statusCode: 429,
    });
  }
}

/** What a token may be for. An app asks for one of the two, and for scopes that there are. */
function resourceServer(deps: Deps, { oidc }: KoaContextWithOIDC, resource: string) {
  const which = (['api', 'mcp'] as const).find((known) => addressOf(deps, known) === resource);
  if (which === undefined || Array.isArray(oidc.params?.resource)) throw new errors.InvalidTarget();
  const known: readonly string[] = which === 'api' ? Scope.options : MCP_SCOPES;
  if (oidc.route === 'authorization') {
    const asked = [...oidc.requestParamScopes].filter((scope) => scope !== 'offline_access');
    const [unknown] = asked.filter((scope) => !known.includes(scope));
    if (unknown !== undefined) throw new errors.InvalidScope('unknown scope', unknown);
    if (asked.length === 0) throw new errors.InvalidScope('no scope was asked for', '');
  }
  return {
    scope: known.join(' '),
    audience: resource,
    accessTokenTTL: TOKEN_SECONDS,
    accessTokenFormat: 'opaque' as const,
  };
}
