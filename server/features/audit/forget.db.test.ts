import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ERASED_PERSON } from '../../../contract/audit.ts';
import * as routes from '../../../contract/routes.ts';
import { startStaffApp } from '../../testing/staff.ts';
import type { Recruiter, TestApp } from '../../testing/test-app.ts';
import { PASSWORD, type VerifiedPerson } from '../../testing/verified-person.ts';
import { hashPassword } from '../auth/passwords.ts';
import { runErase } from '../deletions/erase.ts';
import { setPasswordHash } from '../users/store.ts';

/* What the log keeps of erased people and accounts. */

let app: TestApp;
let sam: VerifiedPerson;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
});
afterEach(() => app.clock.reset());
afterAll(() => app.stop());

const reason = 'Ticket 4711';
const MONTH_MS = 31 * 24 * 3600_000;

async function erased(person: Recruiter): Promise<void> {
  await setPasswordHash(app.deps.db, person.accountId, person.userId, await hashPassword(PASSWORD));
  await person.call(routes.deleteUser, { body: { password: PASSWORD } });
  app.clock.advance(MONTH_MS);
  await runErase(app.deps, { accountId: person.accountId, userId: person.userId });
  app.clock.reset();
}

/** Every entry, as it is in the table. */
async function entries(accountId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await app.deps.pool.query(
    'select * from audit_events where account_id = $1 order by created_at desc, id desc',
    [accountId],
  );
  return rows;
}

it('keeps what an erased person did and what was done to them, but not who they were', async () => {
  const ana = await app.signUp();
  const [cem, dee] = [await app.addColleague(ana, 'admin'), await app.addColleague(ana)];
  await ana.call(routes.purchaseSeats, { body: { quantity: 1 } });
  const { email, firstName, lastName } = await cem.call(routes.getUser, {});
  const name = `${firstName} ${lastName}`;
  await cem.call(routes.updateTags, { params: { id: cem.seatId }, body: { tags: ['West'] } });
  await ana.call(routes.changeUserType, { body: { userId: cem.userId, userType: 'member' } });
  await ana.call(routes.removeSeatFromTeamMember, { body: { userId: dee.userId, threadsTo: cem.userId } });
  await sam.call(routes.startImpersonation, {
    body: { accountId: ana.accountId, userId: cem.userId, reason },
  });
  await app.deps.pool.query(
    `update audit_events set subject = upper($2)
      where account_id = $1 and id = (select id from audit_events where account_id = $1 and action = 'plan.changed')`,
    [ana.accountId, email],
  );
  await app.deps.pool.query(
    `insert into audit_events (account_id, id, actor_id, actor_name, action, subject, details, created_at)
     values ($1, gen_random_uuid(), $2, 'Ana Lopez', 'seat.transferred', 'eve@example.com', $3, now())`,
    [ana.accountId, ana.userId, { before: name, canceledTexts: 2 }],
  );
  const before = await entries(ana.accountId);
  expect(JSON.stringify([before, await entries(sam.accountId)])).toContain(name);

  await erased(cem);
  const after = await entries(ana.accountId);
  // And that he asked to be deleted.
  expect(after).toHaveLength(before.length + 1);
  const text = JSON.stringify([after, await entries(sam.accountId)]);
  expect(text).not.toContain(name);
  expect(text.toLowerCase()).not.toContain(email.toLowerCase());
  const { items } = await ana.call(routes.listAuditEvents, { query: { limit: 100 } });
  const of = (action: string) => items.find((item) => item.action === action);
  expect(of('seat.tagged')).toMatchObject({
    actor: { id: cem.userId, name: ERASED_PERSON },
    ip: null,
    userAgent: null,
  });
  expect(of('person.userTypeChanged')).toMatchObject({
    actor: { id: ana.userId },
    subject: ERASED_PERSON,
    ip: expect.any(String),
  });
  expect(of('person.removed')).toMatchObject({
    subject: expect.stringContaining('Okafor'),
    details: { threadsTo: ERASED_PERSON },
  });
  expect(of('seat.transferred')).toMatchObject({
    subject: 'eve@example.com',
    details: { before: ERASED_PERSON, canceledTexts: 2 },
  });
  expect(of('staff.impersonated')).toMatchObject({ actor: { name: 'Sam Lee' }, subject: ERASED_PERSON });
});

it('of an erased account nothing is left but that staff did something for one', async () => {
  const ana = await app.signUp();
  const { firstName, lastName, email } = await ana.call(routes.getUser, {});
  await ana.call(routes.updateAccount, { body: { name: 'Erased Talent' } });
  await sam.call(routes.startImpersonation, {
    body: { accountId: ana.accountId, userId: ana.userId, reason: `Asked by ${email}` },
  });
  expect(JSON.stringify(await entries(sam.accountId))).toContain('Erased Talent');
  await erased(ana);
  expect(await entries(ana.accountId)).toEqual([]);
  const own = await entries(sam.accountId);
  expect(
    own.filter(({ details }) => (details as { accountId?: string }).accountId === ana.accountId),
  ).toMatchObject([{ action: 'staff.impersonated', subject: null }]);
  for (const word of ['Erased Talent', email, `${firstName} ${lastName}`])
    expect(JSON.stringify(own)).not.toContain(word);
});
