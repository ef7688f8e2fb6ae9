import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { Seat } from '../../../contract/seats.ts';
import { byAccount } from '../../mail/outside-mail.ts';
import { openStream } from '../../testing/event-stream.ts';
import { mailsTo, newMail } from '../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { conversationWith, receiveText, sendText, untilStatus } from '../../testing/texting.ts';
import { startSession } from '../auth/start-session.ts';
import { MOVE_ALONG } from '../texting/conversations/seat-threads.ts';

let app: TestApp;
let addresses = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => app.clock.reset());
afterAll(() => app.stop());

const anAddress = () => {
  addresses += 1;
  return `new${addresses}@example.com`;
};

const seatsOf = (admin: Recruiter) => admin.call(routes.getSeats, {});
async function seatWith(admin: Recruiter, find: (seat: Seat) => boolean): Promise<Seat> {
  const seat = (await seatsOf(admin)).find(find);
  if (seat === undefined) throw new Error('There is no such seat');
  return seat;
}
const pendingFor = (admin: Recruiter, email: string) =>
  seatWith(admin, ({ pendingEmail }) => pendingEmail === email.toLowerCase());

async function invite(admin: Recruiter, email = anAddress(), more: object = {}): Promise<string> {
  expect(await admin.call(routes.inviteUser, { body: { email, ...more } })).toEqual({ status: 'sent' });
  return email;
}

/** The token of the newest invitation to this address. */
async function tokenFor(email: string, before = 0): Promise<string> {
  const mail = await newMail(app, email, before);
  return /\/register\?invite=(\S+)/.exec(mail.text)?.[1] ?? '';
}

const form = (email: string, inviteToken: string) => ({
  body: { firstName: 'Nia', lastName: 'Okoro', email, password: 'correct horse battery', inviteToken },
});

async function join(admin: Recruiter, more: object = {}) {
  const email = await invite(admin, anAddress(), more);
  const { id_token } = await app.anonymous.call(routes.signup, form(email, await tokenFor(email)));
  const client = app.client(id_token);
  const user = await client.call(routes.getUser, {});
  return { ...client, email, userId: user.id, seatId: user.seat?.id ?? '', user };
}

const sayingUsed = (email: string) => ({
  status: 422,
  body: { code: 'invalid', details: { fields: { email: [`${email} already used`] } } },
});

describe('an invitation', () => {
  it('takes a seat, is mailed, explains itself, and lets the person in as invited', async () => {
    const ana = await app.signUp();
    const admin = await ana.call(routes.getUser, {});
    await ana.call(routes.updateAccount, { body: { name: 'Acme Staffing' } });
    const email = 'Nia.Okoro@Example.com';
    await invite(ana, email, { firstName: 'Nia', seatRole: 'hiringManager', userType: 'admin' });
    expect((await ana.call(routes.getAccount, {})).seats).toEqual({
      used: 1,
      pending: 1,
      available: 1,
      total: 3,
    });
    const pending = await pendingFor(ana, email);
    expect(pending).toMatchObject({
      status: 'pendingInvitation',
      seatRole: 'hiringManager',
      userType: 'admin',
      user: null,
      invitation: { firstName: 'Nia', lastName: null },
      can: { resendInvitation: true, cancelInvitation: true, removeSeat: false },
    });
    const days =
      (Date.parse(pending.invitation?.expiresAt ?? '') - Date.parse(pending.invitation?.sentAt ?? '')) /
      86_400_000;
    expect(days).toBe(7);

    const token = await tokenFor(email.toLowerCase());
    expect(await app.anonymous.call(routes.getInvitation, { query: { token } })).toEqual({
      companyName: 'Acme Staffing',
      inviterFirstName: admin.firstName,
      email: email.toLowerCase(),
      firstName: 'Nia',
      lastName: null,
      expiresAt: pending.invitation?.expiresAt,
    });
    const { id_token } = await app.anonymous.call(routes.signup, form(email, token));
    // The team sees it before the person's first call.
    const joined = await seatWith(ana, ({ id }) => id === pending.id);
    expect(joined.user?.lastActiveAt).not.toBeNull();
    const user = await app.client(id_token).call(routes.getUser, {});
    expect(user).toMatchObject({
      accountId: ana.accountId,
      userType: 'admin',
      metadata: { emailVerified: true },
      seat: { id: pending.id, seatRole: 'hiringManager' },
    });
    expect(await app.anonymous.refusal(routes.signup, form(email, token))).toBe('422 invitation_invalid');
    expect(await app.anonymous.refusal(routes.getInvitation, { query: { token } })).toBe(
      '422 invitation_invalid',
    );
    const seat = await seatWith(ana, ({ id }) => id === pending.id);
    expect(seat).toMatchObject({
      status: 'used',
      user: { id: user.id },
      invitation: null,
      pendingEmail: null,
    });
  });

  it('is for its address only, and leaves no trace when it is refused', async () => {
    const ana = await app.signUp();
    const email = await invite(ana);
    const token = await tokenFor(email);
    expect(await app.anonymous.ask(routes.signup, form(anAddress(), token))).toMatchObject({
      status: 422,
      body: { details: { fields: { email: ['This invitation was sent to another address'] } } },
    });
    for (const wrong of [
      '',
      'x',
      `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`,
      token.replace(/^./, 'g'),
    ])
      expect((await app.anonymous.ask(routes.signup, form(email, wrong))).status).toBe(422);
    await pendingFor(ana, email);
    expect((await app.anonymous.ask(routes.signup, form(email.toUpperCase(), token))).status).toBe(201);
  });

  it('ends after seven days; a new link brings it back and voids the old one', async () => {
    const ana = await app.signUp();
    const email = await invite(ana);
    const old = await tokenFor(email);
    app.clock.advance(7 * 86_400_000 + 1000);
    expect(await app.anonymous.refusal(routes.signup, form(email, old))).toBe('422 invitation_invalid');
    expect(await ana.call(routes.resendInvitation, { body: { email } })).toEqual({ status: 'sent' });
    const fresh = await tokenFor(email, 1);
    expect(fresh).not.toBe(old);
    expect(await app.anonymous.refusal(routes.signup, form(email, old))).toBe('422 invitation_invalid');
    await app.anonymous.call(routes.signup, form(email, fresh));
  });

  it('that is canceled frees the seat, and its link is void', async () => {
    const ana = await app.signUp();
    const email = await invite(ana);
    const token = await tokenFor(email);
    await ana.call(routes.cancelInvitation, { body: { email } });
    expect((await ana.call(routes.getAccount, {})).seats).toEqual({
      used: 1,
      pending: 0,
      available: 2,
      total: 3,
    });
    expect(await app.anonymous.refusal(routes.signup, form(email, token))).toBe('422 invitation_invalid');
    expect(await ana.refusal(routes.cancelInvitation, { body: { email } })).toBe(
      '404 invitation_not_pending',
    );
    expect(await ana.refusal(routes.resendInvitation, { body: { email } })).toBe(
      '404 invitation_not_pending',
    );
    await invite(ana, email);
  });

  it('of an address that has a seat, or is invited, is refused at the field', async () => {
    const ana = await app.signUp();
    const { email: own } = await ana.call(routes.getUser, {});
    const email = await invite(ana);
    for (const taken of [own, own.toUpperCase(), email])
      expect(await ana.ask(routes.inviteUser, { body: { email: taken } })).toMatchObject(sayingUsed(taken));
    expect((await ana.call(routes.getAccount, {})).seats.pending).toBe(1);
    const subjects = (await mailsTo(app, own)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject !== 'Verify your email')).toEqual([]);
  });

  it('of someone with another account is refused, and nothing happens', async () => {
    const [ana, eve] = [await app.signUp(), await app.signUp()];
    const { email } = await eve.call(routes.getUser, {});
    const mails = (await mailsTo(app, email)).length;
    const before = await seatsOf(ana);
    expect(await ana.refusal(routes.inviteUser, { body: { email } })).toBe('409 cannot_invite');
    expect(await seatsOf(ana)).toEqual(before);
    expect(await mailsTo(app, email)).toHaveLength(mails);
  });

  it('to someone who has signed up elsewhere since is refused as any second sign-up', async () => {
    const ana = await app.signUp();
    const email = await invite(ana);
    const { body } = form(email, '');
    await app.anonymous.call(routes.signup, { body: { ...body, inviteToken: undefined } });
    const token = await tokenFor(email);
    expect(await app.anonymous.refusal(routes.signup, form(email, token))).toBe('409 email_taken');
    await pendingFor(ana, email);
  });

  it('needs a free seat', async () => {
    const ana = await app.signUp();
    await invite(ana);
    await invite(ana);
    expect(await ana.refusal(routes.inviteUser, { body: { email: anAddress() } })).toBe('409 no_free_seat');
  });

  it('is for a free seat of choice', async () => {
    const ana = await app.signUp();
    const free = (await seatsOf(ana)).filter(({ status }) => status === 'available');
    const seatId = free[1]?.id ?? '';
    const email = await invite(ana, anAddress(), { seatId });
    expect((await pendingFor(ana, email)).id).toBe(seatId);
    expect(await ana.refusal(routes.inviteUser, { body: { email: anAddress(), seatId } })).toBe(
      '409 seat_not_free',
    );
    expect(await ana.refusal(routes.inviteUser, { body: { email: anAddress(), seatId: ana.userId } })).toBe(
      '404 not_found',
    );
  });

  it('of a non-texter to a seat with a number takes the number from the seat', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    const email = await invite(ana, anAddress(), { seatId: cem.seatId, seatType: 'nonTexter' });
    expect(await pendingFor(ana, email)).toMatchObject({ seatType: 'nonTexter', twilioNumber: null });
    expect(app.twilio.state.owned.has(cem.number)).toBe(true);
  });

  it('to an account that is about to be deleted is void', async () => {
    const ana = await app.signUp();
    const email = await invite(ana);
    const token = await tokenFor(email);
    await app.deps.pool.query(`update accounts set deletes_at = now() + interval '30 days' where id = $1`, [
      ana.accountId,
    ]);
    expect(await app.anonymous.refusal(routes.signup, form(email, token))).toBe('422 invitation_invalid');
  });

  it('sent again with its key is one', async () => {
    const ana = await app.signUp();
    const input = { body: { email: anAddress() }, headers: { 'idempotency-key': 'one-invitation' } };
    expect(await ana.call(routes.inviteUser, input)).toEqual({ status: 'sent' });
    expect(await ana.call(routes.inviteUser, input)).toEqual({ status: 'sent' });
    expect((await ana.call(routes.getAccount, {})).seats.pending).toBe(1);
  });

  it('does not fill a mailbox', async () => {
    const ana = await app.signUp();
    const email = await invite(ana);
    const answers = [];
    for (let n = 0; n < 12; n += 1)
      answers.push((await ana.ask(routes.resendInvitation, { body: { email } })).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(9);
    expect(answers.at(-1)).toBe(429);
  });

  it('goes to no more addresses than a company has people', async () => {
    const ana = await app.signUp();
    const email = anAddress();
    for (const limit of byAccount) await app.deps.rateLimits.consume(limit, ana.accountId, limit.points);
    expect(await ana.refusal(routes.inviteUser, { body: { email } })).toBe('429 rate_limited');
    const list = { body: { emails: [email] } };
    expect(await ana.refusal(routes.inviteUsers, list)).toBe('429 rate_limited');
    expect(await mailsTo(app, email)).toEqual([]);
  });
});

describe('a pasted list', () => {
  it('has an outcome for each address', async () => {
    const [ana, eve] = [await app.signUp(), await app.signUp()];
    const { email: own } = await ana.call(routes.getUser, {});
    const { email: foreign } = await eve.call(routes.getUser, {});
    const [one, two, three] = [anAddress(), anAddress(), anAddress()];
    const emails = [` ${one} `, 'no address', own, foreign, one.toUpperCase(), '', two, three];
    const { outcomes } = await ana.call(routes.inviteUsers, { body: { emails, seatType: 'nonTexter' } });
    expect(outcomes).toEqual([
      { email: one.toUpperCase(), outcome: 'sent', code: null, message: null },
      { email: 'no address', outcome: 'refused', code: 'invalid', message: 'The email is invalid' },
      { email: own, outcome: 'refused', code: 'invalid', message: `${own} already used` },
      { email: foreign, outcome: 'refused', code: 'cannot_invite', message: expect.any(String) },
      { email: two, outcome: 'sent', code: null, message: null },
      { email: three, outcome: 'refused', code: 'no_free_seat', message: expect.any(String) },
    ]);
    expect((await pendingFor(ana, two)).seatType).toBe('nonTexter');
    expect((await ana.call(routes.getAccount, {})).seats).toEqual({
      used: 1,
      pending: 2,
      available: 0,
      total: 3,
    });
  });

  it('of 500 is invited; of 501 it is refused', async () => {
    const ana = await app.signUp();
    await ana.call(routes.purchaseSeats, { body: { quantity: 600 } });
    const emails = Array.from({ length: 500 }, () => anAddress());
    const { outcomes } = await ana.call(routes.inviteUsers, { body: { emails } });
    expect(outcomes.filter(({ outcome }) => outcome === 'sent')).toHaveLength(500);
    expect((await ana.call(routes.getAccount, {})).seats.pending).toBe(500);
    const tooMany = { body: { emails: [...emails, anAddress()] } };
    expect(await ana.ask(routes.inviteUsers, tooMany)).toMatchObject({
      status: 422,
      body: { details: { fields: { emails: ['Invite at most 500 people at a time'] } } },
    });
  });
});

describe('seats', () => {
  it.each([
    [0, 'Buy at least 1 seat'],
    [-1, 'Buy at least 1 seat'],
    [10_000, 'Buy at most 1000 seats at a time'],
    [1.5, 'The quantity must be a whole number'],
    ['3', 'The quantity is required'],
    [998, 'A team can have at most 1,000 seats. You can purchase 997 more'],
  ])('%j of them can not be purchased', async (quantity, sentence) => {
    const ana = await app.signUp();
    expect(await ana.ask(routes.purchaseSeats, { body: { quantity } })).toMatchObject({
      status: 422,
      body: { details: { fields: { quantity: [sentence] } } },
    });
    expect((await ana.call(routes.getAccount, {})).seats.total).toBe(3);
  });

  it('are purchased once for a key', async () => {
    const ana = await app.signUp();
    const input = { body: { quantity: 4 }, headers: { 'idempotency-key': 'four-seats' } };
    const answers = await Promise.all([1, 2, 3].map(() => ana.call(routes.purchaseSeats, input)));
    expect(answers.map(({ seats }) => seats.total)).toEqual([7, 7, 7]);
    expect((await ana.call(routes.getAccount, {})).seats).toEqual({
      used: 1,
      pending: 0,
      available: 6,
      total: 7,
    });
  });

  it('are removed when they are free, and not below the smallest team', async () => {
    const ana = await app.signUp();
    await ana.call(routes.purchaseSeats, { body: { quantity: 1 } });
    const free = (await seatsOf(ana)).filter(({ status }) => status === 'available').map(({ id }) => id);
    expect(await ana.refusal(routes.removeSeat, { body: { seatId: ana.seatId } })).toBe('409 seat_not_free');
    const { seats } = await ana.call(routes.removeSeat, { body: { seatId: free[0] ?? '' } });
    expect(seats).toEqual({ used: 1, pending: 0, available: 2, total: 3 });
    expect(await ana.refusal(routes.removeSeat, { body: { seatId: free[0] ?? '' } })).toBe('404 not_found');
    expect(await ana.refusal(routes.removeSeat, { body: { seatId: free[1] ?? '' } })).toBe(
      '409 team_minimum',
    );
  });

  it('that are free but have threads and a number go away with a smaller plan; what comes still arrives', async () => {
    const ana = await app.signUp();
    await ana.call(routes.purchaseSeats, { body: { quantity: 2 } });
    const cem = await app.addColleague(ana);
    const phone = candidatePhone();
    await receiveText(app, cem, phone, 'Hello');
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    const plan = { accountType: 'personal', planType: 'monthly' } as const;
    expect((await ana.call(routes.changePlan, { body: plan })).seats).toEqual({
      used: 1,
      pending: 0,
      available: 0,
      total: 1,
    });
    await app.twilio.control.inbound(phone, cem.number, 'Still there?');
    await eventually(async () => {
      const { items } = await ana.call(routes.listConversations, {
        query: { assignee: 'all', search: phone },
      });
      expect(items[0]?.lastMessage?.body).toBe('Still there?');
    });
  });

  it('are tagged', async () => {
    const ana = await app.signUp();
    await ana.call(routes.updateTags, {
      params: { id: ana.seatId },
      body: { tags: ['West', 'Nurses', 'West'] },
    });
    expect((await seatWith(ana, ({ id }) => id === ana.seatId)).tags).toEqual(['West', 'Nurses']);
  });

  it('are for admins of teams', async () => {
    const person = await app.signUpOnly();
    await person.call(routes.changePlan, { body: { accountType: 'personal', planType: 'monthly' } });
    expect(await person.refusal(routes.purchaseSeats, { body: { quantity: 1 } })).toBe('403 forbidden');
  });
});

describe('a person who loses the seat', () => {
  it('is out at once; the number and the threads stay with the seat, and the next one gets them', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const phone = candidatePhone();
    await receiveText(app, cem, phone, 'Hello');
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    expect(await cem.refusal(routes.getUser, {})).toBe('401 removed_from_account');
    const seat = await seatWith(ana, ({ id }) => id === cem.seatId);
    expect(seat).toMatchObject({ status: 'available', user: null, twilioNumber: cem.number });
    expect(await ana.call(routes.getFormerMembers, {})).toMatchObject([{ id: cem.userId }]);
    const { items } = await ana.call(routes.listConversations, { query: { assignee: 'all', search: phone } });
    expect(items[0]).toMatchObject({ seat: { id: cem.seatId }, assigneeId: null });

    const nia = await join(ana, { seatId: cem.seatId });
    expect(nia.user.seat).toMatchObject({ id: cem.seatId, twilioNumber: cem.number });
    await eventually(async () => {
      const inbox = await nia.call(routes.listConversations, { query: { search: phone } });
      expect(inbox.items).toHaveLength(1);
    });
  });

  it('leaves the threads to a colleague, one thread for one candidate', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const [both, only] = [candidatePhone(), candidatePhone()];
    await receiveText(app, ana, both, 'To Ana');
    await receiveText(app, cem, both, 'To Cem');
    await receiveText(app, cem, only, 'To Cem alone');
    const body = { userId: cem.userId, threadsTo: ana.userId };
    await ana.call(routes.removeSeatFromTeamMember, { body });
    const joined = await conversationWith(ana, both);
    expect(joined).toMatchObject({ seat: { id: ana.seatId }, unreadCount: 2 });
    expect(joined.lastMessage?.body).toBe('To Cem');
    const { items } = await ana.call(routes.listMessages, { params: { id: joined.id } });
    expect(items.map((message) => message.body)).toEqual(['To Cem', 'To Ana']);
    expect(await conversationWith(ana, only)).toMatchObject({
      seat: { id: ana.seatId },
      assigneeId: ana.userId,
    });
    const { items: all } = await ana.call(routes.listConversations, { query: { assignee: 'all' } });
    expect(all).toHaveLength(2);
  });

  it('takes along everything in a thread', async () => {
    const { rows } = await app.deps.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and (column_name like '%conversation_id' or column_name like '%thread_id')
          -- A trigger keeps it.
          and table_name <> 'conversation_tags'
       union
       select format('%s', conrelid::regclass) from pg_constraint
        where contype = 'f' and confrelid = 'conversations'::regclass`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...MOVE_ALONG].sort());
  });

  it('can not sign in, and can again once they have a seat', async () => {
    const ana = await app.signUp();
    const nia = await join(ana, { userType: 'admin' });
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: nia.userId } });
    const credentials = { body: { email: nia.email, password: 'correct horse battery' } };
    expect(await app.anonymous.refusal(routes.login, credentials)).toBe('403 deactivated');
    expect(
      await app.anonymous.refusal(routes.login, { body: { ...credentials.body, password: 'wrong' } }),
    ).toBe('401 wrong_credentials');
    const mails = (await mailsTo(app, nia.email)).length;
    expect(await ana.call(routes.resendInvitation, { body: { email: nia.email } })).toEqual({ status: 'ok' });
    expect((await newMail(app, nia.email, mails)).subject).toBe('You have a seat on Hiretext again');
    const back = await app.anonymous.call(routes.login, credentials);
    if (back.mfaNeeded) throw new Error('No second step was set up');
    const user = await app.client(back.id_token).call(routes.getUser, {});
    // An admin again only when someone decides it.
    expect(user).toMatchObject({ id: nia.userId, userType: 'member', seat: { seatRole: 'recruiter' } });
    expect(await nia.refusal(routes.getUser, {})).toBe('401 session_ended');
    expect(await ana.refusal(routes.resendInvitation, { body: { email: nia.email } })).toBe(
      '404 invitation_not_pending',
    );
  });

  it('may be invited again, as something else', async () => {
    const ana = await app.signUp();
    const nia = await join(ana);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: nia.userId } });
    const body = { email: nia.email, userType: 'admin', seatRole: 'hiringManager' } as const;
    expect(await ana.call(routes.inviteUser, { body })).toEqual({ status: 'ok' });
    expect(await seatWith(ana, ({ user }) => user?.id === nia.userId)).toMatchObject({
      userType: 'admin',
      seatRole: 'hiringManager',
    });
  });

  it('is neither oneself, nor the last admin, nor no one', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const remove = (userId: string, threadsTo?: string) =>
      ana.refusal(routes.removeSeatFromTeamMember, { body: { userId, threadsTo } });
    expect(await remove(ana.userId)).toBe('409 not_yourself');
    expect(await remove(ana.accountId)).toBe('404 not_found');
    expect(await remove(cem.userId, cem.userId)).toBe('404 not_found');
    expect(await remove(cem.userId, ana.accountId)).toBe('404 not_found');
    expect((await cem.ask(routes.getUser)).status).toBe(200);
  });

  it('may be an admin who is leaving anyway; the other admin stays the last', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana, 'admin');
    await app.deps.pool.query(`update users set deletes_at = now() + interval '30 days' where id = $1`, [
      cem.userId,
    ]);
    const { can } = await seatWith(ana, ({ id }) => id === cem.seatId);
    expect(can).toMatchObject({ removePerson: true, changeUserType: true });
    const demote = { body: { userId: ana.userId, userType: 'member' as const } };
    expect(await ana.refusal(routes.changeUserType, demote)).toBe('409 admin_needed');
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    expect((await seatWith(ana, ({ id }) => id === cem.seatId)).status).toBe('available');
  });

  it('and an admin who became a member are asked again by their open pages', async () => {
    const ana = await app.signUp();
    const [cem, nia] = [await app.addColleague(ana, 'admin'), await app.addColleague(ana, 'admin')];
    const streams = await Promise.all([cem, nia].map(({ token }) => openStream(app.url, token)));
    await ana.call(routes.changeUserType, { body: { userId: cem.userId, userType: 'member' } });
    await streams[0]?.ended;
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: nia.userId } });
    await streams[1]?.ended;
  });

  it('and a member who was removed as well, long before the next sign of life', {
    timeout: 18_000,
  }, async () => {
    const ana = await app.signUp();
    const [cem, nia] = [await app.addColleague(ana), await app.addColleague(ana)];
    const [ofCem, ofNia] = await Promise.all([cem, nia].map(({ token }) => openStream(app.url, token)));
    // What was noted before, of their new numbers, comes before this.
    const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
    for (const person of [cem, nia]) await sendText(person, candidatePhone(), 'Hi', { scheduledAt });
    await eventually(() => {
      for (const stream of [ofCem, ofNia])
        expect(stream?.events.map(({ event }) => event.type)).toContain('conversation.updated');
    });
    const [eventsOfCem, eventsOfNia] = [ofCem, ofNia].map((stream) => stream?.events.length ?? 0);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    await ofCem?.ended;
    expect(ofCem?.events).toHaveLength(eventsOfCem ?? 0);
    // The others are still notified, and only about their own account.
    await ana.call(routes.updateTags, { params: { id: nia.seatId }, body: { tags: ['East'] } });
    await eventually(() => expect(ofNia?.events).toHaveLength((eventsOfNia ?? 0) + 1));
    ofNia?.close();
  });
});

it('every admin is notified of changes to the team at once', async () => {
  const ana = await app.signUp();
  const cem = await app.addColleague(ana, 'admin');
  const stream = await openStream(app.url, cem.token);
  const email = await invite(ana);
  const { id } = await pendingFor(ana, email);
  // Of this seat only: the carrier may still be telling of the numbers of the others, at any moment.
  const updates = () =>
    stream.events.filter(({ event }) => event.type === 'seat.updated' && event.seatId === id).length;
  const updated = (times: number) => eventually(() => expect(updates()).toBe(times));
  await updated(1);
  await ana.call(routes.cancelInvitation, { body: { email } });
  await updated(2);
  await ana.call(routes.updateTags, { params: { id }, body: { tags: ['West'] } });
  await updated(3);
  stream.close();
});

describe('a colleague whose device got lost', () => {
  it('is signed out everywhere by an admin, and by no one else', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const eve = await app.addColleague(ana);
    const { accountId, userId } = cem;
    const second = await startSession(app.deps.db, { accountId, userId, userAgent: null }, app.deps);
    const out = { body: { userId } };
    expect(await eve.refusal(routes.endSessionsOfUser, out)).toBe('403 forbidden');
    expect(await ana.refusal(routes.endSessionsOfUser, { body: { userId: ana.userId } })).toBe(
      '409 not_yourself',
    );
    await ana.call(routes.endSessionsOfUser, out);
    for (const token of [cem.token, second.id_token])
      expect(await app.client(token).refusal(routes.getUser, {})).toBe('401 session_ended');
    expect((await ana.ask(routes.getUser, {})).status).toBe(200);
    expect((await eve.ask(routes.getUser, {})).status).toBe(200);
    const { id_token } = await startSession(app.deps.db, { accountId, userId, userAgent: null }, app.deps);
    expect((await app.client(id_token).ask(routes.getUser, {})).status).toBe(200);
  });
});

describe('what someone is', () => {
  it('is changed by an admin, but the last admin stays one', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const change = (by: Recruiter, userId: string, userType: 'admin' | 'member') =>
      by.ask(routes.changeUserType, { body: { userId, userType } });
    expect(await change(ana, ana.userId, 'member')).toMatchObject({ body: { code: 'admin_needed' } });
    expect((await change(cem, cem.userId, 'admin')).status).toBe(403);
    expect((await change(ana, cem.userId, 'admin')).status).toBe(200);
    expect((await change(ana, ana.userId, 'member')).status).toBe(200);
    expect((await change(ana, ana.userId, 'admin')).status).toBe(403);
    expect((await cem.call(routes.getUser, {})).userType).toBe('admin');
  });

  it('as a non-texter is someone with a seat and without a number, until an admin changes it', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const phone = candidatePhone();
    await receiveText(app, cem, phone, 'Hello');
    await ana.call(routes.updateUserToNonTexter, { body: { userId: cem.userId } });
    const { seat } = await cem.call(routes.getUser, {});
    expect(seat).toMatchObject({ id: cem.seatId, seatType: 'nonTexter', twilioNumber: null });
    expect((await seatWith(ana, ({ id }) => id === cem.seatId)).seatType).toBe('nonTexter');
    const areaCode = cem.number.slice(2, 5);
    const [forSale] = await cem.call(routes.findPhoneNumber, { query: { areaCode } });
    const buying = { body: { phoneNumber: forSale?.phoneNumber ?? '' } };
    expect(await cem.refusal(routes.buyPhoneNumber, buying)).toBe('403 non_texter');
    await receiveText(app, cem, phone, 'Still there?');
    await ana.call(routes.updateUserToTexter, { body: { userId: cem.userId } });
    await cem.call(routes.buyPhoneNumber, buying);
    await cem.call(routes.checkLinkStatus, {});
    const text = await sendText(cem, phone, 'Yes');
    await untilStatus(cem, text, 'delivered');
    expect(app.twilio.state.messages.find(({ body }) => body === 'Yes')?.from).toBe(buying.body.phoneNumber);
  });
});

describe("a hiring manager's seat", () => {
  const to = (email: string) => ({ email, firstName: 'Nia', lastName: 'Okoro' });

  it('goes to someone else with its number and threads', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    await app.deps.pool.query(`update seats set seat_role = 'hiringManager' where id = $1`, [cem.seatId]);
    const phone = candidatePhone();
    await receiveText(app, cem, phone, 'Hello');
    const email = anAddress();
    const params = { id: cem.seatId };
    expect(await ana.call(routes.transferHiringManagerSeat, { params, body: to(email) })).toEqual({
      status: 'sent',
    });
    expect(await cem.refusal(routes.getUser, {})).toBe('401 removed_from_account');
    expect(await pendingFor(ana, email)).toMatchObject({ id: cem.seatId, twilioNumber: cem.number });
    expect(await ana.refusal(routes.transferHiringManagerSeat, { params, body: to(anAddress()) })).toBe(
      '409 seat_not_used',
    );
    const { id_token } = await app.anonymous.call(routes.signup, form(email, await tokenFor(email)));
    const nia = app.client(id_token);
    expect((await nia.call(routes.getUser, {})).seat).toMatchObject({
      id: cem.seatId,
      seatRole: 'hiringManager',
      twilioNumber: cem.number,
    });
    await eventually(async () => {
      const { items } = await nia.call(routes.listConversations, { query: { search: phone } });
      expect(items).toHaveLength(1);
    });
  });

  it('goes to a former member at once', async () => {
    const ana = await app.signUp();
    const manager = await join(ana, { seatRole: 'hiringManager' });
    const former = await join(ana);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: former.userId } });
    const params = { id: manager.seatId };
    const body = to(former.email);
    expect(await ana.call(routes.transferHiringManagerSeat, { params, body })).toEqual({ status: 'ok' });
    expect(await seatWith(ana, ({ id }) => id === manager.seatId)).toMatchObject({
      status: 'used',
      user: { id: former.userId },
      seatRole: 'hiringManager',
    });
  });

  it('does not go to a person with a seat, and no other seat goes at all', async () => {
    const ana = await app.signUp();
    const [eve, manager] = [await app.signUp(), await join(ana, { seatRole: 'hiringManager' })];
    const { email: own } = await ana.call(routes.getUser, {});
    const { email: foreign } = await eve.call(routes.getUser, {});
    const params = { id: manager.seatId };
    const transfer = (email: string, id = manager.seatId) =>
      ana.refusal(routes.transferHiringManagerSeat, { params: { id }, body: to(email) });
    expect(await ana.ask(routes.transferHiringManagerSeat, { params, body: to(own) })).toMatchObject(
      sayingUsed(own),
    );
    expect(await transfer(foreign)).toBe('409 cannot_invite');
    const pending = anAddress();
    await ana.call(routes.inviteUser, { body: { email: pending } });
    expect(await transfer(pending)).toBe('422 invalid');
    await ana.call(routes.cancelInvitation, { body: { email: pending } });
    expect(await transfer(anAddress(), ana.seatId)).toBe('409 not_hiring_manager_seat');
    expect((await manager.ask(routes.getUser)).status).toBe(200);
    await app.deps.pool.query(`update seats set seat_role = 'hiringManager' where id = $1`, [ana.seatId]);
    expect(await transfer(anAddress(), ana.seatId)).toBe('409 not_yourself');
  });
});

it('the seats of a large company are one read', async () => {
  const ana = await app.signUp();
  // What the database knows of a company whose seats were bought a moment ago is out of date.
  await app.deps.pool.query('analyze seats, numbers, landline_orders');
  await ana.call(routes.purchaseSeats, { body: { quantity: 997 } });
  const started = performance.now();
  expect(await seatsOf(ana)).toHaveLength(1000);
  expect(performance.now() - started).toBeLessThan(1500);
});

describe('a free seat that keeps its number', () => {
  /** A seat that no one has anymore, whose number texts. */
  async function freeSeat() {
    const ana = await app.signUp();
    const nia = await app.addColleague(ana);
    const cem = await app.addColleague(ana);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    return { ana, nia, number: cem.number, seatId: cem.seatId };
  }
  const uncovered = async (admin: Recruiter) =>
    (await admin.call(routes.listUncoveredConversations, {})).items.map(({ id }) => id);
  const textTo = async (number: string, phone = candidatePhone()) => {
    const { sid } = await app.twilio.control.inbound(phone, number, 'Is the job open?');
    return eventually(async () => {
      const { rows } = await app.deps.pool.query(
        'select conversation_id as id from messages where carrier_id = $1',
        [sid],
      );
      if (rows.length === 0) throw new Error('Not there yet');
      return rows[0].id as string;
    });
  };

  it('shows admins what arrives, counts it for them, and notifies their browsers', async () => {
    const { ana, nia, number } = await freeSeat();
    const stream = await openStream(app.url, ana.token);
    const id = await textTo(number);
    expect(await uncovered(ana)).toEqual([id]);
    expect(await ana.call(routes.getInboxCounts, {})).toMatchObject({ uncovered: 1 });
    await eventually(() => expect(JSON.stringify(stream.events)).toContain(id));
    stream.close();
    await ana.call(routes.readConversation, { params: { id } });
    expect(await ana.call(routes.getInboxCounts, {})).toMatchObject({ uncovered: 0 });
    expect((await nia.call(routes.getInboxCounts, {})).uncovered).toBeUndefined();
    expect(await nia.refusal(routes.listUncoveredConversations, {})).toBe('403 forbidden');
  });

  it('is covered by a colleague, who gets what is there and what comes, until someone has the seat', async () => {
    const { ana, nia, number, seatId } = await freeSeat();
    const cover = (userId: string | null) =>
      ana.ask(routes.coverSeat, { params: { id: seatId }, body: { userId } });
    const phone = candidatePhone();
    const first = await textTo(number, phone);
    expect((await cover(nia.userId)).status).toBe(200);
    const second = await textTo(number);
    const inboxOf = async (person: Recruiter) =>
      (await person.call(routes.listConversations, {})).items.map(({ id }) => id).sort();
    expect(await inboxOf(nia)).toEqual([first, second].sort());
    expect(await uncovered(ana)).toEqual([]);
    expect(await seatWith(ana, ({ id }) => id === seatId)).toMatchObject({ coveredBy: { id: nia.userId } });
    const answer = await nia.call(routes.sendMessage, {
      body: { conversationId: first, body: 'Yes, it is' },
    });
    await untilStatus(nia, answer, 'delivered');

    const email = await invite(ana, anAddress(), { seatId });
    const { id_token } = await app.anonymous.call(routes.signup, form(email, await tokenFor(email)));
    const next = app.client(id_token) as Recruiter;
    await eventually(async () => expect(await inboxOf(next)).toEqual([first, second].sort()));
    expect(await inboxOf(nia)).toEqual([]);
    expect((await cover(nia.userId)).status).toBe(409);
  });

  it('is no longer covered by a removed person, or when an admin ends it', async () => {
    const { ana, nia, number, seatId } = await freeSeat();
    const params = { id: seatId };
    await ana.call(routes.coverSeat, { params, body: { userId: nia.userId } });
    const id = await textTo(number);
    expect(await uncovered(ana)).toEqual([]);
    await ana.call(routes.coverSeat, { params, body: { userId: null } });
    expect(await uncovered(ana)).toEqual([id]);
    await ana.call(routes.coverSeat, { params, body: { userId: nia.userId } });
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: nia.userId } });
    expect(await uncovered(ana)).toEqual([id]);
    expect(await seatWith(ana, (seat) => seat.id === seatId)).toMatchObject({ coveredBy: null });
    expect(await ana.refusal(routes.coverSeat, { params, body: { userId: nia.userId } })).toBe(
      '404 not_found',
    );
  });

  it('goes with the conversations: the colleague who gets them gets what arrives too', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const nia = await app.addColleague(ana);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId, threadsTo: nia.userId } });
    const id = await textTo(cem.number);
    expect((await nia.call(routes.listConversations, {})).items.map((each) => each.id)).toEqual([id]);
  });
});
