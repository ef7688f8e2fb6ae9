import { sql } from 'kysely';
import type { RetentionCounts, RetentionDays } from '../../../contract/retention.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { countOfTexts, dueMedia, idleCandidates } from './due.ts';
import { dueBefore, type Step } from './rules.ts';

export interface Pass extends RetentionCounts {
  step: Step;
  /** The ID of the last one that was looked at. */
  after: string;
  startedAt: string;
}

export interface RetentionRow extends RetentionDays {
  startsAt: Date;
  lastPass: (RetentionCounts & { startedAt: string; finishedAt: string }) | null;
}

export const KEEPS_ALL: RetentionRow = {
  textsAfterDays: null,
  mediaAfterDays: null,
  candidatesAfterDays: null,
  startsAt: new Date(0),
  lastPass: null,
};

const COLUMNS = sql`
  texts_after_days as "textsAfterDays", media_after_days as "mediaAfterDays", candidates_after_days as "candidatesAfterDays",
  starts_at as "startsAt", last_pass as "lastPass"`;

export async function findRetention(db: Db, accountId: string): Promise<RetentionRow> {
  const { rows } = await sql<RetentionRow>`
    select ${COLUMNS} from retention where account_id = ${accountId}`.execute(db);
  return rows[0] ?? KEEPS_ALL;
}

/** A turn that is under way is waited for: after that, nothing goes by the rule before. */
export async function lockRetention(tx: Tx, accountId: string): Promise<RetentionRow> {
  const { rows } = await sql<RetentionRow>`
    select ${COLUMNS} from retention where account_id = ${accountId} for update`.execute(tx);
  return rows[0] ?? KEEPS_ALL;
}

/** The next pass begins from the start. */
export async function saveRetention(
  tx: Tx,
  accountId: string,
  rule: RetentionDays & { startsAt: Date; now: Date },
): Promise<void> {
  await sql`
    insert into retention (account_id, texts_after_days, media_after_days, candidates_after_days, starts_at, next_pass_at)
    values (${accountId}, ${rule.textsAfterDays}, ${rule.mediaAfterDays}, ${rule.candidatesAfterDays}, ${rule.startsAt}, ${rule.now})
        on conflict (account_id) do update
       set texts_after_days = excluded.texts_after_days, media_after_days = excluded.media_after_days,
           candidates_after_days = excluded.candidates_after_days, starts_at = excluded.starts_at, pass = null,
           next_pass_at = excluded.next_pass_at`.execute(tx);
}

export interface Turn extends RetentionDays {
  accountId: string;
  pass: Pass | null;
}

/** Of the accounts whose rule has something to do, the one that has waited the longest. No one else has its turn meanwhile. */
export async function takeTurn(tx: Tx, now: Date, except: string[]): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    update retention r set turn_at = clock_timestamp()
     where r.account_id = (
       select account_id from retention
        where starts_at <= ${now} and next_pass_at <= ${now} and account_id <> all(${except}::uuid[])
          and num_nonnulls(texts_after_days, media_after_days, candidates_after_days) > 0
        order by turn_at limit 1 for update skip locked)
    returning r.account_id as "accountId", r.pass, ${COLUMNS}`.execute(tx);
  return rows[0];
}

export async function savePass(tx: Tx, accountId: string, pass: Pass): Promise<void> {
  await sql`
    update retention set pass = ${JSON.stringify(pass)}::jsonb where account_id = ${accountId}`.execute(tx);
}

export async function endPass(
  tx: Tx,
  accountId: string,
  { step, after, ...counts }: Pass,
  { finishedAt, nextAt }: { finishedAt: Date; nextAt: Date },
): Promise<void> {
  const last = { ...counts, finishedAt: finishedAt.toISOString() };
  await sql`
    update retention set pass = null, last_pass = ${JSON.stringify(last)}::jsonb, next_pass_at = ${nextAt}
     where account_id = ${accountId}`.execute(tx);
}

/** What would go if the rule began now. */
export async function countDue(
  db: Db,
  accountId: string,
  days: RetentionDays,
  now: Date,
): Promise<RetentionCounts & { onHold: number; inUse: number }> {
  const texts = dueBefore(days.textsAfterDays, now);
  // A picture goes with its text at the latest.
  const mediaDays = [days.mediaAfterDays, days.textsAfterDays].filter((each) => each !== null);
  const media = mediaDays.length === 0 ? null : dueBefore(Math.min(...mediaDays), now);
  const candidates = dueBefore(days.candidatesAfterDays, now);
  const of = (table: 'media' | 'candidates') => sql`
    select * from ${sql.table(table)} where account_id = ${accountId}`;
  const count = async (counted: ReturnType<typeof sql> | null) => {
    if (counted === null) return 0;
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from (${counted}) as due`.execute(db);
    return rows[0]?.count ?? 0;
  };
  return {
    texts: texts === null ? 0 : await countTexts(db, accountId, texts),
    media: await count(media && dueMedia(of('media'), media)),
    ...(await countIdle(db, accountId, candidates, now)),
    onHold: await count(sql`select from candidates where account_id = ${accountId} and legal_hold`),
  };
}

/** So that no statement takes long. */
const TOGETHER = 20_000;

const FIRST = '00000000-0000-0000-0000-000000000000';

async function countTexts(db: Db, accountId: string, before: Date): Promise<number> {
  let sum = 0;
  for (let after: string = FIRST; ; ) {
    const { rows: threads } = await sql<{ last: string }>`
      select id as last from (
        select id from conversations where account_id = ${accountId} and id > ${after}
         order by id limit ${TOGETHER}) as threads
       order by id desc limit 1`.execute(db);
    const last = threads[0]?.last ?? null;
    if (last === null) return sum;
    const { rows } = await countOfTexts(accountId, before, { after, last }).execute(db);
    sum += rows[0]?.count ?? 0;
    after = last;
  }
}

async function countIdle(
  db: Db,
  accountId: string,
  before: Date | null,
  now: Date,
): Promise<{ candidates: number; inUse: number }> {
  const counts = { candidates: 0, inUse: 0 };
  for (let after: string | null = before && FIRST; after !== null; ) {
    const some = sql`
      select * from candidates where account_id = ${accountId} and id > ${after} order by id limit ${TOGETHER}`;
    const { rows } = await sql<{ candidates: number; inUse: number; last: string | null }>`
      with looked as materialized (${some}), idle as (
        ${idleCandidates(sql`select * from looked`, { before: before ?? now, now })})
      select (select count(*)::int from idle where not is_in_use) as candidates,
             (select count(*)::int from idle where is_in_use) as "inUse",
             (select id from looked order by id desc limit 1) as last`.execute(db);
    const [row] = rows;
    counts.candidates += row?.candidates ?? 0;
    counts.inUse += row?.inUse ?? 0;
    after = row?.last ?? null;
  }
  return counts;
}
