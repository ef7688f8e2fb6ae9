import { BullhornBody, BullhornQuery, BullhornReply } from './bullhorn-schema.ts';
import { checkedReply } from './checked-reply.ts';
import type { FakeClock } from './fake-ats.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import { bullhornSays } from './fake-bullhorn-state.ts';

export const BULLHORN_KEY = {
  clientId: 'bullhorn-client',
  clientSecret: 'bullhorn-client-secret',
  username: 'acme.api',
  password: 'bullhorn-password',
};
export const BULLHORN_CLIENT = { id: 'our-client', secret: 'our-client-secret' };

const AUTH = 'https://auth-east.bullhornstaffing.com/oauth';
const REST = 'https://rest-east.bullhornstaffing.com/rest-services';
const LIFE_SECONDS = 600;

const CLIENTS = new Map([
  [BULLHORN_KEY.clientId, BULLHORN_KEY.clientSecret],
  [BULLHORN_CLIENT.id, BULLHORN_CLIENT.secret],
]);

/** Codes, refresh tokens and access tokens are good once, sessions for ten minutes. */
export class BullhornSignIn {
  readonly clock: FakeClock;
  /** The next answers of POST lead to another data center. */
  redirects = 0;
  /** The next sessions can't be opened. */
  loginsDown = 0;
  #once = new Set<string>();
  #sessions = new Map<string, Date>();
  #made = 0;

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  issue(kind: 'code' | 'access' | 'refresh'): string {
    this.#made += 1;
    const token = `${kind}-${this.#made}`;
    this.#once.add(token);
    return token;
  }

  /** False: it was used, or never issued. */
  use = (token: string): boolean => this.#once.delete(token);

  openSession(): string {
    this.#made += 1;
    const token = `session-${this.#made}`;
    this.#sessions.set(token, new Date(this.clock.now().getTime() + LIFE_SECONDS * 1000));
    return token;
  }

  isOpen(token: string): boolean {
    const end = this.#sessions.get(token);
    return end !== undefined && end > this.clock.now();
  }

  expire = (): void => this.#sessions.clear();
}

export function bullhornSignInRoutes(signIn: BullhornSignIn): FakeRoute[] {
  const sentOn = (path: string) => {
    if (signIn.redirects === 0) return;
    signIn.redirects -= 1;
    const location = `https://auth-west.bullhornstaffing.com${path}`;
    throw new FakeRefusal({ status: 307, headers: { location } });
  };

  return [
    fakeRoute({
      method: 'GET',
      path: '/rest-services/loginInfo',
      kind: 'signIn',
      query: BullhornQuery.loginInfo,
      handle: () => checkedReply(BullhornReply.loginInfo, { oauthUrl: AUTH, restUrl: `${REST}/` }),
    }),
    fakeRoute({
      method: 'POST',
      path: '/oauth/authorize',
      kind: 'signIn',
      body: BullhornBody.authorize,
      handle: ({ body, request }) => {
        sentOn(request.path);
        if (!CLIENTS.has(body.client_id))
          return {
            status: 400,
            headers: { 'content-type': 'text/html;charset=utf-8' },
            body: '<html><body><h1>Invalid Client Id</h1></body></html>',
          };
        const isGood = body.username === BULLHORN_KEY.username && body.password === BULLHORN_KEY.password;
        // The page to sign in, once more.
        if (!isGood)
          return {
            status: 200,
            headers: { 'content-type': 'text/html;charset=utf-8' },
            body: '<html><form><input name="username"><input type="password" name="password"></form></html>',
          };
        const location = `https://partner.example/?code=${signIn.issue('code')}&client_id=${body.client_id}`;
        return { status: 302, headers: { location } };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/oauth/token',
      kind: 'signIn',
      body: BullhornBody.token,
      handle: ({ body, request }) => {
        sentOn(request.path);
        if (CLIENTS.get(body.client_id) !== body.client_secret)
          return { status: 400, body: { error: 'invalid_client', error_description: 'Invalid client' } };
        const grant = body.grant_type === 'refresh_token' ? body.refresh_token : body.code;
        if (!signIn.use(grant))
          return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid grant' } };
        return checkedReply(BullhornReply.tokens, {
          access_token: signIn.issue('access'),
          token_type: 'Bearer' as const,
          expires_in: LIFE_SECONDS,
          refresh_token: signIn.issue('refresh'),
        });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/rest-services/login',
      kind: 'signIn',
      query: BullhornQuery.login,
      handle: ({ query }) => {
        if (!signIn.use(query.access_token)) return bullhornSays.keyRefused();
        if (signIn.loginsDown > 0) {
          signIn.loginsDown -= 1;
          return { status: 500, body: { errorMessage: 'Internal error' } };
        }
        return checkedReply(BullhornReply.session, {
          BhRestToken: signIn.openSession(),
          restUrl: `${REST}/e999/`,
        });
      },
    }),
  ];
}
