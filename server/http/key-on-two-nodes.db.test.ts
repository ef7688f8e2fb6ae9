import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { giveKey } from '../testing/api-keys.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { makeTestKey } from '../testing/sandboxes.ts';
import { type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';

/* What one node changes, another knows by the next call: keys are read with every one. Nothing waits for a signal. */

let database: TestDatabase;
let here: TestApp;
let there: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  const shared = { url: database.url, drop: async () => {} };
  here = await startTestApp({ database: shared });
  there = await startTestApp({ database: shared });
});
afterAll(async () => {
  await there.stop();
  await here.stop();
  await database.drop();
});

const endings: [
  string,
  (ana: Recruiter, of: { keyId: string; userId: string }) => Promise<unknown>,
  string,
][] = [
  [
    'is removed',
    (ana, { userId }) => ana.call(routes.removeSeatFromTeamMember, { body: { userId } }),
    '401 key_invalid',
  ],
  [
    'becomes a member',
    (ana, { userId }) => ana.call(routes.changeUserType, { body: { userId, userType: 'member' } }),
    '403 forbidden',
  ],
  [
    'loses the key',
    (ana, { keyId }) => ana.call(routes.deleteApiKey, { params: { id: keyId } }),
    '401 key_invalid',
  ],
];

it.each(
  (['live', 'test'] as const).flatMap((mode) =>
    endings.map(([what, end, then]) => ({ mode, what, end, then })),
  ),
)(
  'the first call on any node is refused, once the owner of a $mode key $what',
  async ({ mode, end, then }) => {
    const ana = await here.signUp();
    const cem = await here.addColleague(ana, 'admin');
    const { id, secret } =
      mode === 'live' ? await giveKey(here, cem, { scopes: ['numbers:read'] }) : await makeTestKey(here, cem);
    const calls = [here, there].map((node) => () => node.client(secret).ask(routes.getSeats));
    for (const call of calls) expect((await call()).status).toBe(200);
    await end(ana, { keyId: id, userId: cem.userId });
    const refused = await Promise.all(calls.map((call) => call()));
    expect(refused.map(({ status, body }) => `${status} ${(body as { code?: string }).code}`)).toEqual([
      then,
      then,
    ]);
  },
);
