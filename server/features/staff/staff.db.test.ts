import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { mailsTo } from '../../testing/mails.ts';
import { STAFF_DOMAIN, startStaffApp } from '../../testing/staff.ts';
import { candidatePhone, eventually, type Recruiter, type TestApp } from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { signUpVerified, type VerifiedPerson } from '../../testing/verified-person.ts';

/* What those who run this Hiretext see and do across accounts. */

const ANY_ID = '01890000-0000-7000-8000-000000000000';
const reason = 'Ticket 4711';

let app: TestApp;
let sam: VerifiedPerson;
let ana: Recruiter;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
  ana = await app.signUp();
});
afterAll(() => app.stop());

const query = (text: string, values: unknown[] = []) => app.deps.pool.query(text, values);
const logOf = async (admin: Pick<Recruiter, 'call'>) =>
  (await admin.call(routes.listAuditEvents, { query: { limit: 100 } })).items;

describe('who gets in', () => {
  const rows = Object.entries(routes as Record<string, Route>)
    .filter(([, route]) => route.may?.staffOnly)
    .map(([name, route]) => ({ name, route }));
  const shape = { params: { id: ANY_ID }, query: {}, body: {} };
  const sent = (route: Route) => (route.method === 'GET' ? { ...shape, body: undefined } : shape);
  let stranger: VerifiedPerson;
  let unverified: ReturnType<TestApp['client']>;
  let withoutStep: VerifiedPerson;

  beforeAll(async () => {
    stranger = await signUpVerified(app, 'eve@staff.example.com');
    await stranger.call(routes.updateUser, { body: { mfaEnabled: true } });
    const { id_token } = await app.anonymous.call(routes.signup, {
      body: {
        firstName: 'Eve',
        lastName: 'Stone',
        email: `eve@${STAFF_DOMAIN}`,
        password: 'correct horse battery',
      },
    });
    unverified = app.client(id_token);
    await query(`update users set mfa_enabled = true where email = 'eve@${STAFF_DOMAIN}'`);
    withoutStep = await signUpVerified(app, `una@${STAFF_DOMAIN}`);
  });

  it('there are rows', () => expect(rows.length).toBeGreaterThan(10));

  it.each(rows)('$name: no one but staff with a verified address and a second step', async ({ route }) => {
    expect(refusalOf(await app.anonymous.ask(route, sent(route)))).toBe('401 unauthenticated');
    expect(refusalOf(await stranger.ask(route, sent(route)))).toBe('404 not_found');
    expect(refusalOf(await unverified.ask(route, sent(route)))).toBe('404 not_found');
    expect(refusalOf(await withoutStep.ask(route, sent(route)))).toBe('409 mfa_missing');
  });
});

describe('staff who belong to the account of a customer', () => {
  const list = (person: Recruiter) => person.ask(routes.listStaffAccounts, {});
  const isStaff = async (person: Recruiter) => (await person.call(routes.getUser, {})).isStaff;
  const change = (person: Recruiter, what: string) =>
    query(`update users set ${what} where id = $1`, [person.userId]);
  const onStaffDomain = (person: Recruiter) =>
    change(person, `email = id || '@${STAFF_DOMAIN}', email_verified_at = now(), mfa_enabled = true`);

  it('see nothing from there: its admins read in their log what staff do, and for whom', async () => {
    const admin = await app.signUp();
    const member = await app.addColleague(admin);
    await onStaffDomain(member);
    expect(await isStaff(member)).toBe(false);
    expect(refusalOf(await list(member))).toBe('404 not_found');
    await change(member, `user_type = 'admin'`);
    expect(refusalOf(await list(member))).toBe('404 not_found');
    // Once its other admins are staff too, or no admins, it is their own house.
    await onStaffDomain(admin);
    expect((await list(member)).status).toBe(200);
    await change(admin, 'email_verified_at = null');
    expect(refusalOf(await list(member))).toBe('404 not_found');
    await change(admin, `user_type = 'member'`);
    expect((await list(member)).status).toBe(200);
    expect(await isStaff(member)).toBe(true);
  });

  it('impersonate no longer once such an admin joins them', async () => {
    const una = await app.signUp();
    const eve = await app.addColleague(una);
    await onStaffDomain(una);
    const { id_token } = await una.call(routes.startImpersonation, {
      body: { accountId: ana.accountId, userId: ana.userId, reason },
    });
    const eye = app.client(id_token);
    await eye.call(routes.getUser, {});
    await una.call(routes.changeUserType, { body: { userId: eve.userId, userType: 'admin' } });
    expect(await eye.refusal(routes.getUser, {})).toBe('401 session_ended');
  });
});

describe('accounts', () => {
  const found = async (search: string) =>
    (await sam.call(routes.listStaffAccounts, { query: { search } })).items.map(({ id }) => id);

  it('are found by name, address and number', async () => {
    await ana.call(routes.updateAccount, { body: { name: 'Harbor_100% Staffing' } });
    const { email } = await ana.call(routes.getUser, {});
    for (const search of [
      'harbor_100%',
      'HARBOR',
      email,
      email.slice(0, -3),
      ana.number,
      ana.number.slice(2, 10),
      `(${ana.number.slice(2, 5)}) ${ana.number.slice(5, 8)}-${ana.number.slice(8)}`,
    ])
      expect(await found(search), search).toContain(ana.accountId);
    for (const search of ['harborx', '%', 'arbor', "'; drop table users; --"])
      expect(await found(search), search).toEqual([]);
  });

  it('are paged, newest first, each once', async () => {
    for (let n = 0; n < 4; n += 1) await app.signUpOnly();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await sam.call(routes.listStaffAccounts, {
        query: { limit: 3, ...(cursor === undefined ? {} : { cursor }) },
      });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const { rows } = await query('select id from accounts order by id desc');
    expect(seen).toEqual(rows.map(({ id }) => id));
    for (const bad of ['x', Buffer.from("' or 1=1").toString('base64url')])
      expect(await sam.refusal(routes.listStaffAccounts, { query: { cursor: bad } })).toBe('400 malformed');
  });

  it('show people, seats, numbers and what went wrong, but no text and no one it went to', async () => {
    const to = candidatePhone();
    const text = await ana.call(routes.sendMessage, { body: { to, body: 'A secret offer' } });
    await query(`update messages set status = 'failed', error_code = 'filtered' where id = $1`, [text.id]);
    const cem = await app.addColleague(ana);
    const account = await sam.call(routes.getStaffAccount, { params: { id: ana.accountId } });
    expect(account).toMatchObject({
      planType: 'monthly',
      people: 2,
      seats: { used: 2, pendingInvitation: 0 },
      recentFailures: [{ messageId: text.id, status: 'failed', errorCode: 'filtered' }],
    });
    expect(JSON.stringify(account)).not.toContain('secret offer');
    expect(JSON.stringify(account)).not.toContain(to);
    const people = await sam.call(routes.listStaffPeople, { params: { id: ana.accountId } });
    expect(people.items).toMatchObject([
      {
        id: ana.userId,
        seat: { seatRole: 'recruiter', number: { phoneNumber: ana.number, linkStatus: 'linked' } },
        can: { impersonate: true, resetSecondStep: false },
      },
      { id: cem.userId, seat: { number: { phoneNumber: cem.number } } },
    ]);
    for (const route of [routes.getStaffAccount, routes.listStaffPeople])
      expect(await sam.refusal(route, { params: { id: ANY_ID } })).toBe('404 not_found');
  });
});

describe('a number that the carrier leaves open', () => {
  let bea: Recruiter;
  let id: string;
  let email: string;
  const body = (decision: 'approve' | 'reject' | 'reopen') => ({
    accountId: bea.accountId,
    decision,
    reason,
  });
  const decide = (decision: 'approve' | 'reject' | 'reopen') =>
    sam.ask(routes.decideNumber, { params: { id }, body: body(decision) });
  const list = async (linkStatus: 'linking' | 'rejected') =>
    (await sam.call(routes.listStaffNumbers, { query: { linkStatus, limit: 100 } })).items;

  const linkStatus = async () => (await bea.call(routes.getUser, {})).seat?.metadata.linkStatus;

  beforeAll(async () => {
    bea = await app.signUp();
    email = (await bea.call(routes.getUser, {})).email;
    const { rows } = await query(
      `update numbers set link_status = 'linking' where account_id = $1 returning id`,
      [bea.accountId],
    );
    id = rows[0].id;
  });

  it('is rejected, opened again and approved; the person is notified each time', async () => {
    expect(await list('linking')).toMatchObject([
      {
        id,
        account: { id: bea.accountId },
        person: { id: bea.userId },
        can: { approve: true, reject: true, reopen: false },
      },
    ]);
    expect((await decide('reject')).body).toMatchObject({ linkStatus: 'rejected', can: { reopen: true } });
    expect(refusalOf(await decide('approve'))).toBe('409 link_settled');
    expect(await list('rejected')).toMatchObject([{ id }]);
    expect((await decide('reopen')).status).toBe(200);
    // The carrier is asked again, and has linked it by now.
    await eventually(async () => expect(await linkStatus()).toBe('linked'));
    await query(`update numbers set link_status = 'linking' where id = $1`, [id]);
    expect((await decide('approve')).body).toMatchObject({ linkStatus: 'linked' });
    expect(await linkStatus()).toBe('linked');
    const entries = (await logOf(bea)).map(({ action }) => action);
    expect(entries.slice(0, 3)).toEqual([
      'staff.numberApproved',
      'staff.numberReopened',
      'staff.numberRejected',
    ]);
    await eventually(async () => {
      const mails = (await mailsTo(app, email)).filter(({ text }) => text.includes(reason));
      expect(mails.map(({ subject }) => subject)).toEqual([
        expect.stringContaining("You can't use your number"),
        expect.stringContaining("We're checking your number"),
        expect.stringContaining('is active'),
      ]);
    });
  });

  it('is decided once, however many decide at once', async () => {
    await query(`update numbers set link_status = 'linking' where id = $1`, [id]);
    const answers = await Promise.all([decide('approve'), decide('reject'), decide('approve')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('is not approved before the carrier knows it, and is found in its own account only', async () => {
    await query(`update numbers set link_status = 'linking', carrier_number_id = null where id = $1`, [id]);
    expect(refusalOf(await decide('approve'))).toBe('409 number_not_ours');
    const elsewhere = { ...body('reject'), accountId: ana.accountId };
    expect(await sam.refusal(routes.decideNumber, { params: { id }, body: elsewhere })).toBe('404 not_found');
    const silent = { ...body('reject'), reason: ' ' };
    expect(await sam.refusal(routes.decideNumber, { params: { id }, body: silent })).toBe('422 invalid');
  });
});
