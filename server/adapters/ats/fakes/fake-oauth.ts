import { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import type { FakeClock } from './fake-ats.ts';
import { FakeRefusal } from './fake-ats-server.ts';

export const FAKE_CLIENT = { id: 'hiretext-client', secret: 'hiretext-client-secret' };

const client = { client_id: z.string(), client_secret: z.string() };

export const TokenRequest = z.discriminatedUnion('grant_type', [
  z.strictObject({
    grant_type: z.literal('authorization_code'),
    ...client,
    code: z.string(),
    redirect_uri: z.string(),
  }),
  z.strictObject({ grant_type: z.literal('refresh_token'), ...client, refresh_token: z.string() }),
]);

/** A sign-in server whose refresh tokens are good once, and whose codes are good for the address they were sent to. */
export class FakeOauth {
  readonly #clock: FakeClock;
  readonly #lifeSeconds: number;
  readonly #codes = new Map<string, string>();
  readonly #refreshTokens = new Set<string>();
  #accessTokens = new Map<string, number>();
  #made = 0;

  constructor(clock: FakeClock, lifeSeconds: number) {
    this.#clock = clock;
    this.#lifeSeconds = lifeSeconds;
  }

  /** Someone consents. */
  consent(redirectUri: string): string {
    this.#made += 1;
    const code = `code-${this.#made}`;
    this.#codes.set(code, redirectUri);
    return code;
  }

  isGood(accessToken: string): boolean {
    return (this.#accessTokens.get(accessToken) ?? 0) > this.#clock.now().getTime();
  }

  expire = (): void => {
    this.#accessTokens = new Map();
  };

  grant(request: z.infer<typeof TokenRequest>) {
    if (request.client_id !== FAKE_CLIENT.id || request.client_secret !== FAKE_CLIENT.secret) {
      throw new FakeRefusal(refusal(401, 'invalid_client'));
    }
    const isGranted =
      request.grant_type === 'refresh_token'
        ? this.#refreshTokens.delete(request.refresh_token)
        : this.#codes.get(request.code) === request.redirect_uri && this.#codes.delete(request.code);
    if (!isGranted) throw new FakeRefusal(refusal(400, 'invalid_grant'));
    this.#made += 1;
    const tokens = { access_token: `access-${this.#made}`, refresh_token: `refresh-${this.#made}` };
    this.#accessTokens.set(tokens.access_token, this.#clock.now().getTime() + this.#lifeSeconds * 1000);
    this.#refreshTokens.add(tokens.refresh_token);
    return { ...tokens, token_type: 'Bearer', expires_in: this.#lifeSeconds };
  }
}

const refusal = (status: number, error: string): FakeReply => ({ status, body: { error } });
