import * as routes from '../../contract/routes.ts';
import { Scope } from '../../contract/scopes.ts';
import type { Recruiter, TestApp } from './test-app.ts';

/** A test key of an admin, made as they would, and where it calls. */
export async function makeTestKey(
  app: TestApp,
  owner: Recruiter,
  { scopes = Scope.options }: { scopes?: readonly Scope[] } = {},
) {
  const { id, secret } = await owner.call(routes.createApiKey, {
    body: { name: 'Trial', scopes: [...scopes], mode: 'test' },
  });
  const client = app.client(secret);
  const user = await client.call(routes.getUser, {});
  let texts = 0;
  return {
    id,
    secret,
    ...client,
    accountId: user.accountId,
    userId: user.id,
    seatId: user.seat?.id ?? '',
    number: user.seat?.twilioNumber ?? '',
    text: (to: string, body = 'Are you free at 3?') => {
      texts += 1;
      const headers = { 'idempotency-key': `text-${id}-${texts}` };
      return client.call(routes.sendMessage, { body: { to, body }, headers });
    },
  };
}

export type TestKey = Awaited<ReturnType<typeof makeTestKey>>;
