import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { mailsTo, newMail } from '../../testing/mails.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';

const supportEmail = 'help@texts.example';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { SUPPORT_EMAIL: supportEmail } });
  ana = await app.signUp();
});
afterAll(() => app.stop());

const body = { subject: 'Still activating', message: 'My number is not active.\n\nSince yesterday.' };

const kept = async (userId: string) =>
  (
    await app.deps.pool.query(
      'select subject, message from support_messages where account_id = $1 and user_id = $2 order by created_at',
      [ana.accountId, userId],
    )
  ).rows;

describe('a message to support', () => {
  it('is kept, and mailed to those who answer, with the person as the one to answer', async () => {
    const before = (await mailsTo(app, supportEmail)).length;
    const { email } = await ana.call(routes.getUser, {});
    await ana.call(routes.sendSupportMessage, { body });
    expect(await kept(ana.userId)).toEqual([body]);
    const mail = await newMail(app, supportEmail, before);
    expect(mail).toMatchObject({ replyTo: email, subject: 'Support: Still activating' });
    expect(mail.text).toContain('My number is not active.\n\nSince yesterday.');
    expect(mail.text).toContain(`${email} (not verified), admin of`);
    expect(mail.text).toContain('(team, monthly)');
    expect(mail.text).toContain(`User ${ana.userId}, account ${ana.accountId}.`);
  });

  it('is sent once, however often the same request comes', async () => {
    const eve = await app.addColleague(ana);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await Promise.allSettled([1, 2, 3].map(() => eve.ask(routes.sendSupportMessage, { body, headers })));
    await eve.call(routes.sendSupportMessage, { body, headers });
    expect(await kept(eve.userId)).toHaveLength(1);
  });

  it('can bring no header and no HTML into the mail', async () => {
    const before = (await mailsTo(app, supportEmail)).length;
    const message = '<img src=x onerror=alert(1)>\r\nBcc: eve@example.com';
    await ana.call(routes.sendSupportMessage, { body: { subject: 'Hi\r\nBcc: eve@example.com', message } });
    const mail = await newMail(app, supportEmail, before);
    expect(mail.subject).toBe('Support: Hi Bcc: eve@example.com');
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('&lt;img src=x');
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['no subject', { ...body, subject: ' ' }, 'subject', 'The subject is required'],
    ['no message', { ...body, message: '' }, 'message', 'The message is required'],
    ['a long subject', { ...body, subject: 'x'.repeat(151) }, 'subject', 'The subject is too long'],
    ['a long message', { ...body, message: 'x'.repeat(5001) }, 'message', 'The message is too long'],
    ['nothing', {}, 'subject', 'The subject is required'],
  ])('with %s is refused at the field', async (_, given, field, sentence) => {
    const refused = await ana.ask(routes.sendSupportMessage, { body: given });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'invalid', details: { fields: { [field]: [sentence] } } },
    });
  });

  it('is for people with a session', async () => {
    expect(await app.anonymous.refusal(routes.sendSupportMessage, { body })).toBe('401 unauthenticated');
    expect(await app.anonymous.refusal(routes.getHelpChat, {})).toBe('401 unauthenticated');
  });

  it('can be written ten times an hour by one person, and another one still can', async () => {
    const [cem, fay] = [await app.addColleague(ana), await app.signUp()];
    const answers = await Promise.all(
      Array.from({ length: 13 }, () => cem.ask(routes.sendSupportMessage, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429, 429]);
    expect(await kept(cem.userId)).toHaveLength(10);
    await fay.call(routes.sendSupportMessage, { body });
  });
});

describe('the help chat', () => {
  it('is the contact form, whose address is not shown', async () => {
    const answer = await ana.ask(routes.getHelpChat);
    expect(answer.body).toEqual({ type: 'form' });
  });

  it('can be Intercom: the form is closed, and the hash is made with its secret', async () => {
    const variables = { HELP_CHAT: 'intercom', HELP_CHAT_APP_ID: 'abc123', HELP_CHAT_SECRET: 'its secret' };
    const other = await startTestApp({ variables });
    try {
      const fay = await other.signUp();
      expect(await fay.call(routes.getHelpChat, {})).toEqual({
        type: 'intercom',
        appId: 'abc123',
        region: 'us',
      });
      expect(await fay.refusal(routes.sendSupportMessage, { body })).toBe('404 not_found');
      const { id, supportUserHash } = await fay.call(routes.getUser, {});
      const key = await crypto.subtle.importKey(
        'raw',
        new TextEncoder().encode('its secret'),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
      );
      const expected = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(id));
      expect(supportUserHash).toBe(Buffer.from(expected).toString('hex'));
    } finally {
      await other.stop();
    }
  });

  it('of our own has a hash of our own for everybody', async () => {
    const eve = await app.signUpOnly();
    const hashes = await Promise.all(
      [ana, ana, eve].map(async (person) => (await person.call(routes.getUser, {})).supportUserHash),
    );
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(hashes).size).toBe(2);
  });
});
