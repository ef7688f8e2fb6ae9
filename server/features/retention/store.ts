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

export interface DueCounts extends RetentionCounts {
  onHold: number;
  inUse: number;
  /** False: there was too much to count, so there may be more of each. */
  complete: boolean;
}

/** So that no statement takes long. */
const TOGETHER = 20_000;
/** Of each kind. People wait for it. */
const COUNT_MS = 2000;

/** What would go if the rule began now. */
export async function countDue(
  db: Db,
  accountId: string,
  days: RetentionDays,
  now: Date,
  { limitMs = COUNT_MS, together = TOGETHER } = {},
): Promise<DueCounts> {
  const texts = dueBefore(days.textsAfterDays, now);
  // A picture goes with its text at the latest.
  const mediaDays = [days.mediaAfterDays, days.textsAfterDays].filter((each) => each !== null);
  const media = mediaDays.length === 0 ? null : dueBefore(Math.min(...mediaDays), now);
  const candidates = dueBefore(days.candidatesAfterDays, now);
  const counts = { texts: 0, media: 0, candidates: 0, onHold: 0, inUse: 0 };
  const of = { accountId, now, together };
  const kinds = [
    texts && countTexts(db, { ...of, before: texts }),
    media && countMedia(db, { ...of, before: media }),
    candidates && countIdle(db, { ...of, before: candidates }),
    countOnHold(db, accountId),
  ].filter((kind) => kind !== null);
  let complete = true;
  for (const next of kinds) complete = (await addUp(counts, next, limitMs)) && complete;
  return { ...counts, complete };
}

type Counts = Omit<DueCounts, 'complete'>;

/** `last`: the last ID that was looked at. Null: there is nothing after it. */
type Part = Partial<Counts> & { last: string | null };
type NextPart = (after: string) => Promise<Part | undefined>;

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Adds part after part, for as long as it may take. Whether that was all. */
async function addUp(counts: Counts, next: NextPart, limitMs: number): Promise<boolean> {
  const endsAt = performance.now() + limitMs;
  for (let after: string | null = FIRST; after !== null; ) {
    if (performance.now() >= endsAt) return false;
    const part: Part | undefined = await next(after);
    const { last = null, ...counted } = part ?? {};
    for (const [name, count = 0] of Object.entries(counted)) counts[name as keyof Counts] += count;
    after = last;
  }
  return true;
}

interface Counting {
  accountId: string;
  before: Date;
  now: Date;
  together: number;
}

const rowsAfter = (
  table: 'conversations' | 'media' | 'candidates',
  { accountId, together }: Counting,
  after: string,
) => sql`
  select * from ${sql.table(table)} where account_id = ${accountId} and id > ${after} order by id limit ${together}`;

const countTexts =
  (db: Db, of: Counting): NextPart =>
  async (after) => {
    const { rows: threads } = await sql<{ last: string }>`
      select id as last from (${rowsAfter('conversations', of, after)}) as threads order by id desc limit 1`.execute(
      db,
    );
    const last = threads[0]?.last;
    if (last === undefined) return undefined;
    const { rows } = await countOfTexts(of.accountId, of.before, { after, last }).execute(db);
    return { texts: rows[0]?.count ?? 0, last };
  };

const countMedia =
  (db: Db, of: Counting): NextPart =>
  async (after) => {
    const { rows } = await sql<{ media: number; last: string | null }>`
      with looked as materialized (${rowsAfter('media', of, after)})
      select (select count(*)::int from (${dueMedia(sql`select * from looked`, of.before)}) as due) as media,
             (select id from looked order by id desc limit 1) as last`.execute(db);
    return rows[0];
  };

const countIdle =
  (db: Db, of: Counting): NextPart =>
  async (after) => {
    const { rows } = await sql<{ candidates: number; inUse: number; last: string | null }>`
      with looked as materialized (${rowsAfter('candidates', of, after)}), idle as (
        ${idleCandidates(sql`select * from looked`, of)})
      select (select count(*)::int from idle where not is_in_use) as candidates,
             (select count(*)::int from idle where is_in_use) as "inUse",
             (select id from looked order by id desc limit 1) as last`.execute(db);
    return rows[0];
  };

const countOnHold =
  (db: Db, accountId: string): NextPart =>
  async () => {
    const { rows } = await sql<{ onHold: number; last: null }>`
      select count(*)::int as "onHold", null as last from candidates where account_id = ${accountId} and legal_hold`.execute(
      db,
    );
    return rows[0];
  };
