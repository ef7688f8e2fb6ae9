import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { behindLock } from '../../testing/behind-lock.ts';
import { howMany } from '../../testing/how-long.ts';
import { newMail } from '../../testing/mails.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { hashPassword } from '../auth/passwords.ts';

/* Several admins at the same moment, over real connections. */

let app: TestApp;
let addresses = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const anAddress = () => {
  addresses += 1;
  return `both${addresses}@example.com`;
};
const invite = (by: Recruiter, email: string) => by.ask(routes.inviteUser, { body: { email } });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

async function tokenFor(email: string): Promise<string> {
  return /\?invite=(\S+)/.exec((await newMail(app, email, 0)).text)?.[1] ?? '';
}
const join = (email: string, inviteToken: string) =>
  app.anonymous.ask(routes.signup, {
    body: { firstName: 'Nia', lastName: 'Okoro', email, password: 'correct horse battery', inviteToken },
  });

interface Whole {
  bought: number;
  rows: number;
  taken: number;
  admins: number;
  usedWithoutPerson: number;
  pendingWithoutInvitation: number;
  strayInvitations: number;
  activeWithoutSeat: number;
}

/** What must be true of an account whatever was done to it. */
async function requireWhole(ana: Recruiter, bought: number): Promise<Whole> {
  const { rows } = await app.deps.pool.query<Whole>(
    `select count(*)::int as rows,
            count(*) filter (where status <> 'available')::int as taken,
            count(*) filter (where status = 'used' and u.id is null)::int as "usedWithoutPerson",
            count(*) filter (where status = 'pendingInvitation' and i.seat_id is null)::int as "pendingWithoutInvitation",
            count(*) filter (where status <> 'pendingInvitation' and i.seat_id is not null)::int as "strayInvitations",
            (select count(*)::int from users x where x.account_id = $1 and x.deactivated_at is null
               and not exists (select 1 from seats y where y.account_id = $1 and y.user_id = x.id)) as "activeWithoutSeat",
            (select count(*)::int from users x where x.account_id = $1 and x.user_type = 'admin' and x.deactivated_at is null) as admins
       from seats s
       left join users u on u.account_id = s.account_id and u.id = s.user_id and u.deactivated_at is null
       left join invitations i on i.account_id = s.account_id and i.seat_id = s.id
      where s.account_id = $1 and s.removed_at is null`,
    [ana.accountId],
  );
  const found = { ...(rows[0] as Whole), bought };
  expect(found).toMatchObject({
    rows: bought,
    usedWithoutPerson: 0,
    pendingWithoutInvitation: 0,
    strayInvitations: 0,
    activeWithoutSeat: 0,
  });
  expect(found.taken).toBeLessThanOrEqual(bought);
  expect(found.admins).toBeGreaterThanOrEqual(1);
  return found;
}

async function twoAdmins(): Promise<[Recruiter, Recruiter]> {
  const ana = await app.signUp();
  return [ana, await app.addColleague(ana, 'admin')];
}

it('two admins invite for the last seat: one does', async () => {
  const [ana, cem] = await twoAdmins();
  const answers = await Promise.all([invite(ana, anAddress()), invite(cem, anAddress())]);
  expect(statuses(answers)).toEqual([200, 409]);
  expect(answers.filter(({ status }) => status === 409).map(refusalOf)).toEqual(['409 no_free_seat']);
  expect((await requireWhole(ana, 3)).taken).toBe(3);
});

it('two admins invite the same person: one does', async () => {
  const [ana, cem] = await twoAdmins();
  await ana.call(routes.purchaseSeats, { body: { quantity: 3 } });
  const email = anAddress();
  const answers = await Promise.all([invite(ana, email), invite(cem, email.toUpperCase())]);
  expect(statuses(answers)).toEqual([200, 422]);
  expect((await requireWhole(ana, 6)).taken).toBe(3);
});

it('two admins make each other members: one stays an admin', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ana, cem] = await twoAdmins();
    const answers = await Promise.all([
      ana.ask(routes.changeUserType, { body: { userId: cem.userId, userType: 'member' } }),
      cem.ask(routes.changeUserType, { body: { userId: ana.userId, userType: 'member' } }),
    ]);
    expect(statuses(answers)).toEqual([200, 403]);
    expect((await requireWhole(ana, 3)).admins).toBe(1);
  }
});

it('two admins remove each other: one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ana, cem] = await twoAdmins();
    const answers = await Promise.all([
      ana.ask(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } }),
      cem.ask(routes.removeSeatFromTeamMember, { body: { userId: ana.userId } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await requireWhole(ana, 3)).admins).toBe(1);
  }
});

it('an invitation is accepted or canceled, not both', async () => {
  for (let round = 0; round < 6; round += 1) {
    const ana = await app.signUp();
    const email = anAddress();
    await invite(ana, email);
    const token = await tokenFor(email);
    const [accepted, canceled] = await Promise.all([
      join(email, token),
      ana.ask(routes.cancelInvitation, { body: { email } }),
    ]);
    const outcome = `${accepted.status} ${canceled.status}`;
    expect(['201 404', '422 200']).toContain(outcome);
    expect((await requireWhole(ana, 3)).taken).toBe(accepted.status === 201 ? 2 : 1);
  }
});

it('an older link is void for someone just about to use it', async () => {
  const ana = await app.signUp();
  const email = anAddress();
  await invite(ana, email);
  const token = await tokenFor(email);
  const [resent, joined] = await behindLock(app, ana.accountId, [
    () => ana.ask(routes.resendInvitation, { body: { email } }),
    () => join(email, token),
  ]);
  expect(resent.status).toBe(200);
  expect(refusalOf(joined)).toBe('422 invitation_invalid');
  expect((await requireWhole(ana, 3)).taken).toBe(2);
});

it('fewer seats are those without a number first', async () => {
  const ana = await app.signUp();
  await ana.call(routes.purchaseSeats, { body: { quantity: 2 } });
  const cem = await app.addColleague(ana);
  await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
  await ana.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly', recruiters: 3 } });
  const seats = await ana.call(routes.getSeats, {});
  expect(seats.find(({ id }) => id === cem.seatId)).toMatchObject({ twilioNumber: cem.number });
  await requireWhole(ana, 3);
});

it('an invitation is accepted once', async () => {
  const ana = await app.signUp();
  const email = anAddress();
  await invite(ana, email);
  const token = await tokenFor(email);
  const answers = await Promise.all(Array.from({ length: 5 }, () => join(email, token)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect((await requireWhole(ana, 3)).taken).toBe(2);
});

it("a hiring manager's seat is taken from them or transferred, not both", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ana, cem] = await twoAdmins();
    const manager = await app.addColleague(ana);
    await app.deps.pool.query(`update seats set seat_role = 'hiringManager' where id = $1`, [manager.seatId]);
    const answers = await Promise.all([
      ana.ask(routes.removeSeatFromTeamMember, { body: { userId: manager.userId } }),
      cem.ask(routes.transferHiringManagerSeat, {
        params: { id: manager.seatId },
        body: { email: anAddress(), firstName: 'Nia', lastName: 'Okoro' },
      }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await requireWhole(ana, 3);
  }
});

it('a seat is removed or given away, not both', async () => {
  const [ana, cem] = await twoAdmins();
  await ana.call(routes.purchaseSeats, { body: { quantity: 1 } });
  const free = (await ana.call(routes.getSeats, {})).filter(({ status }) => status === 'available');
  const [removed, invited] = await Promise.all([
    ana.ask(routes.removeSeat, { body: { seatId: free[0]?.id ?? '' } }),
    cem.ask(routes.inviteUser, { body: { email: anAddress(), seatId: free[0]?.id } }),
  ]);
  expect(`${removed.status} ${invited.status}`).toMatch(/^(200 404|409 200)$/);
  await requireWhole(ana, removed.status === 200 ? 3 : 4);
});

it('an admin who is removed while they wait can’t change anything', async () => {
  const [ana, cem] = await twoAdmins();
  const [removed, invited] = await behindLock(app, ana.accountId, [
    () => ana.ask(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } }),
    () => invite(cem, anAddress()),
  ]);
  expect(removed.status).toBe(200);
  expect(refusalOf(invited)).toBe('403 forbidden');
  expect((await requireWhole(ana, 3)).taken).toBe(1);
});

it('nor does one who has asked to be deleted', async () => {
  const [ana, cem] = await twoAdmins();
  await app.deps.pool.query('update users set password_hash = $2 where id = $1', [
    cem.userId,
    await hashPassword('correct horse battery'),
  ]);
  const [left, invited] = await behindLock(app, ana.accountId, [
    () => cem.ask(routes.deleteUser, { body: { password: 'correct horse battery' } }),
    () => invite(cem, anAddress()),
  ]);
  expect(left.status).toBe(200);
  expect(refusalOf(invited)).toBe('403 forbidden');
  expect((await requireWhole(ana, 3)).taken).toBe(2);
});

it('seats are bought for a team only, also when it stops being one at that moment', async () => {
  const ana = await app.signUp();
  const [changed, bought] = await behindLock(app, ana.accountId, [
    () => ana.ask(routes.changePlan, { body: { accountType: 'personal', planType: 'monthly' } }),
    () => ana.ask(routes.purchaseSeats, { body: { quantity: 2 } }),
  ]);
  expect(changed.status).toBe(200);
  expect(bought).toMatchObject({
    status: 403,
    body: { code: 'forbidden', details: { missing: 'teamAccount' } },
  });
  await requireWhole(ana, 1);
});

it('whatever three admins do at once, the account stays whole', async () => {
  const ana = await app.signUp();
  await ana.call(routes.purchaseSeats, { body: { quantity: 4 } });
  const others = [await app.addColleague(ana, 'admin'), await app.addColleague(ana, 'admin')];
  const people = [ana, ...others];
  const emails = Array.from({ length: 6 }, anAddress);
  let bought = 7;
  let failed = 0;
  const who = fc.nat({ max: 2 });
  const email = fc.constantFrom(...emails);
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('invite', 'cancel', 'resend'), by: who, email, of: who }),
    fc.record({
      kind: fc.constantFrom('promote', 'demote', 'remove', 'removeSeat', 'purchase'),
      by: who,
      of: who,
      email,
    }),
  );
  const act = async ({
    kind,
    by,
    of,
    email: to,
  }: {
    kind: string;
    by: number;
    of: number;
    email: string;
  }) => {
    const admin = people[by] as Recruiter;
    const userId = (people[of] as Recruiter).userId;
    switch (kind) {
      case 'invite':
        return invite(admin, to);
      case 'cancel':
        return admin.ask(routes.cancelInvitation, { body: { email: to } });
      case 'resend': {
        const { rows } = await app.deps.pool.query('select email from users where id = $1', [userId]);
        return admin.ask(routes.resendInvitation, { body: { email: rows[0].email } });
      }
      case 'promote':
      case 'demote':
        return admin.ask(routes.changeUserType, {
          body: { userId, userType: kind === 'promote' ? 'admin' : 'member' },
        });
      case 'remove':
        return admin.ask(routes.removeSeatFromTeamMember, { body: { userId } });
      case 'purchase': {
        const answer = await admin.ask(routes.purchaseSeats, { body: { quantity: 1 } });
        if (answer.status === 200) bought += 1;
        return answer;
      }
      default: {
        const { rows } = await app.deps.pool.query(
          `select id from seats where account_id = $1 and removed_at is null order by id limit 1 offset $2`,
          [ana.accountId, of],
        );
        const answer = await admin.ask(routes.removeSeat, { body: { seatId: rows[0].id } });
        if (answer.status === 200) bought -= 1;
        return answer;
      }
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const answers = await Promise.all(steps.map(act));
      for (const answer of answers) {
        expect(answer.status).toBeLessThan(500);
        if (answer.status !== 200) failed += 1;
      }
      await requireWhole(ana, bought);
    }),
    { numRuns: howMany(8, 25), endOnFailure: true },
  );
  expect(failed).toBeGreaterThan(0);
});
