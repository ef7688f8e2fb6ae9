import * as oauth from 'openid-client';
import * as routes from '../../contract/routes.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Recruiter, TestApp } from './test-app.ts';
import { pathOf } from './test-client.ts';

export const REDIRECT = 'https://partner.example/callback';

/** As much of a browser as the flow needs: cookies with their paths, and no redirect that isn't followed on purpose. */
export function openBrowser({ url }: Pick<TestApp, 'url'>) {
  const jar = new Map<string, { path: string; value: string }>();
  const cookiesFor = (path: string) =>
    [...jar]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');

  async function go(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const target = new URL(address, url);
    const answer = await fetch(target, {
      redirect: 'manual',
      ...init,
      headers: { cookie: cookiesFor(target.pathname), ...(init.headers as Record<string, string>) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/';
      jar.set(name, { path, value });
    }
    return answer;
  }

  /** A call of our page. */
  async function call(
    person: Pick<Recruiter, 'token'>,
    route: typeof routes.getAppRequest | typeof routes.allowAppRequest | typeof routes.refuseAppRequest,
    id: string,
  ) {
    const answer = await go(pathOf(route, { params: { id } }), {
      method: route.method,
      headers: { authorization: `Bearer ${person.token}` },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  }
  return { go, call, cookiesFor };
}
export type Browser = ReturnType<typeof openBrowser>;

/** What an app does, by a library: finds our addresses, and sends people here with PKCE. */
export async function appOf({ url }: Pick<TestApp, 'url'>, clientId: string) {
  const config = await oauth.discovery(new URL(url), clientId, undefined, oauth.None(), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  return {
    config,
    state,
    verifier,
    address: (asked: Record<string, string> = {}) =>
      oauth.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT,
        scope: 'candidates:read conversations:read',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state,
        resource: `${url}/v1`,
        ...asked,
      }),
    exchange: (back: URL) =>
      oauth.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state }),
    refresh: (token: string, asked: Record<string, string> = {}) =>
      oauth.refreshTokenGrant(config, token, asked),
    revoke: (token: string) => oauth.tokenRevocation(config, token),
  };
}
export type AppOfOthers = Awaited<ReturnType<typeof appOf>>;

/** The ID in the address of the screen that asks. */
export async function askFor(browser: Browser, address: URL): Promise<string> {
  const answer = await browser.go(address);
  const [, id = ''] = /^\/dashboard\/connect-app\/([\w-]+)$/.exec(answer.headers.get('location') ?? '') ?? [];
  if (id === '') throw new Error(`No one is asked: ${answer.status} ${await answer.text()}`);
  return id;
}

/** Where the app gets its answer. */
export async function comeBack(browser: Browser, continueTo: string): Promise<URL> {
  const answer = await browser.go(continueTo);
  return new URL(answer.headers.get('location') ?? 'about:blank');
}

/** An app that a person has connected, from the beginning to its tokens. */
export async function connectApp(
  app: TestApp,
  person: Recruiter,
  given: { scopes?: readonly Scope[]; resource?: string; clientId?: string } = {},
) {
  const clientId =
    given.clientId ??
    (await person.call(routes.createApp, { body: { name: 'Partner', redirectUris: [REDIRECT] } })).id;
  const browser = openBrowser(app);
  const software = await appOf(app, clientId);
  const asked = {
    ...(given.scopes && { scope: given.scopes.join(' ') }),
    ...(given.resource && { resource: given.resource }),
  };
  const id = await askFor(browser, software.address(asked));
  const { body } = await browser.call(person, routes.allowAppRequest, id);
  const back = await comeBack(browser, body.continueTo ?? '');
  const tokens = await software.exchange(back);
  return { clientId, browser, software, back, tokens, ...app.client(tokens.access_token) };
}
