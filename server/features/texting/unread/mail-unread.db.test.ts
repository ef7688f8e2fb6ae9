import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { mailsTo } from '../../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { receiveText, sendText } from '../../../testing/texting.ts';
import { runMailUnread } from './mail-unread.ts';

let app: TestApp;
let ana: Recruiter;
let email: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
  email = (await ana.call(routes.updateUser, { body: { notifications: { mail: true } } })).email;
});
afterEach(() => app.clock.reset());

const MINUTE_MS = 60_000;

async function nameCandidate(phone: string, firstName: string): Promise<void> {
  await ana.call(routes.createCandidate, { body: { firstName, lastName: 'Vega', phoneNumber: phone } });
}

async function writes(body: string, firstName?: string) {
  const phone = candidatePhone();
  if (firstName !== undefined) await nameCandidate(phone, firstName);
  return receiveText(app, ana, phone, body);
}

async function look(): Promise<{ subject: string; text: string; html: string }[]> {
  await runMailUnread(app.deps, ana);
  // Mails are jobs: one that was enqueued after them has overtaken none.
  await eventually(async () => {
    const { rows } = await app.deps.pool.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'sendMail'",
    );
    expect(rows).toEqual([]);
  });
  return (await mailsTo(app, email)).filter(({ subject }) => /waiting for a reply/.test(subject));
}

const jobs = async () => {
  const { rows } = await app.deps.pool.query<{ minutes: number }>(
    'select extract(epoch from run_at - now()) / 60 as minutes from graphile_worker.jobs where key = $1',
    [`mailUnread:${ana.userId}`],
  );
  return rows.map(({ minutes }) => Math.round(Number(minutes)));
};

describe('a candidate who waits unread', () => {
  it('is mailed after fifteen minutes, by name, without what they wrote', async () => {
    const { id } = await writes('My secret salary is 90k', 'Rosa');
    expect(await jobs()).toEqual([15]);
    app.clock.advance(14 * MINUTE_MS);
    expect(await look()).toEqual([]);
    app.clock.advance(2 * MINUTE_MS);
    const [mail, ...others] = await look();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Rosa Vega is waiting for a reply');
    expect(mail?.text).toContain(`${app.url}/dashboard/messages/${id}`);
    for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toContain('salary');
  });

  it('can not put anything into the mail by their name', async () => {
    await writes('Hello', '<img src=x onerror=alert(1)>"');
    app.clock.advance(16 * MINUTE_MS);
    const [mail] = await look();
    expect(mail?.html).not.toMatch(/<img/);
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot; Vega');
    expect(mail?.subject).toBe('<img src=x onerror=alert(1)>" Vega is waiting for a reply');
  });

  it('is mailed once for each stretch, whatever else they write', async () => {
    const conversation = await writes('Hello?');
    app.clock.advance(16 * MINUTE_MS);
    expect(await look()).toHaveLength(1);
    await receiveText(app, ana, conversation.candidate.phoneNumber, 'Anybody?');
    app.clock.advance(60 * MINUTE_MS);
    expect(await look()).toHaveLength(1);
    await ana.call(routes.readConversation, { params: { id: conversation.id } });
    app.clock.reset();
    await receiveText(app, ana, conversation.candidate.phoneNumber, 'Thanks');
    app.clock.advance(120 * MINUTE_MS);
    expect(await look()).toHaveLength(2);
  });

  it('is in one mail with the others, and the next comes fifteen minutes later at the earliest', async () => {
    for (const name of ['Ada', 'Bea', 'Cleo', 'Dina', 'Eva', 'Fay', 'Gil']) await writes('Hi', name);
    expect(await jobs()).toEqual([15]);
    app.clock.advance(16 * MINUTE_MS);
    const [mail] = await look();
    expect(mail?.subject).toBe('7 candidates are waiting for a reply');
    expect(mail?.text).toContain('Ada Vega, Bea Vega, Cleo Vega, Dina Vega, Eva Vega, 2 more');
    await app.deps.pool.query('select graphile_worker.remove_job($1)', [`mailUnread:${ana.userId}`]);
    await writes('Me too', 'Hal');
    app.clock.advance(10 * MINUTE_MS);
    expect(await look()).toHaveLength(1);
    expect(await jobs()).toHaveLength(1);
    app.clock.advance(6 * MINUTE_MS);
    expect(await look()).toHaveLength(2);
  });

  it('is not mailed once someone has read it, answered it, or they said STOP', async () => {
    const read = await writes('Read me');
    await ana.call(routes.readConversation, { params: { id: read.id } });
    const answered = await writes('Answer me');
    await sendText(ana, answered.candidate.phoneNumber, 'Here I am');
    await writes('STOP');
    app.clock.advance(16 * MINUTE_MS);
    expect(await look()).toEqual([]);
  });

  it('is not mailed to someone who has turned it off, is out of office, or is leaving', async () => {
    await writes('Hello?');
    app.clock.advance(16 * MINUTE_MS);
    await ana.call(routes.updateUser, { body: { notifications: { mail: false } } });
    expect(await look()).toEqual([]);
    await ana.call(routes.updateUser, { body: { notifications: { mail: true } } });
    await ana.call(routes.updateOutOfOffice, {
      body: { outOfOfficeMessageEnabled: true, outOfOfficeMessage: 'Back on Monday.' },
    });
    expect(await look()).toEqual([]);
    await ana.call(routes.updateOutOfOffice, {
      body: { outOfOfficeMessageEnabled: false, outOfOfficeMessage: 'Back on Monday.' },
    });
    await ana.call(routes.deleteUser, { body: { password: 'correct horse battery' } });
    expect(await look()).toEqual([]);
  });

  it('is mailed once when two workers look at the same moment', async () => {
    await writes('Hello?');
    app.clock.advance(16 * MINUTE_MS);
    await Promise.all([
      runMailUnread(app.deps, ana),
      runMailUnread(app.deps, ana),
      runMailUnread(app.deps, ana),
    ]);
    expect(await look()).toHaveLength(1);
  });
});

it('no one who does not want mails costs a job', async () => {
  await ana.call(routes.updateUser, { body: { notifications: { mail: false } } });
  await writes('Hello?');
  expect(await jobs()).toEqual([]);
});
