import { z } from 'zod';
import type { AtsApi } from './api.ts';
import { KeyRefused } from './failures.ts';
import type { AtsAccess, AtsTokens } from './port.ts';

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().nullish(),
  /** Seconds. */
  expires_in: z.number().nullish(),
});

type Client = { id: string; secret: string };

/** For the code that came back from consent. */
export function tokensForCode(
  api: AtsApi,
  url: string,
  { code, redirectUri, client }: { code: string; redirectUri: string; client: Client },
): Promise<AtsTokens> {
  return askForTokens(api, url, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
  });
}

export async function renewTokens(api: AtsApi, url: string, access: AtsAccess): Promise<AtsTokens> {
  const refreshToken = access.tokens?.refreshToken;
  if (!access.client || !refreshToken) throw new KeyRefused('renew the sign-in: there is nothing to renew');
  return askForTokens(api, url, access.client, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

async function askForTokens(
  api: AtsApi,
  url: string,
  client: Client,
  form: Record<string, string>,
): Promise<AtsTokens> {
  const { body } = await api.write(
    'sign in',
    {
      method: 'POST',
      url,
      form: { ...form, client_id: client.id, client_secret: client.secret },
      unsigned: true,
    },
    Tokens,
  );
  return {
    accessToken: body.access_token,
    // Those that don't rotate come once only.
    refreshToken: body.refresh_token ?? form.refresh_token ?? null,
    expiresAt: body.expires_in ? new Date(api.now().getTime() + body.expires_in * 1000) : null,
    extra: {},
  };
}
