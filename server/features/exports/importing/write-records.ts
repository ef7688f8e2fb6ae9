import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from '../../../db/connection.ts';
import type { DB } from '../../../db/schema.ts';
import { markThreads } from '../../analytics/figures/marks.ts';
import { insertTerms } from '../../candidates/search/store.ts';
import { startBackfill } from '../../texting/text-index/keep-index.ts';
import type { Noun } from '../nouns/noun.ts';
import { PORTABLE } from '../nouns/nouns.ts';
import type { Values } from './read-records.ts';
import { Unreadable } from './unreadable.ts';

/** What columns are for records that come with an import: `r` is the record, and the rest of it comes as it is. */
const AS_IMPORTED: Partial<Record<keyof DB, Record<string, RawBuilder<unknown>>>> = {
  // They sign in only once an admin invites them.
  users: {
    user_type: sql`'member'`,
    deactivated_at: sql`now()`,
    // An export from before there were services doesn't say.
    is_service: sql`coalesce(r.is_service, false)`,
  },
  // Not one that anyone pays for.
  seats: { seat_type: sql`'nonTexter'`, status: sql`'available'`, removed_at: sql`now()` },
  // As one that was given up: nothing goes out from it or comes in.
  numbers: {
    carrier: sql`'imported'`,
    link_status: sql`'rejected'`,
    quarantined_until: sql`now()`,
    released_at: sql`now()`,
  },
  conversations: { waiting_mailed_at: sql`now()` },
  // What was on its way was sent, or not, by the other account.
  messages: {
    status: sql`case when r.status in ('scheduled', 'queued', 'sending') then 'canceled' else r.status end`,
  },
  media: { status: sql`case when r.status = 'pending' then 'refused' else r.status end` },
  consent_requests: { reminded_at: sql`now()` },
  broadcasts: {
    status: sql`case when r.status in ('done', 'stopped', 'canceled') then r.status else 'canceled' end`,
    finished_at: sql`coalesce(r.finished_at, now())`,
    trial_over: sql`true`,
  },
  broadcast_recipients: {
    outcome: sql`case when r.outcome = 'waiting' then 'canceled' else r.outcome end`,
  },
  time_offers: {
    status: sql`case when r.status in ('open', 'booking', 'needsPerson') then 'withdrawn' else r.status end`,
  },
  offered_times: { held: sql`false` },
  automations: { enabled: sql`false`, enabled_at: sql`now()`, version: sql`1` },
};

/** What an empty account may have: its people and what they text from. Stages of jobs are there from the beginning. */
const NOT_CONTENT = ['users', 'seats', 'numbers', 'working_hours', 'job_stages'];

export async function isEmpty(db: Db, accountId: string): Promise<boolean> {
  const tables = PORTABLE.filter(({ table }) => !NOT_CONTENT.includes(table)).map(
    ({ table }) => sql`exists (select from ${sql.table(table)} where account_id = ${accountId})`,
  );
  const { rows } = await sql<{ isFull: boolean }>`select ${sql.join(tables, sql` or `)} as "isFull"`.execute(
    db,
  );
  return rows[0]?.isFull === false;
}

/** Until the transaction ends, no one adds anything to the account, and triggers note nothing as news. */
export async function prepareAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select set_config('hiretext.importing', 'on', true), set_config('hiretext.restoring', 'on', true)
      from accounts where id = ${accountId} for update`.execute(tx);
}

/** Those that the account came with; what is imported refers to its own. */
export async function removeStages(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from job_stages where account_id = ${accountId}`.execute(tx);
}

export async function writeRecords(tx: Tx, accountId: string, noun: Noun, records: Values[]): Promise<void> {
  const { name, table, columns } = noun;
  const made = AS_IMPORTED[table] ?? {};
  const plain = columns.filter((column) => !(column in made));
  const names = [...plain, ...Object.keys(made)].map((column) => sql.id(column));
  const values = [...plain.map((column) => sql`r.${sql.id(column)}`), ...Object.values(made)];
  try {
    await sql`
      insert into ${sql.table(table)} (account_id, ${sql.join(names)})
      select ${accountId}::uuid, ${sql.join(values)}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::jsonb) as r`.execute(
      tx,
    );
  } catch (error) {
    throw isAboutData(error)
      ? new Unreadable(`The records in ${name}.jsonl don't fit together. Nothing was imported.`)
      : error;
  }
  if (table === 'candidates') await insertTerms(tx, accountId, records.map(found));
}

/** A value of another type, or one that a rule of the table forbids (SQLSTATE classes 22 and 23). */
const isAboutData = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

/** By what a candidate is found. */
function found(record: Values) {
  const text = (column: string) => (typeof record[column] === 'string' ? (record[column] as string) : '');
  return {
    id: text('id'),
    phoneNumber: text('phone_number'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
  };
}

/** Search and figures are made of the records in the background, as for texts of long ago. */
export async function countAndFind(tx: Tx, accountId: string): Promise<void> {
  await markThreads(tx, accountId, sql`select id from conversations where account_id = ${accountId}`);
  await startBackfill(tx, accountId);
}
