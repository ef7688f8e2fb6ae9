import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { mail, mailerSuite, newMailId } from '../suite.ts';
import { createOutboxMailer, type OutboxMailer } from './outbox.ts';

let database: TestDatabase;
let pool: pg.Pool;
let now = Date.parse('2026-03-02T15:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function emptyOutbox(): Promise<OutboxMailer> {
  await pool.query('truncate outbox.mails');
  return createOutboxMailer({ pool, clock: () => new Date(now++) });
}

mailerSuite('The outbox', async () => {
  const mailer = await emptyOutbox();
  const arrived = async () =>
    (await mailer.list()).reverse().map(({ sentAt: _, ...arrivedMail }) => arrivedMail);
  return { mailer, arrived, stop: async () => {} };
});

describe('the list', () => {
  it('is newest first, with the time', async () => {
    const mailer = await emptyOutbox();
    const start = now;
    await mailer.send(newMailId(), { ...mail, subject: 'one' });
    await mailer.send(newMailId(), { ...mail, subject: 'two' });
    expect(await mailer.list()).toMatchObject([
      { subject: 'two', sentAt: new Date(start + 1) },
      { subject: 'one', sentAt: new Date(start) },
    ]);
  });

  it('is of one address, if asked, however that is written', async () => {
    const mailer = await emptyOutbox();
    await mailer.send(newMailId(), { ...mail, to: 'Ana@Example.com' });
    await mailer.send(newMailId(), { ...mail, to: 'eve@example.com' });
    expect((await mailer.list('ana@example.com')).map(({ to }) => to)).toEqual(['Ana@Example.com']);
    expect(await mailer.list('unknown@example.com')).toEqual([]);
  });

  it('shows a mail that was sent twice once, as it was at first', async () => {
    const mailer = await emptyOutbox();
    const id = newMailId();
    await mailer.send(id, mail);
    await mailer.send(id, { ...mail, subject: 'again' });
    expect(await mailer.list()).toMatchObject([{ id, subject: mail.subject }]);
  });
});
