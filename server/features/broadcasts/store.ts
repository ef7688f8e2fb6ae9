import { sql } from 'kysely';
import { type BroadcastStatus, RecipientOutcome } from '../../../contract/broadcasts.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import type { Cursor } from '../../http/page.ts';
import type { Tally } from './rules.ts';

export interface BroadcastRow {
  id: string;
  authorId: string;
  seatId: string;
  name: string;
  body: string;
  /** It asks for consent, in this version of the company's words. */
  consentVersion: string | null;
  status: BroadcastStatus;
  /** Why it's paused, stopped or canceled. */
  reason: string | null;
  startsAt: Date;
  localTime: string | null;
  trialOver: boolean;
  /** Carriers take no more texts of the company until then. */
  waitsUntil: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
}

function broadcasts(db: Db, accountId: string) {
  return db
    .selectFrom('broadcasts')
    .select([
      'id',
      'author_id as authorId',
      'seat_id as seatId',
      'name',
      'body',
      'consent_version as consentVersion',
      'status',
      'reason',
      'starts_at as startsAt',
      'local_time as localTime',
      'trial_over as trialOver',
      'waits_until as waitsUntil',
      'created_at as createdAt',
      'finished_at as finishedAt',
    ])
    .where('account_id', '=', accountId);
}

/** Newest first, one more than fits. `authorId`: only theirs. */
export function listBroadcastsOf(
  db: Db,
  accountId: string,
  { authorId, after, limit }: { authorId: string | null; after: Cursor | null; limit: number },
): Promise<BroadcastRow[]> {
  return broadcasts(db, accountId)
    .$if(authorId !== null, (all) => all.where('author_id', '=', authorId ?? ''))
    .$if(after !== null, (all) =>
      all.where(sql<boolean>`(created_at, id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export function findBroadcast(db: Db, accountId: string, id: string): Promise<BroadcastRow | undefined> {
  return broadcasts(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** Until the transaction ends, its state stays, and no one else writes its texts. */
export function lockBroadcast(tx: Tx, accountId: string, id: string): Promise<BroadcastRow | undefined> {
  return broadcasts(tx, accountId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function insertBroadcast(
  tx: Tx,
  accountId: string,
  { id, name, body, status, startsAt, localTime, createdAt, ...row }: BroadcastRow,
): Promise<void> {
  await tx
    .insertInto('broadcasts')
    .values({
      account_id: accountId,
      id,
      author_id: row.authorId,
      seat_id: row.seatId,
      name,
      body,
      consent_version: row.consentVersion,
      status,
      starts_at: startsAt,
      local_time: localTime,
      created_at: createdAt,
    })
    .execute();
}

export async function changeBroadcast(
  tx: Tx,
  accountId: string,
  id: string,
  change: {
    status?: BroadcastStatus;
    reason?: string | null;
    trialOver?: true;
    waitsUntil?: Date;
    approvedBy?: string;
    finishedAt?: Date;
  },
): Promise<void> {
  await tx
    .updateTable('broadcasts')
    .set({
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.reason === undefined ? {} : { reason: change.reason }),
      ...(change.trialOver === undefined ? {} : { trial_over: true }),
      ...(change.waitsUntil === undefined ? {} : { waits_until: change.waitsUntil }),
      ...(change.approvedBy === undefined ? {} : { approved_by: change.approvedBy }),
      ...(change.finishedAt === undefined ? {} : { finished_at: change.finishedAt }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export interface NewRecipient {
  phoneNumber: string;
  candidateId: string;
  outcome: Extract<RecipientOutcome, 'waiting' | 'leftOut'>;
  reason: string | null;
  sendAt: Date;
  segments: number;
}

/** Of one statement. */
const INSERTED_AT_ONCE = 5000;

export async function insertRecipients(
  tx: Tx,
  accountId: string,
  broadcastId: string,
  recipients: NewRecipient[],
): Promise<void> {
  for (let from = 0; from < recipients.length; from += INSERTED_AT_ONCE) {
    const rows = recordset('t', recipients.slice(from, from + INSERTED_AT_ONCE), {
      text: ['phoneNumber', 'outcome', 'reason'],
      uuid: ['candidateId'],
      timestamptz: ['sendAt'],
      int: ['segments'],
    });
    await sql`
      insert into broadcast_recipients
             (account_id, broadcast_id, phone_number, candidate_id, outcome, reason, send_at, segments)
      select ${accountId}, ${broadcastId}, phone_number, candidate_id, outcome, reason, send_at, segments
        from ${rows}`.execute(tx);
  }
}

export interface PutOff {
  phoneNumber: string;
  outcome: 'waiting' | 'leftOut';
  reason: string;
  /** Null: as it was. */
  sendAt: Date | null;
}

/** Of those that aren't written yet: left out, or later. */
export async function putOffRecipients(
  tx: Tx,
  accountId: string,
  broadcastId: string,
  changes: PutOff[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update broadcast_recipients r
       set outcome = t.outcome, reason = t.reason, send_at = coalesce(t.send_at, r.send_at)
      from ${recordset('t', changes, { text: ['phoneNumber', 'outcome', 'reason'], timestamptz: ['sendAt'] })}
     where r.account_id = ${accountId} and r.broadcast_id = ${broadcastId} and r.phone_number = t.phone_number
       and r.outcome = 'waiting' and r.message_id is null`.execute(tx);
}

/** Those whose texts were just written. Throws if one has a text already: then nothing of it has happened. */
export async function markWritten(
  tx: Tx,
  accountId: string,
  broadcastId: string,
  written: { phoneNumber: string; messageId: string; segments: number }[],
  at: Date,
): Promise<void> {
  if (written.length === 0) return;
  const { numAffectedRows = 0n } = await sql`
    update broadcast_recipients r
       set message_id = t.message_id, written_at = ${at}, segments = t.segments, reason = null
      from ${recordset('t', written, { text: ['phoneNumber'], uuid: ['messageId'], int: ['segments'] })}
     where r.account_id = ${accountId} and r.broadcast_id = ${broadcastId} and r.phone_number = t.phone_number
       and r.outcome = 'waiting' and r.message_id is null`.execute(tx);
  if (Number(numAffectedRows) !== written.length)
    throw new Error('A text of a broadcast was written, or its recipient deleted, in between');
}

export interface DueRecipient {
  phoneNumber: string;
  candidateId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  jobTitle: string | null;
  sendAt: Date;
  segments: number;
}

/** The next ones whose text isn't written and may go. */
export async function findDueRecipients(
  tx: Tx,
  accountId: string,
  broadcastId: string,
  now: Date,
  limit: number,
): Promise<DueRecipient[]> {
  const { rows } = await sql<DueRecipient>`
    select r.phone_number as "phoneNumber", r.candidate_id as "candidateId", r.send_at as "sendAt", r.segments,
           c.first_name as "firstName", c.last_name as "lastName", c.email, c.job_title as "jobTitle"
      from broadcast_recipients r
      join candidates c on c.account_id = r.account_id and c.id = r.candidate_id
     where r.account_id = ${accountId} and r.broadcast_id = ${broadcastId} and r.outcome = 'waiting'
       and r.message_id is null and r.send_at <= ${now}
     order by r.send_at, r.phone_number limit ${limit}`.execute(tx);
  return rows;
}

/** Its texts that are in the queue of a number and may go now. */
export async function countQueued(
  db: Db,
  accountId: string,
  broadcastId: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from broadcast_recipients r
      join messages m on m.account_id = r.account_id and m.id = r.message_id
     where r.account_id = ${accountId} and r.broadcast_id = ${broadcastId} and r.outcome = 'waiting'
       and r.message_id is not null and m.status in ('scheduled', 'queued') and m.send_after <= ${now}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Segments of all broadcasts of the company. */
export async function countWrittenSince(db: Db, accountId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ segments: number }>`
    select coalesce(sum(segments), 0)::int as segments from broadcast_recipients
     where account_id = ${accountId} and written_at >= ${since} and outcome <> 'canceled'`.execute(db);
  return rows[0]?.segments ?? 0;
}

/** What a broadcast's state follows from. */
export interface Progress extends Tally {
  outcomes: Record<string, number>;
  answered: number;
  /** Of those that wait. Null: none does. */
  nextSendAt: Date | null;
  leftOut: { reason: string; count: number }[];
  /** When the last text was written that was over a carrier's daily limit. */
  limitedAt: Date | null;
}

interface Counted {
  id: string;
  outcome: RecipientOutcome;
  reason: string | null;
  count: number;
  written: number;
  lastWrittenAt: Date | null;
  answered: number;
  optedOut: number;
}

/** Counted from the rows, so that it can't drift. */
export async function readProgress(db: Db, accountId: string, ids: string[]): Promise<Map<string, Progress>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Counted>`
    select r.broadcast_id as id, r.outcome, r.reason, count(*)::int as count, count(r.message_id)::int as written,
           max(r.written_at) as "lastWrittenAt", count(r.opted_out_at)::int as "optedOut",
           (count(*) filter (where r.answered_at is not null and r.opted_out_at is null))::int as answered
      from broadcast_recipients r
     where r.account_id = ${accountId} and r.broadcast_id = any(${ids}::uuid[])
     group by 1, 2, 3 order by count(*) desc, 3`.execute(db);
  const { rows: next } = await sql<{ id: string; sendAt: Date | null }>`
    select b.id, (select r.send_at from broadcast_recipients r
                   where r.account_id = ${accountId} and r.broadcast_id = b.id and r.outcome = 'waiting'
                     and r.message_id is null
                   order by r.send_at limit 1) as "sendAt"
      from unnest(${ids}::uuid[]) as b(id)`.execute(db);
  const nextOf = new Map(next.map(({ id, sendAt }) => [id, sendAt]));
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    ids.map((id) => [id, { ...progressOf(byId.get(id) ?? []), nextSendAt: nextOf.get(id) ?? null }]),
  );
}

/** Of texts that were written: they aren't delivered, and not given up either. */
const OPEN: RecipientOutcome[] = ['waiting', 'sent', 'unknown'];

function progressOf(counted: Counted[]): Omit<Progress, 'nextSendAt'> {
  const sum = (of: (row: Counted) => number, which: (row: Counted) => boolean = () => true) =>
    counted.filter(which).reduce((all, row) => all + of(row), 0);
  const inOutcome = (wanted: RecipientOutcome) =>
    sum(
      ({ count }) => count,
      ({ outcome }) => outcome === wanted,
    );
  const latest = (which: (row: Counted) => boolean = () => true) => {
    const times = counted.filter(which).flatMap(({ lastWrittenAt }) => lastWrittenAt?.getTime() ?? []);
    return times.length === 0 ? null : new Date(Math.max(...times));
  };
  return {
    outcomes: Object.fromEntries(RecipientOutcome.options.map((outcome) => [outcome, inOutcome(outcome)])),
    leftOut: counted.flatMap(({ outcome, reason, count }) =>
      outcome === 'leftOut' && reason !== null ? [{ reason, count }] : [],
    ),
    written: sum(({ written }) => written),
    lastWrittenAt: latest(),
    limitedAt: latest(({ reason }) => reason === 'daily_limit'),
    unsettled: sum(
      ({ written }) => written,
      ({ outcome }) => OPEN.includes(outcome),
    ),
    delivered: inOutcome('delivered'),
    undelivered: inOutcome('undelivered'),
    failed: inOutcome('failed'),
    filtered: sum(
      ({ count }) => count,
      ({ outcome, reason }) => outcome !== 'leftOut' && reason === 'filtered',
    ),
    answered: sum(({ answered }) => answered),
    optedOut: sum(({ optedOut }) => optedOut),
  };
}

export interface RecipientRow {
  candidateId: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  outcome: RecipientOutcome;
  reason: string | null;
  sendAt: Date;
  answeredAt: Date | null;
  optedOutAt: Date | null;
  messageId: string | null;
  conversationId: string | null;
}

/** By phone number, one more than fits. */
export async function listRecipients(
  db: Db,
  accountId: string,
  broadcastId: string,
  {
    outcome,
    only,
    after,
    limit,
  }: {
    outcome: RecipientOutcome | undefined;
    only: 'answered' | 'optedOut' | undefined;
    after: string | null;
    limit: number;
  },
): Promise<RecipientRow[]> {
  const isOnly =
    only === undefined
      ? sql`true`
      : only === 'answered'
        ? sql`r.answered_at is not null and r.opted_out_at is null`
        : sql`r.opted_out_at is not null`;
  const { rows } = await sql<RecipientRow>`
    select r.candidate_id as "candidateId", c.first_name as "firstName", c.last_name as "lastName",
           r.phone_number as "phoneNumber", r.outcome, r.reason, r.send_at as "sendAt", r.answered_at as "answeredAt",
           r.opted_out_at as "optedOutAt", r.message_id as "messageId", m.conversation_id as "conversationId"
      from broadcast_recipients r
      join candidates c on c.account_id = r.account_id and c.id = r.candidate_id
      left join messages m on m.account_id = r.account_id and m.id = r.message_id
     where r.account_id = ${accountId} and r.broadcast_id = ${broadcastId}
       and ${outcome === undefined ? sql`true` : sql`r.outcome = ${outcome}`} and ${isOnly}
       and ${after === null ? sql`true` : sql`r.phone_number > ${after}`}
     order by r.phone_number limit ${limit + 1}`.execute(db);
  return rows;
}

/** Those that act now, or have to start; the longest waiting first. */
export async function findActing(db: Db, now: Date): Promise<{ accountId: string; id: string }[]> {
  const { rows } = await sql<{ accountId: string; id: string }>`
    select account_id as "accountId", id from broadcasts
     where status in ('scheduled', 'running') and starts_at <= ${now}
     order by starts_at limit 1000`.execute(db);
  return rows;
}
