import { z } from 'zod';
import type { AtsApi } from './api.ts';
import { KeyRefused } from './failures.ts';
import type { AtsAccess, AtsReply, AtsTokens, OauthConsent, Refusal } from './port.ts';

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().nullish(),
  /** Seconds. */
  expires_in: z.number().nullish(),
});

type Client = { id: string; secret: string };

/** Consent by OAuth 2, and tokens that are renewed. Options name what a system does differently. The rest follows RFC 6749. */
export function oauth2(system: {
  authorizeUrl: string;
  tokenUrl: string;
  scopes: readonly string[];
  /** What else the person's browser is sent with. */
  asked?: Readonly<Record<string, string>>;
  /** How the client authenticates; in the form by default. */
  clientBy?: 'form' | 'header';
  /** What a token lasts where they don't say. */
  usualSeconds?: number;
}) {
  async function ask(api: AtsApi, client: Client, form: Record<string, string>): Promise<AtsTokens> {
    const { id, secret } = client;
    const isHeader = system.clientBy === 'header';
    const { body } = await api.write(
      'sign in',
      {
        method: 'POST',
        url: system.tokenUrl,
        form: isHeader ? form : { ...form, client_id: id, client_secret: secret },
        ...(isHeader && { headers: { authorization: basic(id, secret) } }),
        unsigned: true,
      },
      Tokens,
    );
    const seconds = body.expires_in || system.usualSeconds;
    return {
      accessToken: body.access_token,
      // Those that don't rotate come once only.
      refreshToken: body.refresh_token ?? form.refresh_token ?? null,
      expiresAt: seconds ? new Date(api.now().getTime() + seconds * 1000) : null,
      extra: {},
    };
  }

  async function renew(api: AtsApi, { client, tokens }: AtsAccess): Promise<AtsTokens> {
    const refreshToken = tokens?.refreshToken;
    if (!client || !refreshToken) throw new KeyRefused('renew the sign-in: there is nothing to renew');
    return ask(api, client, { grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  const consent: OauthConsent = {
    authorizeUrl: ({ clientId, redirectUri, state }) => {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        state,
        scope: system.scopes.join(' '),
        ...system.asked,
      });
      return `${system.authorizeUrl}?${query}`;
    },
    exchange: (api, { code, redirectUri, client }) =>
      ask(api, client, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
  };

  return { consent, renew, ask };
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A sign-in that can't be renewed. */
export function refusedGrant({ status, body }: AtsReply): Refusal | null {
  const error = z.object({ error: z.string() }).safeParse(body).data?.error;
  return status >= 400 && status < 500 && error === 'invalid_grant' ? { kind: 'key' } : null;
}
