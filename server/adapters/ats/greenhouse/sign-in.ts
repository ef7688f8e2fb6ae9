import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { KeyRefused } from '../failures.ts';
import type { AtsAccess, AtsReply, AtsTokens, OauthConsent, Refusal, SignIn } from '../port.ts';
import { SCOPES } from './harvest.ts';

const AUTH = 'https://auth.greenhouse.io';
/** What a token lasts where they don't say. */
const AN_HOUR_IN_SECONDS = 3600;

const Tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().nullish(),
  refresh_token: z.string().nullish(),
});

export const signIn: SignIn = {
  headers: ({ tokens }): Record<string, string> =>
    tokens === null ? {} : { authorization: `Bearer ${tokens.accessToken}` },
  query: null,
  newTokens: (api, access) =>
    access.connectedBy === 'oauth' ? refreshed(api, access) : ofCredential(api, access),
};

export const oauth: OauthConsent = {
  authorizeUrl: ({ clientId, redirectUri, state }) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: Object.keys(SCOPES).join(' '),
      state,
    });
    return `${AUTH}/authorize?${query}`;
  },
  exchange: (api, { code, redirectUri, client }) =>
    askForTokens(api, client, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
};

function ofCredential(api: AtsApi, { credentials }: AtsAccess): Promise<AtsTokens> {
  const { clientId = '', clientSecret = '', userId } = credentials;
  return askForTokens(
    api,
    { id: clientId, secret: clientSecret },
    { grant_type: 'client_credentials', ...(userId !== undefined && { sub: userId }) },
  );
}

function refreshed(api: AtsApi, { client, tokens }: AtsAccess): Promise<AtsTokens> {
  const refreshToken = tokens?.refreshToken;
  if (client === null || !refreshToken)
    throw new KeyRefused('get new tokens: there is nothing to get them by');
  return askForTokens(api, client, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

async function askForTokens(
  api: AtsApi,
  { id, secret }: { id: string; secret: string },
  form: Record<string, string>,
): Promise<AtsTokens> {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const request = {
    method: 'POST',
    url: `${AUTH}/token`,
    headers: { authorization },
    form,
    unsigned: true,
  } as const;
  const { body } = await api.write('get tokens', request, Tokens);
  const seconds = body.expires_in ?? AN_HOUR_IN_SECONDS;
  return {
    accessToken: body.access_token,
    refreshToken: body.refresh_token ?? form.refresh_token ?? null,
    expiresAt: new Date(api.now().getTime() + seconds * 1000),
    extra: {},
  };
}

const RETIRED =
  'Greenhouse retired the keys of Harvest v1 and v2 on August 31, 2026. Create a credential of the type Harvest V3 (OAuth), and enter its client ID and client secret.';
const REFUSED_AT_SIGN_IN = ['invalid_client', 'invalid_grant', 'unauthorized_client'];

/** A client ID that isn't one is told with 400, and by repeating it. */
export function readRefusal({ status, body }: AtsReply): Refusal | null {
  if (status !== 400) return null;
  const { message, error } = z
    .object({ message: z.string().catch(''), error: z.string().catch('') })
    .catch({ message: '', error: '' })
    .parse(body);
  if (message.startsWith('client_id=')) return { kind: 'key', hint: RETIRED };
  return REFUSED_AT_SIGN_IN.includes(error) ? { kind: 'key' } : null;
}
