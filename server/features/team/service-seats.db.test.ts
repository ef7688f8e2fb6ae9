import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { Scope } from '../../../contract/scopes.ts';
import { runSendMail, sealMail } from '../../mail/send-mail.ts';
import { mailsTo, newMail } from '../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { receiveText, sentTo, untilStatus } from '../../testing/texting.ts';
import { startSession } from '../auth/start-session.ts';

/* Software that has a seat. */

let app: TestApp;
let ana: Recruiter;
/** With a number. */
let payroll: Service;

interface Service {
  accountId: string;
  userId: string;
  seatId: string;
  email: string;
}

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
  payroll = await addService('Payroll');
});

const query = async (text: string, values: unknown[]) => (await app.deps.pool.query(text, values)).rows;
const seats = () => ana.call(routes.getSeats, {});
const seatOf = async ({ seatId }: { seatId: string }) => (await seats()).find(({ id }) => id === seatId);
const once = () => ({ 'idempotency-key': app.deps.newId() });

async function addService(name: string, more: { seatId?: string } = {}): Promise<Service> {
  const added = await ana.call(routes.addService, { body: { name, ...more }, headers: once() });
  const seat = await seatOf(added);
  return { ...added, accountId: ana.accountId, email: seat?.user?.email ?? '' };
}

async function giveNumber({ seatId }: Service): Promise<string> {
  const [forSale] = await ana.call(routes.findPhoneNumber, { query: { areaCode: '415' } });
  const phoneNumber = forSale?.phoneNumber ?? '';
  await ana.call(routes.updatePhoneNumber, { params: { id: seatId }, body: { phoneNumber } });
  await eventually(async () => expect((await seatOf({ seatId }))?.linkStatus).toBe('linked'));
  return phoneNumber;
}

const createKey = (more: object = {}) =>
  ana.call(routes.createApiKey, { body: { name: 'Nightly', scopes: [...Scope.options], ...more } });
const keyOf = async (service: Service, more: object = {}) => {
  const { secret } = await createKey({ ownerId: service.userId, ...more });
  return app.client(secret);
};

describe('a service', () => {
  it('takes a free seat as a recruiter who texts, until none is free', async () => {
    const seat = await seatOf(payroll);
    expect(seat).toMatchObject({
      status: 'used',
      seatRole: 'recruiter',
      seatType: 'texter',
      userType: 'member',
      user: { id: payroll.userId, firstName: 'Payroll', lastName: '', isService: true, lastActiveAt: null },
      can: { removePerson: true, changeUserType: false, changeSeatType: true, changeNumber: true },
    });
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'service.added' } });
    expect(items[0]).toMatchObject({ subject: 'Payroll', actor: { id: ana.userId } });
    for (const { status } of await seats()) if (status === 'available') await addService('Another');
    const body = { name: 'One too many' };
    expect(await ana.refusal(routes.addService, { body, headers: once() })).toBe('409 no_free_seat');
    expect(
      await ana.refusal(routes.addService, { body: { ...body, seatId: payroll.seatId }, headers: once() }),
    ).toBe('409 seat_not_free');
  });

  it('is added once, however often the call is repeated', async () => {
    const call = { body: { name: 'Twice' }, headers: once() };
    const first = await ana.call(routes.addService, call);
    expect(await ana.call(routes.addService, call)).toEqual(first);
    expect((await seats()).filter(({ user }) => user?.firstName === 'Twice')).toHaveLength(1);
  });

  it('comes with the number and the conversations of the seat that was chosen', async () => {
    const cem = await app.addColleague(ana);
    const phone = candidatePhone();
    const { id } = await receiveText(app, cem, phone, 'Hello?');
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    const heir = await addService('Heir', { seatId: cem.seatId });
    expect(await seatOf(heir)).toMatchObject({ twilioNumber: cem.number, linkStatus: 'linked' });
    await eventually(async () => {
      const { assigneeId } = await ana.call(routes.getConversation, { params: { id } });
      expect(assigneeId).toBe(heir.userId);
    });
  });

  it('texts under its name, from a number that an admin chose, through the same gate', async () => {
    const number = await giveNumber(payroll);
    const again = { params: { id: payroll.seatId }, body: { phoneNumber: number } };
    expect(await ana.call(routes.updatePhoneNumber, again)).toMatchObject({ phoneNumber: number });
    const key = await keyOf(payroll);
    const to = candidatePhone();
    const text = await key.call(routes.sendMessage, {
      body: { to, body: 'Your shift starts at 7.' },
      headers: once(),
    });
    expect(text.sender).toMatchObject({ id: payroll.userId, firstName: 'Payroll', lastName: '' });
    expect((await untilStatus(ana, text, 'delivered')).via?.name).toBe('Nightly');
    expect(sentTo(app, to)).toEqual(['Your shift starts at 7.']);
    expect(app.twilio.state.messages.find((message) => message.to === to)?.from).toBe(number);
    await app.twilio.control.inbound(to, number, 'STOP');
    await eventually(async () =>
      expect(await key.refusal(routes.sendMessage, { body: { to, body: 'Again' }, headers: once() })).toBe(
        '403 opted_out',
      ),
    );
  });

  it('is renamed, also where it has texted, and a person is not', async () => {
    await ana.call(routes.renameService, { body: { userId: payroll.userId, name: 'Payroll import' } });
    expect((await seatOf(payroll))?.user?.firstName).toBe('Payroll import');
    const key = await keyOf(payroll);
    expect((await key.call(routes.getUser, {})).firstName).toBe('Payroll import');
    const cem = await app.addColleague(ana);
    const body = { userId: cem.userId, name: 'Cemal' };
    expect(await ana.refusal(routes.renameService, { body })).toBe('404 not_found');
    for (const name of [' ', 'x'.repeat(81)])
      expect(await ana.refusal(routes.renameService, { body: { userId: payroll.userId, name } })).toBe(
        '422 invalid',
      );
  });

  it('calls where the account requires a second step, which it can not have', async () => {
    const key = await keyOf(payroll);
    const test = await keyOf(payroll, { mode: 'test' });
    await query('update accounts set mfa_required = true where id = $1', [ana.accountId]);
    await key.call(routes.listConversations, {});
    await test.call(routes.listConversations, {});
  });
});

describe('no one signs in as a service', () => {
  it.each([
    'authenticators',
    'logins',
    'one_time_secrets',
    'passkeys',
    'push_subscriptions',
    'sessions',
    'sso_codes',
    'sso_sign_ins',
  ])('the database refuses a row of %s', async (table) => {
    await expect(
      app.deps.pool.query(`insert into ${table} (account_id, user_id) values ($1, $2)`, [
        payroll.accountId,
        payroll.userId,
      ]),
    ).rejects.toThrow(`a service has no ${table}`);
  });

  it('it has no password, no mailbox and no admin’s rights, whatever a line of code tries', async () => {
    for (const change of [
      "password_hash = 'x'",
      "email = 'payroll@acme.example'",
      "user_type = 'admin'",
      'mfa_enabled = true',
    ])
      await expect(
        app.deps.pool.query(`update users set ${change} where id = $1`, [payroll.userId]),
      ).rejects.toThrow('users_service');
  });

  it('it gets no session, and no mail that would start one', async () => {
    const { email } = payroll;
    expect(email).toMatch(/@service\.invalid$/);
    await expect(startSession(app.deps.db, { ...payroll, userAgent: null }, app.deps)).rejects.toThrow();
    const body = { email, password: 'a long and unusual passphrase' };
    expect(await app.anonymous.refusal(routes.login, { body })).toBe('401 wrong_credentials');
    await app.anonymous.call(routes.sendMagicLink, { body: { email } });
    await app.anonymous.call(routes.sendResetPasswordEmail, { body: { email } });
    const tried: string[] = [];
    const mailer = {
      ...app.deps.mailer,
      send: async (_id: string, mail: { to: string }) => {
        tried.push(mail.to);
        return { outcome: 'accepted' } as const;
      },
    };
    for (const to of [email.toUpperCase(), email, 'dana@example.com']) {
      const sealed = sealMail(app.deps.sealer, { to, subject: 'Hi', text: 'Hi', html: 'Hi' });
      await runSendMail({ ...app.deps, mailer }, { id: app.deps.newId(), sealed });
    }
    expect(tried).toEqual(['dana@example.com']);
  });

  it('it can not be invited over', async () => {
    const { email } = payroll;
    for (const address of [email, email.toUpperCase(), 'new@service.invalid'])
      expect(await ana.refusal(routes.inviteUser, { body: { email: address }, headers: once() })).toBe(
        '409 cannot_invite',
      );
    const { outcomes } = await ana.call(routes.inviteUsers, { body: { emails: [email] }, headers: once() });
    expect(outcomes).toMatchObject([{ outcome: 'refused', code: 'cannot_invite' }]);
  });
});

describe('what takes a person', () => {
  it('a service is no admin, no cover and no heir of conversations', async () => {
    const refusal = '409 not_for_services';
    const { userId } = payroll;
    expect(await ana.refusal(routes.changeUserType, { body: { userId, userType: 'admin' } })).toBe(refusal);
    const cem = await app.addColleague(ana);
    expect(
      await ana.refusal(routes.removeSeatFromTeamMember, { body: { userId: cem.userId, threadsTo: userId } }),
    ).toBe(refusal);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    expect(await ana.refusal(routes.coverSeat, { params: { id: cem.seatId }, body: { userId } })).toBe(
      refusal,
    );
  });

  it('a service is not left behind: the account goes with the last person', async () => {
    expect((await ana.call(routes.getDeletionPreview, {})).scope).toBe('account');
  });

  it('a service is no delegate', async () => {
    const { delegates } = await ana.call(routes.getOutOfOffice, {});
    expect(delegates.map(({ id }) => id)).not.toContain(payroll.userId);
    const body = { delegateUserId: payroll.userId };
    expect(await ana.refusal(routes.updateOutOfOfficeByUserId, { params: { id: ana.userId }, body })).toBe(
      '422 invalid',
    );
  });

  it('a service is not mentioned, also in its own conversations', async () => {
    const { id } = await receiveText(app, ana, candidatePhone(), 'Hello?');
    await ana.call(routes.assignConversation, { params: { id }, body: { userId: payroll.userId } });
    const people = await ana.call(routes.listWhoSees, { params: { id } });
    expect(people.map((person) => person.id)).toEqual([ana.userId]);
    const body = { body: 'Look', mentionUserIds: [payroll.userId] };
    expect(await ana.refusal(routes.createNote, { params: { id }, body })).toBe('422 invalid');
  });

  it('a service has no notifications', async () => {
    const cem = await app.addColleague(ana);
    const row = (userId: string) => [ana.accountId, app.deps.newId(), userId];
    for (const { userId } of [payroll, cem])
      await query(
        `insert into notifications (account_id, id, user_id, type, text, mail_due, created_at)
         values ($1, $2, $3, 'mention', 'Look', false, now())`,
        row(userId),
      );
    expect(
      await query('select user_id as "userId" from notifications where account_id = $1', [ana.accountId]),
    ).toEqual([{ userId: cem.userId }]);
  });
});

describe('a key', () => {
  it('is made by an admin for a service, whose rights it has, and the admins get a mail', async () => {
    const admin = await app.addColleague(ana, 'admin');
    const emails = await Promise.all(
      [ana, admin].map(async (one) => (await one.call(routes.getUser, {})).email),
    );
    const before = await Promise.all(emails.map(async (email) => (await mailsTo(app, email)).length));
    const { secret, ...key } = await createKey({ ownerId: payroll.userId });
    expect(key.owner).toEqual({ id: payroll.userId, firstName: 'Payroll', lastName: '', isService: true });
    const client = app.client(secret);
    expect((await client.call(routes.getUser, {})).id).toBe(payroll.userId);
    // A member's: seats are for admins.
    expect(await client.refusal(routes.getSeats, {})).toBe('403 forbidden');
    for (const [index, email] of emails.entries())
      expect((await newMail(app, email, before[index] ?? 0)).subject).toBe(
        'A new API key has the rights of Payroll',
      );
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'apiKey.created' } });
    expect(items[0]).toMatchObject({ actor: { id: ana.userId }, details: { owner: 'Payroll' } });
    const { secret: second } = await ana.call(routes.rotateApiKey, { params: { id: key.id } });
    await app.client(second).call(routes.getUser, {});
  });

  it('dies with the service, which does not come back', async () => {
    const key = await keyOf(payroll);
    await key.call(routes.listConversations, {});
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: payroll.userId } });
    expect(await key.refusal(routes.listConversations, {})).toBe('401 key_invalid');
    expect(await seatOf(payroll)).toMatchObject({ status: 'available', user: null });
    expect(await ana.call(routes.getFormerMembers, {})).toEqual([]);
    const body = { email: payroll.email };
    expect(await ana.refusal(routes.resendInvitation, { body })).toBe('404 invitation_not_pending');
    const asked = await ana.ask(routes.createApiKey, {
      body: { name: 'Late', scopes: ['texts:read'], ownerId: payroll.userId },
    });
    expect(asked.status).toBe(422);
  });
});
