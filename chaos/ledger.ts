import type pg from 'pg';
import type { FakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import type { MailServer } from '../server/adapters/mail/fakes/mail-server.ts';
import type { Promised } from './traffic.ts';

/** A text that was claimed before the STOP may still be on its way, through a worker that was paused in between. */
const STOP_GRACE_MS = 12_000;

export interface Ledger {
  /** What was checked, in numbers. */
  counts: Record<string, number>;
  /** What went wrong, in sentences. */
  violations: string[];
}

/** Compares what was promised with what the carrier, the mail server and the database have. */
export async function audit(setting: {
  promised: Promised;
  carrier: FakeTwilio;
  mail: MailServer;
  admin: pg.Pool;
}): Promise<Ledger> {
  const { promised, carrier, mail, admin } = setting;
  const violations: string[] = [];
  const outbound = carrier.state.messages.filter(({ direction }) => direction !== 'inbound');

  const times = new Map<string, number>();
  for (const { body } of outbound) times.set(body, (times.get(body) ?? 0) + 1);
  for (const [body, count] of times)
    if (count > 1) violations.push(`The carrier has ${count} times: ${body}`);
  for (const body of promised.refused)
    if (times.has(body)) violations.push(`The carrier has what was refused: ${body}`);

  const { rows: texts } = await admin.query<{ body: string; status: string; count: number }>(
    `select body, min(status) as status, count(*)::int as count from messages where body like 'Text %' group by body`,
  );
  const kept = new Map(texts.map((row) => [row.body, row]));
  for (const [body, { from, to }] of promised.accepted) {
    const row = kept.get(body);
    if (row?.count !== 1) violations.push(`Accepted, and ${row?.count ?? 0} times in the database: ${body}`);
    else if (!['delivered', 'failed', 'undelivered', 'canceled'].includes(row.status))
      violations.push(`Accepted, and never settled (${row.status}): ${body}`);
    const isStopped = promised.stopped.has(`${to} ${from}`);
    if (!times.has(body) && !isStopped && row?.status !== 'failed')
      violations.push(`Accepted, and never at the carrier (${row?.status}): ${body}`);
    if (!times.has(body) && row?.status === 'delivered') violations.push(`Delivered without a text: ${body}`);
  }
  for (const { to, from, createdAt, body } of outbound) {
    const stoppedAt = promised.stopped.get(`${to} ${from}`);
    if (stoppedAt && createdAt.getTime() > stoppedAt.getTime() + STOP_GRACE_MS)
      violations.push(`Texted ${createdAt.getTime() - stoppedAt.getTime()} ms after STOP: ${body}`);
  }

  let received = 0;
  for (const [pair, sent] of promised.received) {
    received += sent.length;
    const [from, to] = pair.split(' ');
    const { rows } = await admin.query<{ body: string }>(
      `select m.body from messages m
         join numbers n on n.account_id = m.account_id and n.id = m.number_id
        where m.candidate_number = $1 and n.phone_number = $2 and m.body like 'Reply %'
        order by m.created_at, m.id`,
      [from, to],
    );
    const worked = rows.map(({ body }) => body);
    const missing = sent.filter((body) => !worked.includes(body));
    if (missing.length > 0) violations.push(`Candidate ${pair} wrote what isn't there: ${missing}`);
    else if (worked.join() !== sent.join())
      violations.push(`What candidate ${pair} wrote is in another order, or twice: ${worked}`);
  }

  // One that was being handed over when its process died comes again under its Message-ID (decision 40).
  const mailed = new Map<string, Set<string>>();
  for (const { raw } of mail.taken) {
    const headers = raw.replace(/\r?\n[ \t]+/g, ' ');
    const subject = /^Subject: .*(Question [0-9a-f-]{36})/m.exec(headers)?.[1];
    const [messageId = ''] = /^Message-ID: .*$/im.exec(headers) ?? [];
    if (subject !== undefined) mailed.set(subject, (mailed.get(subject) ?? new Set()).add(messageId));
  }
  for (const subject of promised.asked) {
    const count = mailed.get(subject)?.size ?? 0;
    if (count !== 1) violations.push(`Mailed as ${count} mails: ${subject}`);
  }

  const { rows: replies } = await admin.query<{ userId: string; id: string }>(
    `select c.assignee_id as "userId", m.id from messages m
       join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      where m.body like 'Reply %'`,
  );
  const missed = replies.filter(({ userId, id }) => promised.notified.get(userId)?.has(id) === false);
  if (missed.length > 0)
    violations.push(`${missed.length} texts of candidates that a browser wasn't notified of`);

  return {
    counts: {
      'texts accepted': promised.accepted.size,
      'texts refused': promised.refused.size,
      'texts at the carrier': outbound.length,
      'texts of candidates': received,
      'phones that opted out': promised.stopped.size,
      'emails asked for': promised.asked.size,
    },
    violations,
  };
}

const LEFT_OVER: [string, string][] = [
  ['webhooks not worked in', 'select count(*)::int as count from carrier_events'],
  [
    'jobs still to do',
    `select count(*)::int as count from graphile_worker.jobs
      where run_at <= now() and attempts < max_attempts`,
  ],
  // Including those that will be retried.
  [
    'emails to send',
    `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'sendMail' and attempts < max_attempts`,
  ],
  [
    'texts under way',
    `select count(*)::int as count from messages
      where direction = 'outbound' and status in ('queued', 'sending', 'sent', 'unknown')`,
  ],
  [
    'transactions left open',
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and state_change < now() - interval '2 seconds'`,
  ],
];

/** What hasn't settled yet, in words; empty when everything has. */
export async function leftOver(admin: pg.Pool): Promise<string[]> {
  const found: string[] = [];
  for (const [name, sql] of LEFT_OVER) {
    const { rows } = await admin.query<{ count: number }>(sql);
    if (rows[0] && rows[0].count > 0) found.push(`${rows[0].count} ${name}`);
  }
  return found;
}

/** Jobs that won't be retried. A failed sweep runs again the next time it's due. */
export async function givenUp(admin: pg.Pool): Promise<string[]> {
  const { rows } = await admin.query<{ task: string; error: string; count: number }>(
    `select task_identifier as task, left(last_error, 100) as error, count(*)::int as count from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and last_error is not null and task_identifier not like 'sweep%' group by 1, 2`,
  );
  return rows.map(({ task, error, count }) => `${count} ${task} given up: ${error}`);
}
