import { z } from 'zod';
import type { FakeClock } from '../../ats/fakes/fake-ats.ts';
import {
  type FakeAtsRequest,
  FakeRefusal,
  type FakeRoute,
  fakeRoute,
} from '../../ats/fakes/fake-ats-server.ts';
import { FAKE_CLIENT } from '../../ats/fakes/fake-oauth.ts';
import type { CalendarTokens } from '../port.ts';
import type { FakeConsents } from './fake-calendar.ts';

export { FAKE_CLIENT } from '../../ats/fakes/fake-oauth.ts';

const LIFE_SECONDS = 3599;
const client = { client_id: z.string(), client_secret: z.string() };
const TokenRequest = z.discriminatedUnion('grant_type', [
  z.strictObject({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    redirect_uri: z.string(),
    ...client,
  }),
  z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string(), ...client }),
]);

/** A sign-in server: codes are good once and for the address they were sent to, access tokens for an hour. */
export class FakeConsentServer implements FakeConsents {
  readonly #clock: FakeClock;
  readonly #all: string[];
  readonly #rotates: boolean;
  readonly #codes = new Map<string, { redirectUri: string; scopes: string[] }>();
  readonly #refreshTokens = new Map<string, string[]>();
  readonly #accessTokens = new Map<string, { endsAt: number; scopes: string[] }>();
  #made = 0;
  #renewals = 0;

  constructor(clock: FakeClock, options: { scopes: string[]; rotates: boolean }) {
    this.#clock = clock;
    this.#all = options.scopes;
    this.#rotates = options.rotates;
  }

  grant = (redirectUri: string, scopes = this.#all): string => {
    const code = this.#next('code');
    this.#codes.set(code, { redirectUri, scopes });
    return code;
  };

  expireTokens = (): void => this.#accessTokens.clear();

  limitTo = (scopes: string[]): void => {
    for (const token of this.#accessTokens.values()) token.scopes = scopes;
  };

  renewals = (): number => this.#renewals;

  revoke = (): void => {
    this.#accessTokens.clear();
    this.#refreshTokens.clear();
  };

  tokens(): CalendarTokens {
    const { access_token, refresh_token = null } = this.#give(this.#all, true);
    const expiresAt = new Date(this.#clock.now().getTime() + LIFE_SECONDS * 1000);
    return { accessToken: access_token, refreshToken: refresh_token, expiresAt };
  }

  /** Null: it isn't signed in. */
  scopesOf({ headers }: FakeAtsRequest): string[] | null {
    const token = this.#accessTokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
    return token !== undefined && token.endsAt > this.#clock.now().getTime() ? token.scopes : null;
  }

  tokenRoute(path: string): FakeRoute {
    return fakeRoute({
      method: 'POST',
      path,
      kind: 'signIn',
      body: TokenRequest,
      handle: ({ body }) => {
        if (body.client_id !== FAKE_CLIENT.id || body.client_secret !== FAKE_CLIENT.secret)
          throw refusal(401, 'invalid_client');
        if (body.grant_type === 'authorization_code') {
          const code = this.#codes.get(body.code);
          if (code?.redirectUri !== body.redirect_uri || !this.#codes.delete(body.code))
            throw refusal(400, 'invalid_grant');
          return { status: 200, body: this.#give(code.scopes, true) };
        }
        const scopes = this.#refreshTokens.get(body.refresh_token);
        if (scopes === undefined) throw refusal(400, 'invalid_grant');
        if (this.#rotates) this.#refreshTokens.delete(body.refresh_token);
        this.#renewals += 1;
        return { status: 200, body: this.#give(scopes, this.#rotates) };
      },
    });
  }

  #next(kind: string): string {
    this.#made += 1;
    return `${kind}-secret-${this.#made}`;
  }

  #give(scopes: string[], withRefreshToken: boolean) {
    const accessToken = this.#next('access');
    this.#accessTokens.set(accessToken, {
      endsAt: this.#clock.now().getTime() + LIFE_SECONDS * 1000,
      scopes,
    });
    const refreshToken = this.#next('refresh');
    if (withRefreshToken) this.#refreshTokens.set(refreshToken, scopes);
    return {
      access_token: accessToken,
      ...(withRefreshToken && { refresh_token: refreshToken }),
      expires_in: LIFE_SECONDS,
      scope: scopes.join(' '),
      token_type: 'Bearer',
    };
  }
}

const refusal = (status: number, error: string) => new FakeRefusal({ status, body: { error } });
