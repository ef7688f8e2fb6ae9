import { z } from 'zod';
import type { AtsAnswer, AtsApi, AtsRequest } from '../api.ts';
import { AtsUnavailable, KeyRefused, RefusedByAts } from '../failures.ts';
import type { AtsAccess, AtsTokens, OauthConsent } from '../port.ts';

/*
 * Two sign-ins, one after the other: OAuth at the data center of the user, whose access token opens a session of the REST API. The
 * session is what is asked with; it dies within minutes.
 */

const LOGIN_INFO = 'https://rest.bullhornstaffing.com/rest-services/loginInfo';
/** Where those begin who have no user name yet. Redirects lead to the right data center. */
const FIRST: DataCenter = {
  oauthUrl: 'https://auth.bullhornstaffing.com/oauth',
  restUrl: 'https://rest.bullhornstaffing.com/rest-services',
};
const MOST_REDIRECTS = 3;
export const WRONG_CLIENT = 'Check the client ID and the client secret: Bullhorn knows no such client.';

interface DataCenter {
  oauthUrl: string;
  restUrl: string;
}

const LoginInfo = z.object({ oauthUrl: z.url(), restUrl: z.url() });
const OauthTokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().nullish(),
});
const Session = z.object({ BhRestToken: z.string().min(1), restUrl: z.url() });

export async function newTokens(api: AtsApi, access: AtsAccess): Promise<AtsTokens> {
  if (access.connectedBy === 'oauth') return await refresh(api, access);
  const { clientId = '', clientSecret = '', username = '', password = '' } = access.credentials;
  const query = { username };
  const request = { method: 'GET', url: LOGIN_INFO, query, unsigned: true } as const;
  const { body: center } = await api.read('find the data center', request, LoginInfo);
  const code = await signIn(api, center, {
    client_id: clientId,
    response_type: 'code',
    action: 'Login',
    username,
    password,
  });
  const client = { id: clientId, secret: clientSecret };
  return await openSession(api, center, client, { grant_type: 'authorization_code', code });
}

/** As a person does on the page, whose form is sent by POST. Those whose password is wrong see the page again. */
async function signIn(api: AtsApi, center: DataCenter, form: Record<string, string>): Promise<string> {
  const request = { method: 'POST', form, unsigned: true, answeredByRedirect: true } as const;
  const { headers } = await redirected(`${trim(center.oauthUrl)}/authorize`, (url) =>
    api.write('sign in', { ...request, url }, z.unknown()),
  ).catch((error: unknown) => {
    // A wrong password shows the form again; anything else that is refused here is about the client.
    if (error instanceof RefusedByAts) throw new KeyRefused('sign in: refused', WRONG_CLIENT);
    throw error;
  });
  const location = headers.get('location') ?? '';
  const code = URL.parse(location, FIRST.oauthUrl)?.searchParams.get('code');
  if (code == null) throw new KeyRefused('sign in: refused');
  return code;
}

export const oauth: OauthConsent = {
  authorizeUrl: ({ clientId, redirectUri, state }) => {
    const url = new URL(`${FIRST.oauthUrl}/authorize`);
    url.search = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
    }).toString();
    return url.href;
  },
  exchange: (api, { code, redirectUri, client }) =>
    openSession(api, FIRST, client, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
};

async function refresh(api: AtsApi, { client, tokens }: AtsAccess): Promise<AtsTokens> {
  const token = tokens?.refreshToken ?? null;
  if (client === null || token === null) throw new KeyRefused('refresh: there is no consent');
  const center = {
    oauthUrl: tokens?.extra.oauthUrl ?? FIRST.oauthUrl,
    restUrl: tokens?.extra.loginUrl ?? FIRST.restUrl,
  };
  return await openSession(api, center, client, { grant_type: 'refresh_token', refresh_token: token });
}

/**
 * A refresh token is good once. So when it was taken and no session can be opened, the new one is answered nevertheless: with
 * tokens that are over, whose renewal opens the session later.
 */
async function openSession(
  api: AtsApi,
  center: DataCenter,
  client: { id: string; secret: string },
  grant: Record<string, string>,
): Promise<AtsTokens> {
  const form = { ...grant, client_id: client.id, client_secret: client.secret };
  const request = { method: 'POST', form, unsigned: true, answeredByRedirect: true } as const;
  const { url, body } = await redirected(`${trim(center.oauthUrl)}/token`, (address) =>
    api.write('get tokens', { ...request, url: address }, z.unknown()),
  );
  const parsed = OauthTokens.safeParse(body);
  if (!parsed.success) throw new AtsUnavailable('get tokens: unexpected reply');
  const granted = parsed.data;
  const kept = {
    refreshToken: granted.refresh_token ?? null,
    extra: { oauthUrl: url.replace(/\/token$/, ''), loginUrl: trim(center.restUrl) },
  };
  try {
    const query = { version: '*', access_token: granted.access_token };
    const login = { method: 'GET', url: `${trim(center.restUrl)}/login`, query, unsigned: true } as const;
    const { body: session } = await api.read('open a session', login, Session);
    return {
      ...kept,
      accessToken: session.BhRestToken,
      expiresAt: new Date(api.now().getTime() + granted.expires_in * 1000),
      extra: { ...kept.extra, restUrl: trim(session.restUrl) },
    };
  } catch (error) {
    if (kept.refreshToken === null || grant.grant_type !== 'refresh_token') throw error;
    return { ...kept, accessToken: '', expiresAt: api.now() };
  }
}

/** Of a POST too: users of another data center are sent on to it with 307. */
async function redirected(
  first: string,
  ask: (url: string) => Promise<AtsAnswer<unknown>>,
): Promise<AtsAnswer<unknown> & { url: string }> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(url);
    const location = answer.headers.get('location');
    if (answer.status !== 307 || location === null || redirects === MOST_REDIRECTS) return { ...answer, url };
    url = new URL(location, url).href;
  }
}

const trim = (url: string) => url.replace(/(?<!\/)\/+$/, '');

/** `path`: within the company. */
export function within(path: string): Exclude<AtsRequest['url'], string> {
  return ({ tokens }) => {
    const restUrl = tokens?.extra.restUrl;
    if (restUrl === undefined) throw new AtsUnavailable('no session could be opened');
    return `${restUrl}/${path}`;
  };
}

/** The company, as addresses name it. */
export function companyOf({ access }: AtsApi): string {
  return access.tokens?.extra.restUrl?.split('/').at(-1) ?? '';
}
