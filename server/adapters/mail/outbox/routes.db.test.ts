import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replyFailure } from '../../../http/reply-failure.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { mail, newMailId } from '../suite.ts';
import { createOutboxMailer, type OutboxMailer } from './outbox.ts';
import { outboxRoutes } from './routes.ts';

let database: TestDatabase;
let pool: pg.Pool;
let outbox: OutboxMailer;
let app: FastifyInstance;
let now = Date.parse('2026-03-02T15:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  outbox = createOutboxMailer({ pool, clock: () => new Date(now++) });
  app = Fastify();
  app.setErrorHandler(replyFailure);
  outboxRoutes(app, { outbox });
});
beforeEach(() => pool.query('truncate outbox.mails'));
afterAll(async () => {
  await app.close();
  await pool.end();
  await database.drop();
});

const get = async (url: string) => (await app.inject(url)).body;

describe('GET /outbox/messages', () => {
  it('is every mail, newest first', async () => {
    const start = now;
    await outbox.send(newMailId(), mail);
    await outbox.send(newMailId(), { ...mail, to: 'eve@example.com' });
    expect(JSON.parse(await get('/outbox/messages'))).toEqual([
      { ...mail, id: expect.any(String), to: 'eve@example.com', sentAt: new Date(start + 1).toISOString() },
      { ...mail, id: expect.any(String), sentAt: new Date(start).toISOString() },
    ]);
  });

  it('is the mails to one address', async () => {
    await outbox.send(newMailId(), mail);
    await outbox.send(newMailId(), { ...mail, to: 'eve+texts@example.com' });
    const found = JSON.parse(await get(`/outbox/messages?to=${encodeURIComponent('Eve+texts@example.com')}`));
    expect(found).toMatchObject([{ to: 'eve+texts@example.com' }]);
  });
});

describe('GET /outbox', () => {
  const evil = `"><script>alert('1')</script>`;

  it('says when there is none', async () => {
    expect(await get('/outbox')).toContain('No emails yet.');
  });

  it('lists mails, and shows the one that was picked', async () => {
    const id = newMailId();
    await outbox.send(id, { ...mail, text: 'the text of it' });
    const list = await get('/outbox');
    expect(list).toContain(`href="/outbox?mail=${id}"`);
    expect(list).not.toContain('the text of it');
    const page = await get(`/outbox?mail=${id}`);
    expect(page).toContain('the text of it</pre>');
    expect(page).toContain('srcdoc="&lt;p&gt;Enter this code: &lt;b&gt;123456');
  });

  it('runs nothing of what is in a mail', async () => {
    const id = newMailId();
    await outbox.send(id, { to: 'ana@example.com', subject: evil, text: `</pre>${evil}`, html: evil });
    const page = await get(`/outbox?mail=${id}`);
    expect(page).not.toContain('<script>');
    expect(page.split('<script').length - 1).toBe(1);
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  });

  it('says so when the mail is not there', async () => {
    expect(await get(`/outbox?mail=${encodeURIComponent(evil)}`)).toContain('no longer among the latest');
    expect(await get(`/outbox?mail=${encodeURIComponent(evil)}`)).not.toContain('<script>');
  });
});

describe('the server', () => {
  it('shows the outbox in local mode, with a policy that its page keeps to', async () => {
    const local = await startTestApp({});
    try {
      const page = await fetch(`${local.url}/outbox`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
      // No script in the page itself: the policy would keep it from running.
      expect(await page.text()).toMatch(/<script type="module" src="\/outbox\/refresh\.js"><\/script>/);
      const script = await fetch(`${local.url}/outbox/refresh.js`);
      expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(await (await fetch(`${local.url}/outbox/messages`)).json()).toEqual([]);
    } finally {
      await local.stop();
    }
  });

  it.each<[string, Record<string, string>]>([
    [
      'in production',
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://texts.example.com',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'no-reply@example.com',
      },
    ],
    ['with a mail server', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@example.com' }],
  ])('has none %s', async (_where, variables) => {
    const other = await startTestApp({ variables });
    try {
      for (const path of ['/outbox', '/outbox/messages', '/outbox/refresh.js'])
        expect((await fetch(`${other.url}${path}`)).status, path).toBe(404);
      expect(other.deps.mailer.name).toBe('smtp');
    } finally {
      await other.stop();
    }
  });
});
