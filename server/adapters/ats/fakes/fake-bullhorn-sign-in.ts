import { BullhornBody, BullhornQuery } from './bullhorn-schema.ts';
import type { FakeClock } from './fake-ats.ts';
import { type FakeRoute, get, ok, post, refuse } from './fake-ats-server.ts';

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

const page = (status: number, text: string) => ({
  status,
  headers: { 'content-type': 'text/html;charset=utf-8' },
  body: `<html>${text}</html>`,
});

export function bullhornSignInRoutes(
  signIn: BullhornSignIn,
  keyRefused: () => ReturnType<typeof ok>,
): FakeRoute[] {
  const sentOn = (path: string) => {
    if (signIn.redirects === 0) return;
    signIn.redirects -= 1;
    const location = `https://auth-west.bullhornstaffing.com${path}`;
    refuse({ status: 307, headers: { location } });
  };
  const kind = 'signIn';
  return [
    get('/rest-services/loginInfo', { kind, query: BullhornQuery.loginInfo }, () =>
      ok({ oauthUrl: AUTH, restUrl: `${REST}/` }),
    ),
    post('/oauth/authorize', { kind, body: BullhornBody.authorize }, ({ body, request }) => {
      sentOn(request.path);
      if (!CLIENTS.has(body.client_id)) return page(400, '<body><h1>Invalid Client Id</h1></body>');
      const isGood = body.username === BULLHORN_KEY.username && body.password === BULLHORN_KEY.password;
      // The page to sign in, once more.
      if (!isGood)
        return page(200, '<form><input name="username"><input type="password" name="password"></form>');
      const location = `https://partner.example/?code=${signIn.issue('code')}&client_id=${body.client_id}`;
      return { status: 302, headers: { location } };
    }),
    post('/oauth/token', { kind, body: BullhornBody.token }, ({ body, request }) => {
      sentOn(request.path);
      if (CLIENTS.get(body.client_id) !== body.client_secret)
        return ok({ error: 'invalid_client', error_description: 'Invalid client' }, 400);
      const grant = body.grant_type === 'refresh_token' ? body.refresh_token : body.code;
      if (!signIn.use(grant)) return ok({ error: 'invalid_grant', error_description: 'Invalid grant' }, 400);
      return ok({
        access_token: signIn.issue('access'),
        token_type: 'Bearer',
        expires_in: LIFE_SECONDS,
        refresh_token: signIn.issue('refresh'),
      });
    }),
    get('/rest-services/login', { kind, query: BullhornQuery.login }, ({ query }) => {
      if (!signIn.use(query.access_token)) return keyRefused();
      if (signIn.loginsDown === 0) return ok({ BhRestToken: signIn.openSession(), restUrl: `${REST}/e999/` });
      signIn.loginsDown -= 1;
      return ok({ errorMessage: 'Internal error' }, 500);
    }),
  ];
}
