import { URI } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import { newMail } from '../../testing/mails.ts';
import { startStaffApp } from '../../testing/staff.ts';
import { eventually, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD, signUpVerified, type VerifiedPerson } from '../../testing/verified-person.ts';
import { endImpersonation } from './impersonation-store.ts';
import { runResetSecondStep } from './reset-second-step.ts';

/* Two at the same moment. */

let app: TestApp;
let sam: VerifiedPerson;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
});
afterAll(() => app.stop());

const reason = 'Called back on the number of the contract';

it('a second step that is kept at the moment of its reset stays', async () => {
  const person = await signUpVerified(app, 'kept-in-time@example.com');
  const { otpauthUrl } = await person.call(routes.startAuthenticator, { body: { password: PASSWORD } });
  await person.call(routes.confirmAuthenticator, { body: { code: URI.parse(otpauthUrl).generate() } });
  const { accountId, userId } = person;
  await sam.call(routes.askSecondStepReset, { body: { accountId, userId, reason } });
  app.clock.advance(48 * 3600_000);

  const keeping = await app.deps.pool.connect();
  await keeping.query('begin');
  const { rows } = await keeping.query<{ id: string }>(
    'delete from second_step_resets where account_id = $1 and user_id = $2 returning id',
    [accountId, userId],
  );
  const resetting = runResetSecondStep(app.deps, { accountId, userId, id: rows[0]?.id ?? '' });
  await eventually(async () => {
    const waiting = await app.deps.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(waiting.rowCount).toBe(1);
  });
  await keeping.query('commit');
  keeping.release();
  await resetting;
  app.clock.reset();
  expect(
    await app.anonymous.call(routes.login, { body: { email: person.email, password: PASSWORD } }),
  ).toMatchObject({ mfaNeeded: true });
});

it('an impersonation is ended by the person who began it, and not by a colleague on the staff', async () => {
  const person = await signUpVerified(app, 'looked-at@example.com');
  await newMail(app, person.email, 0);
  const { accountId, userId } = person;
  const { id, id_token } = await sam.call(routes.startImpersonation, { body: { accountId, userId, reason } });
  const colleague = { accountId: sam.accountId, userId: app.deps.newId() };
  const endedBy = (staff: { accountId: string; userId: string }) =>
    inTransaction(app.deps.db, (tx) => endImpersonation(tx, staff, { id, at: app.deps.clock() }));
  expect(await endedBy(colleague)).toBe(false);
  expect((await app.client(id_token).ask(routes.getUser)).status).toBe(200);
  expect(await endedBy(sam)).toBe(true);
  expect((await app.client(id_token).ask(routes.getUser)).status).toBe(401);
});
