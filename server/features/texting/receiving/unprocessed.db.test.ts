import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import * as routes from '../../../../contract/routes.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { failNewest } from '../../../testing/jobs.ts';
import { startStaffApp } from '../../../testing/staff.ts';
import { candidatePhone, eventually, type Recruiter, type TestApp } from '../../../testing/test-app.ts';
import { conversationWith, lookUp, sendText, sentTo, untilStatus } from '../../../testing/texting.ts';
import type { VerifiedPerson } from '../../../testing/verified-person.ts';

/* A text that came and can't be processed may be a STOP: until it is, no one in the account texts its phone. */

let app: TestApp;
let sam: VerifiedPerson;
let ana: Recruiter;
let cem: Recruiter;
let phone: string;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
  ana = await app.signUp();
  cem = await app.addColleague(ana);
  await query(`create table faults (phone text, body text)`);
  await query(`
    create function fail() returns trigger language plpgsql as $$
    begin
      if exists (select from faults where phone = new.candidate_number and body = new.body) then
        raise 'no way to process what % wrote', new.candidate_number;
      end if;
      return new;
    end $$`);
  await query(`
    create trigger fail before insert on messages for each row when (new.direction = 'inbound') execute function fail()`);
});
beforeEach(() => {
  phone = candidatePhone();
  app.logged.length = 0;
});
afterEach(async () => {
  await query('delete from faults');
  await query('update carrier_events set retry_at = now()');
  await eventually(async () => expect(await failedTexts()).toEqual([]));
});
afterAll(() => app.stop());

const query = (text: string, values: unknown[] = []) => app.deps.pool.query(text, values);

/** Resolves when the text is stored, and has failed. */
async function receiveFailing(body: string, to = ana.number): Promise<void> {
  await query('insert into faults values ($1, $2)', [phone, body]);
  await app.twilio.control.inbound(phone, to, body);
  await eventually(async () => {
    const { rowCount } = await query(
      `select 1 from carrier_events where payload->>'from' = $1 and payload->>'body' = $2 and attempts > 0`,
      [phone, body],
    );
    expect(rowCount).toBe(1);
  });
}

/** Its number has looked at everything that is due; what it has taken is at the carrier. */
async function looked(person: Recruiter): Promise<void> {
  const other = candidatePhone();
  await untilStatus(person, await sendText(person, other, 'Hi'), 'delivered');
}

async function mend(): Promise<void> {
  await query('delete from faults where phone = $1', [phone]);
  await query(`update carrier_events set retry_at = now() where payload->>'from' = $1`, [phone]);
}

const consent = async () => (await conversationWith(ana, phone)).candidate.consent.status;

const failedTexts = async () =>
  (await sam.call(routes.listFailedJobs, { query: { limit: 100 } })).items.filter(
    ({ task, accountId }) => task === 'receiveText' && accountId === ana.accountId,
  );

it('holds the texts of every number of the account, and no other account or phone', async () => {
  const bob = await app.signUp();
  await receiveFailing('Hi');
  const [mine, colleagues] = await Promise.all([sendText(ana, phone, 'One'), sendText(cem, phone, 'Two')]);
  await untilStatus(bob, await sendText(bob, phone, 'Of another company'), 'delivered');
  await Promise.all([looked(ana), looked(cem)]);
  expect(sentTo(app, phone)).toEqual(['Of another company']);
  expect((await lookUp(ana, mine)).status).toBe('queued');
  expect((await lookUp(cem, colleagues)).status).toBe('queued');
});

it('lets what waited go, in order, once the fault is gone', async () => {
  await receiveFailing('Hi');
  const texts = [await sendText(ana, phone, 'One'), await sendText(ana, phone, 'Two')];
  await looked(ana);
  expect(sentTo(app, phone)).toEqual([]);
  await mend();
  await eventually(async () => {
    expect(sentTo(app, phone)).toEqual(['One', 'Two']);
  });
  for (const text of texts) await untilStatus(ana, text, 'delivered');
});

it('that says STOP refuses what comes after it, and stops what was accepted before', async () => {
  const text = await sendText(ana, phone, 'Still there?', { undoSeconds: 3 });
  // In words that carriers don't look for.
  await receiveFailing('Opt-out, thank you');
  expect(await ana.refusal(routes.sendMessage, { body: { to: phone, body: 'Hi' } })).toBe('403 opted_out');
  expect(await consent()).not.toBe('optedOut');
  await mend();
  await eventually(async () => {
    expect((await lookUp(ana, text)).errorCode).toBe('opted_out');
  });
  expect(await consent()).toBe('optedOut');
  expect(sentTo(app, phone)).not.toContain('Still there?');
});

it('does not keep a STOP that comes after it', async () => {
  await receiveFailing('A picture');
  await app.twilio.control.inbound(phone, ana.number, 'STOP');
  await eventually(async () => expect(await consent()).toBe('optedOut'));
  expect(await ana.refusal(routes.sendMessage, { body: { to: phone, body: 'Hi' } })).toBe('403 opted_out');
  expect(await failedTexts()).toHaveLength(1);
  await looked(ana);
  expect(sentTo(app, phone)).toEqual([]);
});

it('is seen by staff at once and logged, without what is personal', async () => {
  await receiveFailing('Call me at home');
  const [job] = await failedTexts();
  expect(job).toMatchObject({ error: 'no way to process what (number) wrote' });
  expect(app.logged.join('')).toContain('a carrier event failed');
  for (const personal of ['at home', phone, phone.slice(2)])
    expect(`${app.logged.join('')}${JSON.stringify(job)}`).not.toContain(personal);
});

it('comes before the jobs that failed, page by page', async () => {
  const { accountId } = ana;
  const kind = jobKind({
    name: 'unhandledJob',
    payload: z.object({ accountId: z.uuid() }),
    maxAttempts: 3,
  });
  for (const error of ['older', 'newer']) {
    await enqueue(app.deps.db, [{ kind, payload: { accountId } }]);
    await failNewest(app.deps.pool, kind.name, error);
  }
  await receiveFailing('One');
  await receiveFailing('Two');
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await sam.call(routes.listFailedJobs, { query: { limit: 1, cursor } });
    seen.push(...page.items.map(({ task, error }) => (task === kind.name ? error : task)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(['receiveText', 'receiveText', 'newer', 'older']);
});

it('is tried again when staff say so', async () => {
  await receiveFailing('STOP');
  const [job] = await failedTexts();
  await query('delete from faults where phone = $1', [phone]);
  await query(`update carrier_events set retry_at = 'infinity' where payload->>'from' = $1`, [phone]);
  await sam.call(routes.retryJob, { body: { jobId: job?.id ?? '', reason: 'Ticket 4711' } });
  await eventually(async () => expect(await consent()).toBe('optedOut'));
  expect(await sam.refusal(routes.retryJob, { body: { jobId: job?.id ?? '', reason: 'Ticket 4711' } })).toBe(
    '404 not_found',
  );
});

it('lets what waited go when staff discard it, and that is in the log', async () => {
  await receiveFailing('Hi');
  const text = await sendText(ana, phone, 'One');
  await looked(ana);
  const [job] = await failedTexts();
  await sam.call(routes.discardJob, { body: { jobId: job?.id ?? '', reason: 'Ticket 4711' } });
  await eventually(async () => {
    expect((await lookUp(ana, text)).status).toBe('delivered');
  });
  expect(await failedTexts()).toEqual([]);
  const { items } = await ana.call(routes.listAuditEvents, {
    query: { action: 'staff.jobDiscarded', limit: 100 },
  });
  expect(items).toMatchObject([{ subject: 'receiveText', details: { jobId: job?.id } }]);
});
