import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../contract/routes.ts';
import { mailsTo, newMail } from './testing/mails.ts';
import type { Newcomer } from './testing/people.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from './testing/test-app.ts';
import { lookUp, receiveText, sendText, untilStatus } from './testing/texting.ts';

/* A whole loop, well and badly, with everything logged: no line says who or what. */

let app: TestApp;
let ana: Recruiter;
/** What must not be found, by what it is. */
const secrets = new Map<string, string>();

function secret(what: string, value: string): string {
  secrets.set(value, what);
  return value;
}

const password = secret('the password', 'horses eat batteries');
const email = secret('the e-mail', 'private.person@example.com');
const named = {
  firstName: secret('the first name', 'Xanthippe'),
  lastName: secret('the last name', 'Quackenbush'),
};
const body = secret('the text', 'Are you free on Tuesday?');
const answer = secret('the answer', 'Call me at');
const phone = aPhone();

function aPhone(): string {
  const number = candidatePhone();
  secret('a phone number', number);
  secret('a phone number without its country', number.slice(2));
  return number;
}

beforeAll(async () => {
  app = await startTestApp({ logLevel: 'trace' });
  ana = await app.signUp();
  for (const number of [ana.number, ana.number.slice(2)]) secret('the business number', number);
  secret('a token', ana.token);
  secret('the key of the carrier', app.twilio.authToken);
});
afterAll(() => app.stop());

function untilLogged(sentence: string): Promise<void> {
  return eventually(() => expect(app.logged.join('')).toContain(sentence));
}

/** From now on, the database refuses rows of which this is true; its error quotes the whole row. */
async function refuseRows(table: string, condition: string): Promise<() => Promise<unknown>> {
  await app.deps.pool.query(
    `alter table ${table} add constraint trouble check (not (${condition})) not valid`,
  );
  return () => app.deps.pool.query(`alter table ${table} drop constraint trouble`);
}

describe('no one can be identified from the log after', () => {
  it('registering and signing in, rightly and wrongly', async () => {
    const person = { ...named, email, password };
    const { id_token } = await app.anonymous.call(routes.signup, { body: person });
    secret('a token', id_token);
    await app.anonymous.refusal(routes.signup, { body: person });
    await app.anonymous.call(routes.login, { body: { email, password } });
    await app.anonymous.refusal(routes.login, { body: { email, password: `${password}!` } });
    await app.anonymous.refusal(routes.login, { body: { email: 'x', password } });
    await app.client(`${id_token}x`).refusal(routes.getUser, {});
    await fetch(`${app.url}/v1/auth/login`, { method: 'POST', body: `{"email":"${email}",` });
    await fetch(`${app.url}/v1/nothing/${email}?phone=${encodeURIComponent(phone)}&token=${id_token}`);
    await fetch(`${app.url}/v1/candidates/%E0%A4%A/${email}`);
  });

  it('codes and links that are mailed, used and refused', async () => {
    const linkIn = ({ text }: { text: string }) => /token=([\w.-]+)/.exec(text)?.[1] ?? '';
    const verification = linkIn(await newMail(app, email, 0));
    const mails = (await mailsTo(app, email)).length;
    await app.anonymous.call(routes.sendMagicLink, { body: { email } });
    const token = linkIn(await newMail(app, email, mails));
    for (const link of [verification, token])
      secret('the secret of a link', link.split('.')[2] || 'no link came');
    await app.anonymous.call(routes.verifyEmail, { body: { token: verification } });
    const { body: signedIn } = await app.anonymous.ask(routes.verifyMagicLink, { body: { token } });
    const { id_token } = routes.verifyMfa.reply.parse(signedIn);
    secret('a token', id_token);
    await app.anonymous.refusal(routes.verifyMagicLink, { body: { token } });
    await app.anonymous.refusal(routes.resetPasswordUsingCode, { body: { email, code: '123', password } });
    await app
      .client(id_token)
      .refusal(routes.changePassword, { body: { currentPassword: `${password}?`, password } });
  });

  it('an authenticator app set up, used and refused', async () => {
    const { id_token } = await app.anonymous.call(routes.signup, {
      body: { ...named, email: secret('another e-mail', 'with.a.phone@example.com'), password },
    });
    const person = app.client(secret('another token', id_token));
    const started = await person.call(routes.startAuthenticator, { body: { password } });
    secret('the seed of an authenticator', started.secret);
    const code = secret('a code of the app', URI.parse(started.otpauthUrl).generate());
    const { recoveryCodes } = await person.call(routes.confirmAuthenticator, { body: { code } });
    const [recoveryCode = ''] = recoveryCodes;
    secret('a recovery code', recoveryCode);
    const login = { email: 'with.a.phone@example.com', password };
    await app.anonymous.call(routes.login, { body: login });
    await app.anonymous.refusal(routes.verifyMfa, { body: { email: login.email, code } });
    await app.anonymous.call(routes.verifyMfa, { body: { email: login.email, code: recoveryCode } });
  });

  it('looking after a candidate', async () => {
    const fields = { ...named, email, phoneNumber: phone };
    const { id } = await ana.call(routes.createCandidate, { body: fields });
    await ana.refusal(routes.createCandidate, { body: fields });
    await ana.refusal(routes.createCandidate, { body: { ...fields, phoneNumber: `${phone}000000` } });
    for (const search of [phone, email, named.lastName])
      await ana.call(routes.listCandidates, { query: { search } });
    await ana.call(routes.updateCandidate, { params: { id }, body: { firstName: 'X', email: null } });
    await ana.call(routes.updateCandidate, { params: { id }, body: fields });
  });

  it('texts that arrive, fail, get lost and are answered', async () => {
    const { control } = app.twilio;
    await untilStatus(ana, await sendText(ana, phone, body), 'delivered');
    await receiveText(app, ana, phone, `${answer} ${aPhone()} or ${email}`);
    const landline = aPhone();
    control.makeLandline(landline);
    await untilStatus(ana, await sendText(ana, landline, body), 'failed');
    control.receipts({ final: 'undelivered', errorCode: '30003' });
    await untilStatus(ana, await sendText(ana, aPhone(), body), 'undelivered');
    control.receipts({});
    control.failNext({ kind: '429', on: 'send', retryAfterSeconds: 0 });
    await untilStatus(ana, await sendText(ana, aPhone(), body), 'delivered');
    control.failNext({ kind: 'acceptThenReset', on: 'send' });
    await untilStatus(ana, await sendText(ana, aPhone(), body), 'delivered');
    await receiveText(app, ana, phone, 'STOP');
    await ana.refusal(routes.sendMessage, { body: { to: phone, body } });
  });

  it('webhooks that are not to be believed, or are for no one', async () => {
    const url = `${app.url}/webhooks/twilio/inbound`;
    const form = new URLSearchParams({ From: phone, To: ana.number, Body: body });
    await fetch(url, { method: 'POST', body: form, headers: { 'x-twilio-signature': 'x' } });
    const unassigned = secret('a number that no one has', '+12125550199');
    app.twilio.control.own(unassigned, url);
    await app.twilio.control.inbound(phone, unassigned, body);
    await untilLogged('a text came for a number that no one has');
  });

  it('a number that can not be bought', async () => {
    const person: Newcomer = await app.signUpOnly();
    secret('a token', person.token);
    await person.call(routes.changePlan, { body: { accountType: 'personal', planType: 'payg' } });
    const taken = secret('a number for sale', '+19795550111');
    app.twilio.control.take(taken);
    await person.refusal(routes.buyPhoneNumber, { body: { phoneNumber: taken } });
    await untilLogged('the carrier refused to sell a number');
  });

  it('a row that the database refuses', async () => {
    const restore = await refuseRows('candidates', `last_name = '${named.lastName}'`);
    const fields = { ...named, email, phoneNumber: aPhone() };
    expect(await ana.refusal(routes.createCandidate, { body: fields })).toBe('500 internal');
    await restore();
    await untilLogged('request failed');
  });

  it('texts that the database refuses', async () => {
    const from = aPhone();
    const restore = await refuseRows('messages', `body like '%${body}%'`);
    expect(await ana.refusal(routes.sendMessage, { body: { to: aPhone(), body } })).toBe('500 internal');
    await app.twilio.control.inbound(from, ana.number, body);
    await untilLogged('a carrier event failed');
    await restore();
  });

  it('a text whose sending breaks off', async () => {
    const restore = await refuseRows('messages', `status = 'sending' and body = '${body}'`);
    const text = await sendText(ana, aPhone(), body);
    await untilLogged('sending the texts of a number broke off');
    await restore();
    expect((await lookUp(ana, text)).body).toBe(body);
  });
});

it('the log shows what happened all the same', () => {
  const lines = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests).toContainEqual(
    expect.objectContaining({
      method: 'POST',
      route: '/v1/auth/login',
      status: 401,
      reqId: expect.any(String),
    }),
  );
  // Who was let in, by id; a refused sign-in has no id.
  expect(requests).toContainEqual(
    expect.objectContaining({
      route: '/v1/messages',
      status: 201,
      accountId: ana.accountId,
      userId: ana.userId,
    }),
  );
  expect(requests.filter(({ status, userId }) => status === 401 && userId !== undefined)).toEqual([]);
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'request failed',
      err: expect.objectContaining({ code: '23514', constraint: 'trouble', table: 'candidates' }),
    }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request refused', code: 'wrong_credentials' }),
  );
});

it('no line holds anything of a person', () => {
  expect(app.logged.length).toBeGreaterThan(50);
  const leaks = [...secrets].flatMap(([value, what]) =>
    app.logged.filter((line) => line.includes(value)).map((line) => `${what}: ${line.slice(0, 600)}`),
  );
  expect(leaks).toEqual([]);
});
