import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Answers, startMailServer } from '../adapters/mail/fakes/mail-server.ts';
import type { Mail, MailOutcome } from '../adapters/mail/port.ts';
import { inTransaction } from '../db/connection.ts';
import { hurry } from '../testing/hurry.ts';
import { removeWaiting, waitingJobs } from '../testing/jobs.ts';
import { eventually, startTestApp, type TestApp } from '../testing/test-app.ts';
import { compose } from './compose.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { runSendMail, sendMail } from './send-mail.ts';

let app: TestApp;
/** Another one, where no worker takes the jobs. */
let idle: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  idle = await startTestApp({ variables: { ROLES: 'web' } });
});
afterAll(async () => {
  await app.stop();
  await idle.stop();
});

const code = '481516';
const composed = compose({ subject: 'Your code', paragraphs: ['Enter this code.'], code });
const to = 'xanthippe@example.com';

async function outbox(address = to): Promise<Mail[]> {
  const answer = await fetch(`${app.url}/outbox/messages?to=${encodeURIComponent(address)}`);
  return answer.json() as Promise<Mail[]>;
}

const waiting = () => waitingJobs(idle.deps.pool, sendMail.name);

describe('a mail', () => {
  it('arrives as it was composed', async () => {
    await enqueueMail(app.deps.db, app.deps, { to, ...composed });
    await eventually(async () => expect(await outbox()).toHaveLength(1));
    expect(await outbox()).toMatchObject([{ to, ...composed }]);
  });

  it('does not go out when what it reports has not happened', async () => {
    const address = 'unknown@example.com';
    await inTransaction(app.deps.db, async (tx) => {
      await enqueueMail(tx, app.deps, { to: address, ...composed });
      throw new Error('after all not');
    }).catch(() => {});
    await enqueueMail(app.deps.db, app.deps, { to: 'after@example.com', ...composed });
    await eventually(async () => expect(await outbox('after@example.com')).toHaveLength(1));
    expect(await outbox(address)).toEqual([]);
  });
});

it('a mail that the mail server puts off arrives all the same, and the log names no one', async () => {
  const answers: Answers = { message: `451 4.3.0 ${to}: later` };
  const server = await startMailServer(answers);
  const sending = await startTestApp({
    variables: { SMTP_URL: server.url, MAIL_FROM: 'Hiretext <no-reply@texts.example.com>' },
    logLevel: 'trace',
  });
  onTestFinished(async () => {
    await sending.stop();
    await server.stop();
  });
  await enqueueMail(sending.deps.db, sending.deps, { to, ...composed });
  await eventually(() => expect(sending.logged.join()).toContain('451 4.3.0'));
  delete answers.message;
  await eventually(async () => {
    await hurry(sending, sendMail, null);
    expect(server.taken).toHaveLength(1);
  });
  const { subject, text, html, messageId } = await PostalMime.parse(server.taken[0]?.raw ?? '');
  expect({ subject, text, html }).toEqual({
    subject: composed.subject,
    text: `${composed.text}\n`,
    html: `${composed.html}\n`,
  });
  expect(messageId).toMatch(/^<[0-9a-f-]{36}@texts\.example\.com>$/);
  for (const secret of ['xanthippe', code]) expect(sending.logged.join()).not.toContain(secret);
});

describe('a mail that waits', () => {
  beforeEach(() => removeWaiting(idle.deps.pool));

  it('shows neither its code nor whom it is for', async () => {
    await enqueueMail(idle.deps.db, idle.deps, { to, ...composed });
    const [job, ...others] = await waiting();
    expect(others).toEqual([]);
    for (const secret of [to, 'xanthippe', code, 'Enter this'])
      expect(JSON.stringify(job)).not.toContain(secret);
  });

  async function takeJob() {
    await enqueueMail(idle.deps.db, idle.deps, { to, ...composed });
    const [job] = await waiting();
    return sendMail.payload.parse(job?.payload);
  }

  function mailer(send: (id: string, mail: Mail) => Promise<MailOutcome>) {
    return { name: 'smtp' as const, send };
  }

  it('is handed over under the same id however often it is tried', async () => {
    const job = await takeJob();
    const handedOver: [string, Mail][] = [];
    const deps = {
      ...idle.deps,
      mailer: mailer(async (id, mail) => {
        handedOver.push([id, mail]);
        if (handedOver.length === 1) throw new Error('not now');
        return { outcome: 'accepted' };
      }),
    };
    await expect(runSendMail(deps, job)).rejects.toThrow('not now');
    await runSendMail(deps, job);
    expect(handedOver).toEqual([
      [job.id, { to, ...composed }],
      [job.id, { to, ...composed }],
    ]);
  });

  it('is handed over by one run at a time, and by none once the mail server has it', async () => {
    const job = await takeJob();
    const answer = Promise.withResolvers<MailOutcome>();
    let handedOver = 0;
    const deps = {
      ...idle.deps,
      mailer: mailer(() => {
        handedOver += 1;
        return answer.promise;
      }),
    };
    const first = runSendMail(deps, job);
    await eventually(() => expect(handedOver).toBe(1));
    await runSendMail(deps, job);
    answer.resolve({ outcome: 'accepted' });
    await first;
    await runSendMail(deps, job);
    expect(handedOver).toBe(1);
  });

  it('goes out again when the process died while it handed it over, under the same id', async () => {
    const job = await takeJob();
    const handedOver: string[] = [];
    const handOver = (ended: Promise<MailOutcome>) =>
      runSendMail(
        {
          ...idle.deps,
          mailer: mailer((id) => {
            handedOver.push(id);
            return ended;
          }),
        },
        job,
      );
    void handOver(new Promise(() => {}));
    await eventually(() => expect(handedOver).toHaveLength(1));
    const accepted = Promise.resolve({ outcome: 'accepted' as const });
    await handOver(accepted);
    const again = (await waiting()).filter(({ run_at }) => run_at.getTime() > Date.now() + 10_000);
    expect(again).toMatchObject([{ payload: { id: job.id } }]);
    expect(handedOver).toHaveLength(1);
    idle.clock.advance(2 * 60_000);
    onTestFinished(() => idle.clock.reset());
    await handOver(accepted);
    expect(handedOver).toEqual([job.id, job.id]);
  });

  it('is done with when it is refused, and the log names no one', async () => {
    const job = await takeJob();
    const before = idle.logged.length;
    await runSendMail(
      { ...idle.deps, mailer: mailer(async () => ({ outcome: 'refused', reason: 'RCPT TO 550 5.1.1' })) },
      job,
    );
    const lines = idle.logged.slice(before);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'a mail was refused', mailId: job.id, reason: 'RCPT TO 550 5.1.1' },
    ]);
    for (const secret of ['xanthippe', code]) expect(lines.join()).not.toContain(secret);
  });

  it('does not open after it was changed', async () => {
    const { id, sealed } = await takeJob();
    await expect(runSendMail(idle.deps, { id, sealed: `${sealed.slice(0, -2)}AA` })).rejects.toThrow();
    const { rowCount } = await idle.deps.pool.query('select 1 from outbox.mails where id = $1', [id]);
    expect(rowCount).toBe(0);
  });
});
