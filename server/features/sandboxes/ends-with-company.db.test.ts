import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { makeTestKey } from '../../testing/sandboxes.ts';
import { startStaffApp } from '../../testing/staff.ts';
import { candidatePhone, type Recruiter, type TestApp } from '../../testing/test-app.ts';
import type { VerifiedPerson } from '../../testing/verified-person.ts';
import { runErase } from '../deletions/erase.ts';

/* A sandbox has no life without its company: rights, names and ends are the company's. */

let app: TestApp;
let sam: VerifiedPerson;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
});
afterAll(() => app.stop());
afterEach(() => app.clock.reset());

const DAY_MS = 24 * 3600_000;
const password = 'correct horse battery';
const query = async (sql: string, values: unknown[] = []) => (await app.deps.pool.query(sql, values)).rows;
const leave = (person: Recruiter) => person.call(routes.deleteUser, { body: { password } });

it('a test key has the rights of its owner as they are now', async () => {
  const ana = await app.signUp();
  const cem = await app.addColleague(ana, 'admin');
  const key = await makeTestKey(app, cem);
  await key.call(routes.getSeats, {});
  await key.call(routes.createTemplate, { body: { name: 'Hello', body: 'Hi' } as never });
  await ana.call(routes.changeUserType, { body: { userId: cem.userId, userType: 'member' } });
  expect(await key.refusal(routes.getSeats, {})).toBe('403 forbidden');
  expect(await query('select user_type from users where id = $1', [key.userId])).toEqual([
    { user_type: 'member' },
  ]);
  // The role of their seat at the company, not of the one in the sandbox.
  await query(`update seats set seat_role = 'hiringManager' where account_id = $1 and user_id = $2`, [
    cem.accountId,
    cem.userId,
  ]);
  const body = { name: 'Bye', body: 'Bye' } as never;
  expect(await key.refusal(routes.createTemplate, { body })).toBe('403 forbidden');
});

it('a test key is dead with its row, its owner’s seat, and their wish to be deleted', async () => {
  const ana = await app.signUp();
  const cem = await app.addColleague(ana, 'admin');
  const eva = await app.addColleague(ana, 'admin');
  const [deleted, ofCem, ofEva] = [
    await makeTestKey(app, ana),
    await makeTestKey(app, cem),
    await makeTestKey(app, eva),
  ];
  await ana.call(routes.deleteApiKey, { params: { id: deleted.id } });
  await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
  await query(`update users set deletes_at = now() + interval '1 day' where id = $1`, [eva.userId]);
  for (const key of [deleted, ofCem, ofEva])
    expect(await key.refusal(routes.getUser, {})).toBe('401 key_invalid');
  await query('update users set deletes_at = null where id = $1', [eva.userId]);
  await ofEva.call(routes.getUser, {});
  await query(`update users set deactivated_at = now() where id = $1`, [eva.userId]);
  expect(await ofEva.refusal(routes.getUser, {})).toBe('401 key_invalid');
});

it('a test key is asked for a second step where its owner is', async () => {
  const ana = await app.signUp();
  const key = await makeTestKey(app, ana);
  await query('update accounts set mfa_required = true where id = $1', [ana.accountId]);
  expect(await key.refusal(routes.listCandidates, {})).toBe('403 mfa_required');
});

it('the person in the sandbox is erased with the person, and their number stays with the seat', async () => {
  const ana = await app.signUp();
  const cem = await app.addColleague(ana, 'admin');
  const key = await makeTestKey(app, cem);
  await key.text(candidatePhone());
  await query(`update users set deletes_at = now() + interval '30 days' where id = $1`, [cem.userId]);
  app.clock.advance(30 * DAY_MS + 1000);
  await runErase(app.deps, cem);
  expect(await query('select 1 from users where id = any($1)', [[cem.userId, key.userId]])).toEqual([]);
  expect(await query('select status from seats where id = $1', [key.seatId])).toEqual([
    { status: 'available' },
  ]);
});

it('a sandbox closes and is erased with its company, and is kept with it', async () => {
  const [ana, ben] = [await app.signUp(), await app.signUp()];
  const [key, other] = [await makeTestKey(app, ana), await makeTestKey(app, ben)];
  for (const each of [key, other]) await each.text('+12125550131');
  await leave(ana);
  expect(await key.refusal(routes.getUser, {})).toBe('401 key_invalid');
  expect(
    await query('select deletes_at is not null as closes from accounts where id = $1', [key.accountId]),
  ).toEqual([{ closes: true }]);
  app.clock.advance(30 * DAY_MS + 1000);
  await runErase(app.deps, ana);
  app.clock.reset();
  const tables = await query(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  for (const { name } of tables)
    expect(
      await query(`select * from ${name} where account_id = any($1)`, [[ana.accountId, key.accountId]]),
      name,
    ).toEqual([]);
  expect(await query('select 1 from accounts where id = any($1)', [[ana.accountId, key.accountId]])).toEqual(
    [],
  );
  expect(await query('select 1 from number_directory where phone_number = $1', [key.number])).toEqual([]);
  // Nothing has to be done at a carrier, and no opt-out of a test comes back to anyone.
  expect(app.logged.filter((line) => line.includes('released there by hand'))).toEqual([]);
  expect(await query('select 1 from kept_opt_outs')).toEqual([]);
  await other.call(routes.getUser, {});
});

it('staff see companies, and no sandbox', async () => {
  const ana = await app.signUp();
  const key = await makeTestKey(app, ana);
  const found = async (search: string) =>
    (await sam.call(routes.listStaffAccounts, { query: { search } })).items.map(({ id }) => id);
  const { name } = await ana.call(routes.getAccount, {});
  expect(await found(name)).toEqual([ana.accountId]);
  expect(await found(key.number)).toEqual([]);
  expect(await found(ana.number)).toEqual([ana.accountId]);
  const params = { id: key.accountId };
  expect(await sam.refusal(routes.getStaffAccount, { params })).toBe('404 not_found');
});
