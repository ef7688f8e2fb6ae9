import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { lastTyped } from './facts.ts';
import { markThreads } from './marks.ts';
import { lockFigures, recount } from './recount.ts';

/* Keeps what texts counted for when they go. */

const threadsOf = (accountId: string, candidateId: string) => sql`
  select id from conversations where account_id = ${accountId} and candidate_id = ${candidateId}`;

/** Call before a candidate's texts go or anything about them changes: no one counts them after that. The caller holds them all. */
export async function keepFigures(tx: Tx, accountId: string, candidateId: string): Promise<void> {
  await lockFigures(tx, accountId);
  await recount(tx, accountId, threadsOf(accountId, candidateId));
}

/** The same for some texts of these conversations, whose facts no longer follow what becomes of the conversations. */
export async function keepFiguresOf(
  tx: Tx,
  accountId: string,
  { threadIds, textIds }: { threadIds: string[]; textIds: string[] },
): Promise<void> {
  const threads = sql`select unnest(${threadIds}::uuid[])`;
  await lockFigures(tx, accountId);
  await recount(tx, accountId, threads);
  await sql`
    update conversations c set text_before = last.text_before
      from (${lastTyped(accountId, sql`select id from unnest(${threadIds}::uuid[]) as thread (id)`, textIds)}) as last
     where c.account_id = ${accountId} and c.id = last.conversation_id`.execute(tx);
  await sql`
    update text_facts set source_id = null, id = null
     where account_id = ${accountId} and source_id = any(${threadIds}::uuid[]) and id = any(${textIds}::uuid[])`.execute(
    tx,
  );
}

/** The texts are back, and may not have been counted before they went. */
export const takeBackFigures = (tx: Tx, accountId: string, candidateId: string): Promise<void> =>
  markThreads(tx, accountId, threadsOf(accountId, candidateId));

/** The texts of one conversation move to another. In the merged thread, who began and who answered may differ. */
export async function joinFigures(
  tx: Tx,
  accountId: string,
  pairs: { source: string; target: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  const targets = pairs.map(({ target }) => target);
  await lockFigures(tx, accountId);
  await sql`
    update text_facts f set source_id = pair.target
      from unnest(${pairs.map(({ source }) => source)}::uuid[], ${targets}::uuid[]) as pair (source, target)
     where f.account_id = ${accountId} and f.source_id = pair.source`.execute(tx);
  await markThreads(tx, accountId, sql`select unnest(${targets}::uuid[])`);
}

/** For good: what is left no longer shows which texts belonged to one conversation. The conversations are gone. */
export async function forgetThreads(tx: Tx, threads: { accountId: string; id: string }[]): Promise<void> {
  await sql`
    update text_facts f set source_id = null, id = null
      from unnest(${threads.map(({ accountId }) => accountId)}::uuid[], ${threads.map(({ id }) => id)}::uuid[])
             as gone (account_id, id)
     where f.account_id = gone.account_id and f.source_id = gone.id`.execute(tx);
}

/** Of an account that is erased. True when there may be more. */
export async function eraseFigures(tx: Tx, accountId: string, limit: number): Promise<boolean> {
  await lockFigures(tx, accountId);
  let isMore = false;
  for (const table of ['text_facts', 'text_sums', 'fact_marks']) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where account_id = ${accountId} limit ${limit}))`.execute(tx);
    isMore ||= numAffectedRows === BigInt(limit);
  }
  return isMore;
}
