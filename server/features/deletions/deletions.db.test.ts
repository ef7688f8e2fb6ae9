import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import * as routes from '../../../contract/routes.ts';
import { behindLock } from '../../testing/behind-lock.ts';
import { makePrepaid } from '../../testing/billing.ts';
import { isKept } from '../../testing/is-kept.ts';
import { enable, officePhone } from '../../testing/landlines.ts';
import { mailsTo, newMail } from '../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { type Answer, refusalOf } from '../../testing/test-client.ts';
import { lookUp, receiveText, sendText, sentTo, untilStatus } from '../../testing/texting.ts';
import { hashPassword } from '../auth/passwords.ts';
import { sendTexts } from '../texting/sending/send-texts.ts';
import { setPasswordHash } from '../users/store.ts';
import { runErase } from './erase.ts';
import { runSweepDeletions } from './sweep-deletions.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => app.clock.reset());

const DAY_MS = 24 * 3600_000;
const password = 'correct horse battery';

type RecruiterWithEmail = Recruiter & { email: string };

async function owner(): Promise<RecruiterWithEmail> {
  const person = await app.signUp();
  return { ...person, email: (await person.call(routes.getUser, {})).email };
}

async function colleagueOf(
  of: Recruiter,
  userType: 'admin' | 'member' = 'member',
): Promise<RecruiterWithEmail> {
  const person = await app.addColleague(of, userType);
  await setPasswordHash(app.deps.db, person.accountId, person.userId, await hashPassword(password));
  return { ...person, email: (await person.call(routes.getUser, {})).email };
}

const leave = (person: RecruiterWithEmail) => person.call(routes.deleteUser, { body: { password } });
const signIn = (person: RecruiterWithEmail) =>
  app.anonymous.ask(routes.login, { body: { email: person.email, password } });

/** The token that a sign-in is refused with. */
function tokenIn(answer: Answer): string {
  expect(refusalOf(answer)).toBe('403 deletion_pending');
  return (answer.body as { details: { token: string } }).details.token;
}

async function linkTo(person: RecruiterWithEmail, subject: RegExp): Promise<string> {
  const mail = await eventually(async () => {
    const found = (await mailsTo(app, person.email)).findLast((each) => subject.test(each.subject));
    if (found === undefined) throw new Error('The mail has not come');
    return found;
  });
  return /\/keep-account\?token=(\S+)/.exec(mail.text)?.[1] ?? '';
}

const keep = (token: string) => app.anonymous.ask(routes.takeBackDeletion, { body: { token } });

/** Every row of the account, by table. */
async function rowsOf(accountId: string): Promise<Record<string, number>> {
  const { rows: tables } = await app.deps.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'account_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await app.deps.pool.query(
      `select count(*)::int as n from ${name} where account_id = $1`,
      [accountId],
    );
    if (rows[0]?.n > 0) found[name] = rows[0]?.n;
  }
  return found;
}

describe('asking for it', () => {
  it('needs the password', async () => {
    const ana = await owner();
    expect(await ana.ask(routes.deleteUser, { body: { password: 'not hers at all' } })).toMatchObject({
      status: 422,
      body: { details: { fields: { password: ['The password is wrong'] } } },
    });
    expect(await ana.refusal(routes.deleteUser, { body: { password: '' } })).toBe('422 invalid');
    expect((await ana.ask(routes.getUser)).status).toBe(200);
  });

  it('ends every session, cancels what is scheduled, and reports it by mail; what comes in is still kept', async () => {
    const ana = await owner();
    const second = await signIn(ana);
    const elsewhere = app.client((second.body as { id_token: string }).id_token);
    const phone = candidatePhone();
    const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
    const text = await sendText(ana, phone, 'Tomorrow at nine?', { scheduledAt });
    expect(await ana.call(routes.getDeletionPreview, {})).toMatchObject({ scheduledTexts: 1 });
    const { deletesAt } = await leave(ana);
    expect(Date.parse(deletesAt) - Date.now()).toBeGreaterThan(29.9 * DAY_MS);
    for (const client of [ana, elsewhere])
      expect(refusalOf(await client.ask(routes.getUser))).toBe('401 session_ended');
    const { rows } = await app.deps.pool.query('select status from messages where id = $1', [text.id]);
    expect(rows).toEqual([{ status: 'canceled' }]);

    const mail = await eventually(async () => {
      const [found] = (await mailsTo(app, ana.email)).filter(({ subject }) =>
        /will be deleted on/.test(subject),
      );
      if (found === undefined) throw new Error('No mail');
      return found;
    });
    expect(mail.text).toContain("your company's account with its numbers, candidates and texts");

    const { sid } = await app.twilio.control.inbound(phone, ana.number, 'Are you there?');
    await eventually(async () => {
      const found = await app.deps.pool.query('select 1 from messages where carrier_id = $1', [sid]);
      expect(found.rowCount).toBe(1);
    });
  });

  it('sends nothing that was accepted at the same moment, but still answers STOP', async () => {
    const ana = await owner();
    const phone = candidatePhone();
    const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
    const text = await sendText(ana, phone, 'Tomorrow at nine?', { scheduledAt });
    await leave(ana);
    // As if it had been written just after the others were canceled.
    await app.deps.pool.query(
      "update messages set status = 'queued', send_after = now() - interval '1 minute' where id = $1",
      [text.id],
    );
    const { rows } = await app.deps.pool.query('select number_id as id from messages where id = $1', [
      text.id,
    ]);
    await sendTexts(app.deps, { accountId: ana.accountId, numberId: rows[0]?.id });
    // The worker may have been at it already.
    await eventually(async () => {
      const { rows: after } = await app.deps.pool.query('select status from messages where id = $1', [
        text.id,
      ]);
      expect(after).toEqual([{ status: 'canceled' }]);
    });
    const before = sentTo(app, phone).length;
    await app.twilio.control.inbound(phone, ana.number, 'opt out');
    await eventually(() => expect(sentTo(app, phone).length).toBe(before + 1));
  });

  it('shows beforehand how many texts are canceled: the person’s, and for the last person all', async () => {
    const ana = await owner();
    const cem = await colleagueOf(ana, 'admin');
    const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
    for (const person of [ana, cem]) await sendText(person, candidatePhone(), 'At nine?', { scheduledAt });
    expect(await ana.call(routes.getDeletionPreview, {})).toMatchObject({ scope: 'user', scheduledTexts: 1 });
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    expect(await ana.call(routes.getDeletionPreview, {})).toMatchObject({
      scope: 'account',
      scheduledTexts: 2,
    });
  });

  it('shows beforehand that the whole account goes, if everyone else is only invited', async () => {
    const ana = await owner();
    await ana.call(routes.inviteUser, { body: { email: 'only-invited@example.com' } });
    const preview = await ana.call(routes.getDeletionPreview, {});
    expect(preview).toEqual({ scope: 'account', scheduledTexts: 0, invitations: 1, planEndsAt: null });
    const cem = await colleagueOf(ana);
    expect(await ana.call(routes.getDeletionPreview, {})).toMatchObject({ scope: null, invitations: 0 });
    expect(await cem.call(routes.getDeletionPreview, {})).toMatchObject({ scope: 'user', invitations: 0 });
  });

  it('deletes nothing else than what the person was shown', async () => {
    const ana = await owner();
    const cem = await colleagueOf(ana, 'admin');
    await leave(cem);
    expect(await ana.refusal(routes.deleteUser, { body: { password, scope: 'user' } })).toBe(
      '409 deletion_changed',
    );
    expect((await ana.ask(routes.deleteUser, { body: { password, scope: 'account' } })).status).toBe(200);
  });

  it('is refused to the last admin of several people, and given to one of two', async () => {
    const ana = await owner();
    const cem = await colleagueOf(ana);
    expect(await ana.ask(routes.deleteUser, { body: { password } })).toMatchObject({
      status: 409,
      body: { code: 'last_admin', message: expect.stringContaining('the only admin') },
    });
    await app.deps.pool.query("update users set user_type = 'admin' where id = $1", [cem.userId]);
    const answers = await Promise.all(
      [ana, cem].map((person) => person.ask(routes.deleteUser, { body: { password } })),
    );
    // The second one is alone then: everyone else is leaving.
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await app.deps.pool.query(
      'select deletes_at is not null as closes from accounts where id = $1',
      [ana.accountId],
    );
    expect(rows).toEqual([{ closes: true }]);
  });

  it('lets no one join a company that closes; an admin who keeps it gets its invitations back', async () => {
    const ana = await owner();
    await ana.call(routes.inviteUser, { body: { email: 'invited@example.com' } });
    const mail = await newMail(app, 'invited@example.com', 0);
    const inviteToken = /invite=(\S+)/.exec(mail.text)?.[1] ?? '';
    expect(inviteToken).not.toBe('');
    await leave(ana);
    const body = { firstName: 'Ivo', lastName: 'Late', email: 'invited@example.com', password, inviteToken };
    const join = () => app.anonymous.ask(routes.signup, { body });
    expect(refusalOf(await join())).toBe('422 invitation_invalid');
    const kept = await keep(tokenIn(await signIn(ana)));
    const back = app.client((kept.body as { id_token: string }).id_token);
    expect(await back.call(routes.getSeats, {})).toContainEqual(
      expect.objectContaining({ status: 'pendingInvitation', pendingEmail: 'invited@example.com' }),
    );
    expect((await join()).status).toBe(201);
  });

  it('voids the codes that are on their way', async () => {
    const ana = await owner();
    const count = (await mailsTo(app, ana.email)).length;
    await app.anonymous.call(routes.sendResetPasswordEmail, { body: { email: ana.email } });
    const code = /^\s*(\d{6,8})\s*$/m.exec((await newMail(app, ana.email, count)).text)?.[1] ?? '';
    expect(code).not.toBe('');
    await leave(ana);
    const body = { email: ana.email, code, password: 'another horse battery' };
    expect(await app.anonymous.refusal(routes.resetPasswordUsingCode, { body })).toBe('422 code_invalid');
    expect((await signIn(ana)).body).toMatchObject({ code: 'deletion_pending' });
  });

  it('of two last admins beside a member, one stays', async () => {
    const ana = await owner();
    const cem = await colleagueOf(ana, 'admin');
    await colleagueOf(ana);
    const answers = await Promise.all(
      [ana, cem].map((person) => person.ask(routes.deleteUser, { body: { password } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('asking for it at the same moment', () => {
  const asks = (person: RecruiterWithEmail) => () => person.ask(routes.deleteUser, { body: { password } });

  it('as being removed comes to nothing', async () => {
    const ana = await owner();
    const cem = await colleagueOf(ana, 'admin');
    const [removed, asked] = await behindLock(app, ana.accountId, [
      () => ana.ask(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } }),
      asks(cem),
    ]);
    expect(removed.status).toBe(200);
    expect(refusalOf(asked)).toBe('401 session_ended');
    const { rows } = await app.deps.pool.query('select deletes_at from users where id = $1', [cem.userId]);
    expect(rows).toEqual([{ deletes_at: null }]);
  });

  it('twice is once: one day, one mail, whose link is good', async () => {
    const ana = await owner();
    const [first, second] = await behindLock(app, ana.accountId, [asks(ana), asks(ana)]);
    expect(first.status).toBe(200);
    expect(refusalOf(second)).toBe('401 session_ended');
    const link = await linkTo(ana, /will be deleted on/);
    const asked = (await mailsTo(app, ana.email)).filter(({ subject }) => /will be deleted/.test(subject));
    expect(asked).toHaveLength(1);
    expect((await keep(link)).status).toBe(200);
  });
});

describe('taking it back', () => {
  it('is offered after the password, signs in, and works once', async () => {
    const ana = await owner();
    const before = await rowsOf(ana.accountId);
    await leave(ana);
    const wrong = { body: { email: ana.email, password: 'wrong' } };
    expect(await app.anonymous.refusal(routes.login, wrong)).toBe('401 wrong_credentials');
    const token = tokenIn(await signIn(ana));
    const { status, body } = await keep(token);
    expect({ status, body }).toMatchObject({ status: 200, body: { signedIn: true } });
    const back = app.client((body as { id_token: string }).id_token);
    expect((await back.call(routes.getUser, {})).id).toBe(ana.userId);
    expect(refusalOf(await keep(token))).toBe('422 link_invalid');
    expect((await signIn(ana)).status).toBe(200);
    expect(Object.keys(before).every((table) => table !== 'seats')).toBe(false);
    await linkOrSubject(ana, "We're keeping your account");
    app.clock.advance(31 * DAY_MS);
    await runSweepDeletions(app.deps);
    await runErase(app.deps, ana);
    expect(await rowsOf(ana.accountId)).toHaveProperty('users', 1);
  });

  it('is offered after the second step, not before', async () => {
    const ana = await owner();
    await app.deps.pool.query(
      'update users set mfa_enabled = true, email_verified_at = now() where id = $1',
      [ana.userId],
    );
    await leave(ana);
    expect(await signIn(ana)).toMatchObject({ status: 200, body: { mfaNeeded: true } });
    const count = (await mailsTo(app, ana.email)).length;
    await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
    const code = /\b\d{6}\b/.exec((await newMail(app, ana.email, count)).text)?.[0] ?? '';
    const finished = await app.anonymous.ask(routes.verifyMfa, { body: { email: ana.email, code } });
    expect((await keep(tokenIn(finished))).body).toMatchObject({ signedIn: true });
  });

  it('is in the link of the mail, which signs no one in', async () => {
    const ana = await owner();
    await leave(ana);
    const token = await linkTo(ana, /will be deleted on/);
    // A program that looks at mails opens links, and nothing happens.
    expect((await fetch(`${app.url}${API_BASE}${routes.takeBackDeletion.path}?token=${token}`)).status).toBe(
      404,
    );
    expect((await keep(token)).body).toEqual({ signedIn: false, plan: null });
    expect((await signIn(ana)).status).toBe(200);
  });

  it('takes no token that was made up, changed, or meant for another request', async () => {
    const ana = await owner();
    await leave(ana);
    const first = await linkTo(ana, /will be deleted on/);
    const parts = first.split('.');
    for (const made of [
      '',
      'x',
      first.slice(0, -1),
      first.replace('.mail.', '.signIn.'),
      [...parts.slice(0, 4), '9999999999999', parts[5]].join('.'),
    ])
      expect((await keep(made)).status).toBe(422);
    expect((await keep(first)).status).toBe(200);
    const { body } = await signIn(ana);
    app.clock.advance(1000);
    await app.client((body as { id_token: string }).id_token).call(routes.deleteUser, { body: { password } });
    expect(refusalOf(await keep(first))).toBe('422 link_invalid');
  });

  it('is over after fifteen minutes for the one of the sign-in, and after thirty days for everybody', async () => {
    const ana = await owner();
    await leave(ana);
    const token = tokenIn(await signIn(ana));
    const link = await linkTo(ana, /will be deleted on/);
    app.clock.advance(16 * 60_000);
    expect(refusalOf(await keep(token))).toBe('422 link_invalid');
    app.clock.advance(30 * DAY_MS);
    expect(refusalOf(await keep(link))).toBe('422 link_invalid');
    expect(refusalOf(await signIn(ana))).toBe('401 wrong_credentials');
  });

  it('is over when the time has come, however short ago someone signed in for it', async () => {
    const ana = await owner();
    await leave(ana);
    app.clock.advance(30 * DAY_MS - 5 * 60_000);
    const token = tokenIn(await signIn(ana));
    app.clock.advance(6 * 60_000);
    expect(refusalOf(await keep(token))).toBe('422 link_invalid');
  });

  it('of a closed company is for an admin', async () => {
    const ana = await owner();
    const cem = await colleagueOf(ana);
    await leave(cem);
    await leave(ana);
    expect(refusalOf(await keep(tokenIn(await signIn(cem))))).toBe('422 link_invalid');
    expect((await keep(tokenIn(await signIn(ana)))).status).toBe(200);
    expect((await keep(tokenIn(await signIn(cem)))).status).toBe(200);
  });

  it('of a closed company is not for an admin who was removed from it', async () => {
    const ana = await owner();
    const cem = await colleagueOf(ana, 'admin');
    await leave(cem);
    const link = await linkTo(cem, /will be deleted on/);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    await leave(ana);
    expect(refusalOf(await keep(link))).toBe('422 link_invalid');
    app.clock.advance(31 * DAY_MS);
    for (const person of [cem, ana]) await runErase(app.deps, person);
    expect(await rowsOf(ana.accountId)).toEqual({});
  });
});

describe('after thirty days', () => {
  it('a mail has come three days before, once', async () => {
    const ana = await owner();
    await leave(ana);
    const near = async () =>
      (await mailsTo(app, ana.email)).filter(({ subject }) =>
        /^Reminder: Your account will be deleted/.test(subject),
      ).length;
    app.clock.advance(26 * DAY_MS);
    await runSweepDeletions(app.deps);
    app.clock.advance(1.5 * DAY_MS);
    await Promise.all([runSweepDeletions(app.deps), runSweepDeletions(app.deps)]);
    await eventually(async () => expect(await near()).toBe(1));
    await runSweepDeletions(app.deps);
    expect((await keep(await linkTo(ana, /^Reminder: Your account will be deleted/))).status).toBe(200);
    expect(await near()).toBe(1);
  });

  it('everything of the account is gone, its number given back, its pictures removed; only opt-outs are kept', async () => {
    const ana = await owner();
    const [silent, talking] = [candidatePhone(), candidatePhone()];
    await receiveText(app, ana, silent, 'STOP');
    const conversation = await receiveText(app, ana, talking, 'Hello!');
    const { url } = await picture(ana, routes.uploadMedia.path);
    const { avatar } = await picture(ana, routes.uploadAvatar.path);
    await untilStatus(ana, await sendText(ana, talking, 'Hi'), 'delivered');
    await leave(ana);
    expect([...app.twilio.state.owned.values()].some(({ phoneNumber }) => phoneNumber === ana.number)).toBe(
      true,
    );
    app.clock.advance(30 * DAY_MS + 1000);
    await runSweepDeletions(app.deps);
    await eventually(async () => expect(await rowsOf(ana.accountId)).toEqual({}));
    const { rowCount } = await app.deps.pool.query('select 1 from accounts where id = $1', [ana.accountId]);
    expect(rowCount).toBe(0);
    expect([...app.twilio.state.owned.values()].some(({ phoneNumber }) => phoneNumber === ana.number)).toBe(
      false,
    );
    app.clock.reset();
    await eventually(async () => {
      for (const address of [url, avatar]) expect((await fetch(address ?? '')).status).toBe(404);
    });
    expect(await isKept(app, new URL(avatar ?? '').pathname.replace('/avatars/', ''))).toBe(false);
    expect(conversation.candidate.phoneNumber).toBe(talking);

    const { rows: kept } = await app.deps.pool.query('select to_jsonb(k)::text as row from kept_opt_outs k');
    for (const { row } of kept)
      for (const secret of [silent, silent.slice(2), ana.email, ana.accountId])
        expect(row).not.toContain(secret);

    // Anyone who comes back finds them again, and no one else does.
    const { id_token: token } = await app.anonymous.call(routes.signup, {
      body: { firstName: 'Ana', lastName: 'Again', email: ana.email.toUpperCase(), password },
    });
    const back = app.client(token);
    await back.call(routes.changePlan, { body: { accountType: 'personal', planType: 'monthly' } });
    const [forSale] = await back.call(routes.findPhoneNumber, { query: { areaCode: '415' } });
    await back.call(routes.buyPhoneNumber, { body: { phoneNumber: forSale?.phoneNumber ?? '' } });
    await back.call(routes.checkLinkStatus, {});
    expect(await back.refusal(routes.sendMessage, { body: { to: silent, body: 'Hi again' } })).toBe(
      '403 opted_out',
    );
    expect((await back.ask(routes.sendMessage, { body: { to: talking, body: 'Hi again' } })).status).toBe(
      201,
    );
    const stranger = await owner();
    expect((await stranger.ask(routes.sendMessage, { body: { to: silent, body: 'Hello' } })).status).toBe(
      201,
    );
  });

  it('resumes where it was broken off when the carrier could not be asked', async () => {
    const ana = await owner();
    await leave(ana);
    app.clock.advance(30 * DAY_MS + 1000);
    const deps = {
      ...app.deps,
      carrier: { ...app.deps.carrier, releaseNumber: () => Promise.reject(new Error('not now')) },
    };
    await expect(runErase(deps, ana)).rejects.toThrow('not now');
    expect(await rowsOf(ana.accountId)).toMatchObject({ numbers: 1, number_directory: 1, users: 1 });
    await runErase(app.deps, ana);
    await runErase(app.deps, ana);
    expect(await rowsOf(ana.accountId)).toEqual({});
  });

  it('a number goes back whose ID the carrier could never give', async () => {
    const ana = await owner();
    await leave(ana);
    await app.deps.pool.query('update numbers set carrier_number_id = null where account_id = $1', [
      ana.accountId,
    ]);
    expect(app.twilio.state.owned.has(ana.number)).toBe(true);
    app.clock.advance(30 * DAY_MS + 1000);
    await runErase(app.deps, ana);
    expect(app.twilio.state.owned.has(ana.number)).toBe(false);
  });

  it('an order for a number that was being brought ends at the carrier', async () => {
    const ana = await owner();
    const phoneNumber = officePhone();
    await enable(ana, phoneNumber);
    const atCarrier = () => app.twilio.landline.orders.filter((order) => order.phoneNumber === phoneNumber);
    expect(atCarrier()).toHaveLength(1);
    const ending = vi.spyOn(app.deps.carrier.landline, 'withdrawOrder');
    await leave(ana);
    app.clock.advance(30 * DAY_MS + 1000);
    await runErase(app.deps, ana);
    expect(ending).toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('what was bought is kept for the books, by nothing but the id of the account, and what was sent is not', async () => {
    const ana = await owner();
    await makePrepaid(app, ana, 200);
    const text = await sendText(ana, candidatePhone(), 'Hi');
    await untilStatus(ana, text, 'delivered');
    await leave(ana);
    app.clock.advance(30 * DAY_MS + 1000);
    for (let times = 0; times < 2; times += 1) await runErase(app.deps, ana);
    expect(await rowsOf(ana.accountId)).toEqual({ usage_entries: 1 });
    const { rows } = await app.deps.pool.query(
      `select kind, segments, extract(year from age(expires_at, now()))::int as years from usage_entries where account_id = $1`,
      [ana.accountId],
    );
    expect(rows).toEqual([{ kind: 'purchase', segments: 200, years: 7 }]);
  });

  it('only the one whose time has come is gone, while the company closes later', async () => {
    const ana = await owner();
    const cem = await colleagueOf(ana, 'admin');
    await leave(cem);
    app.clock.advance(DAY_MS);
    await leave(ana);
    app.clock.advance(29 * DAY_MS + 1000);
    await runErase(app.deps, cem);
    const { rows } = await app.deps.pool.query('select id from users where account_id = $1', [ana.accountId]);
    expect(rows).toEqual([{ id: ana.userId }]);
    expect(app.twilio.state.owned.has(ana.number)).toBe(true);
  });

  it('a member is gone, while the seat, its number and its threads stay with the company', async () => {
    const ana = await owner();
    const cem = await colleagueOf(ana);
    const phone = candidatePhone();
    const text = await sendText(cem, phone, 'Hi from Cem');
    const { avatar } = await picture(cem, routes.uploadAvatar.path);
    await leave(cem);
    app.clock.advance(30 * DAY_MS + 1000);
    await runErase(app.deps, cem);
    app.clock.reset();
    const { rows } = await app.deps.pool.query('select 1 from users where id = $1', [cem.userId]);
    expect(rows).toEqual([]);
    const seat = (await ana.call(routes.getSeats, {})).find(({ id }) => id === cem.seatId);
    expect(seat).toMatchObject({ status: 'available', user: null, twilioNumber: cem.number });
    const found = await lookUp(ana, text);
    expect(found).toMatchObject({
      body: 'Hi from Cem',
      sender: { firstName: '', lastName: '', avatar: null },
    });
    await eventually(async () => expect((await fetch(avatar ?? '')).status).toBe(404));
    // The address is free again.
    expect(refusalOf(await signIn(cem))).toBe('401 wrong_credentials');
    const again = { firstName: 'Cem', lastName: 'Okafor', email: cem.email, password };
    expect((await app.anonymous.ask(routes.signup, { body: again })).status).toBe(201);
  });
});

describe('whatever table comes next', () => {
  /** Erased by separate statements, or by a trigger on candidates: no row of theirs needs the account to be there. */
  const byStatement = [
    'candidate_terms',
    'carrier_events',
    'events',
    'fact_marks',
    'live_events',
    'new_events',
    'plan_marks',
    'text_facts',
    'text_sums',
    'usage_closings',
    'usage_entries',
    'webhook_deliveries',
  ];

  it('goes with the account', async () => {
    const { rows } = await app.deps.pool.query<{ name: string }>(
      `with recursive gone as (
         select 'accounts'::regclass::oid as id
         union
         select k.conrelid from pg_constraint k join gone on gone.id = k.confrelid
          where k.contype = 'f' and k.confdeltype = 'c'
       )
       select c.table_name as name from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and c.column_name = 'account_id' and t.table_type = 'BASE TABLE'
          and format('%I.%I', table_schema, c.table_name)::regclass::oid not in (
            select id from gone union all select oid from pg_class where relispartition)
        order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(byStatement);
  });

  it('does not keep a person', async () => {
    const { rows } = await app.deps.pool.query<{ name: string }>(
      `select conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'users'::regclass and confdeltype not in ('c', 'n')`,
    );
    // Which is given back before.
    expect(rows.map(({ name }) => name)).toEqual(['seats']);
  });
});

async function linkOrSubject(person: RecruiterWithEmail, subject: string): Promise<void> {
  await eventually(async () =>
    expect((await mailsTo(app, person.email)).map((mail) => mail.subject)).toContain(subject),
  );
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function picture(person: Recruiter, path: string): Promise<{ url?: string; avatar?: string | null }> {
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/png' }), 'a.png');
  const answer = await fetch(app.url + API_BASE + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
  return (await answer.json()) as { url?: string; avatar?: string | null };
}
