import { z } from 'zod';
import type { CalendarApi } from './api.ts';
import { CalendarRefused, CalendarUnavailable } from './failures.ts';
import type { CalendarTokens, OauthClient } from './port.ts';
import { readJson } from './read-reply.ts';

const Granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  /** Seconds. */
  expires_in: z.number().positive(),
  /** With spaces in between. */
  scope: z.string().nullish(),
});
const Refused = z.object({ error: z.string() });

/** What a person, or time, has ended. What else is refused is wrong with this server's client, and may come right. */
const ENDED = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];

interface Asked {
  url: string;
  client: OauthClient;
  form: Record<string, string>;
  /** Each has to be granted: people can leave some out. */
  scopes: readonly string[];
}

export function tokensForCode(
  api: CalendarApi,
  { code, redirectUri, ...asked }: Omit<Asked, 'form'> & { code: string; redirectUri: string },
): Promise<CalendarTokens> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  return askForTokens(api, { ...asked, form });
}

export function renewedTokens(
  api: CalendarApi,
  { refreshToken, ...asked }: Omit<Asked, 'form'> & { refreshToken: string },
): Promise<CalendarTokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return askForTokens(api, { ...asked, form });
}

async function askForTokens(api: CalendarApi, { url, client, form, scopes }: Asked): Promise<CalendarTokens> {
  const reply = await api.ask('sign in', {
    method: 'POST',
    url,
    form: { ...form, client_id: client.id, client_secret: client.secret },
    unsigned: true,
  });
  if (reply.status !== 200) {
    const { error } = readJson('sign in', reply, Refused);
    if (ENDED.includes(error)) throw new CalendarRefused('sign in: the consent has ended');
    throw new CalendarUnavailable(`sign in: HTTP ${reply.status}`);
  }
  const granted = readJson('sign in', reply, Granted);
  const has = granted.scope?.toLowerCase().split(' ');
  if (has && scopes.some((scope) => !has.includes(scope.toLowerCase())))
    throw new CalendarRefused('sign in: less was granted than we need');
  return {
    accessToken: granted.access_token,
    // Those that don't rotate come once only.
    refreshToken: granted.refresh_token ?? form.refresh_token ?? null,
    expiresAt: new Date(api.now().getTime() + granted.expires_in * 1000),
  };
}
