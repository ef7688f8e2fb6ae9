import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import {
  ANSWER_KEYS,
  ANSWER_MEASURES,
  countAnswers,
  countTexts,
  TEXT_KEYS,
  TEXT_MEASURES,
} from './count-texts.ts';
import { markThreads } from './mark-threads.ts';

/* What texts of deleted candidates count for. Each of these leaves figures as they are. */

const KEPT = [
  { table: 'kept_text_figures', keys: TEXT_KEYS, measures: TEXT_MEASURES, count: countTexts },
  { table: 'kept_answer_figures', keys: ANSWER_KEYS, measures: ANSWER_MEASURES, count: countAnswers },
] as const;

const threadsOf = (accountId: string, candidateId: string): RawBuilder<unknown> => sql`
  select id from conversations where account_id = ${accountId} and candidate_id = ${candidateId}`;
const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

/** Before the texts go, and before anything of them is changed. The caller holds them all. */
export async function keepFigures(tx: Tx, accountId: string, candidateId: string): Promise<void> {
  const conversationIds = threadsOf(accountId, candidateId);
  for (const { table, keys, measures, count } of KEPT) {
    const columns = names(['starts_at', ...keys, ...measures]);
    await sql`
      insert into ${sql.table(table)} (account_id, candidate_id, ${columns})
      select ${accountId}::uuid, ${candidateId}::uuid, ${columns}
        from (${count(accountId, { conversationIds })}) as counted`.execute(tx);
  }
  await markThreads(tx, accountId, conversationIds);
}

/** The texts are back, and count by themselves. */
export async function takeBackFigures(tx: Tx, accountId: string, candidateId: string): Promise<void> {
  for (const { table } of KEPT)
    await sql`
      with gone as (
        delete from ${sql.table(table)} where account_id = ${accountId} and candidate_id = ${candidateId}
        returning account_id, starts_at)
      insert into figure_marks (account_id, starts_at) select distinct account_id, starts_at from gone`.execute(
      tx,
    );
  await markThreads(tx, accountId, threadsOf(accountId, candidateId));
}

/** For good: added to what is kept of others who are erased. */
export async function forgetCandidates(
  tx: Tx,
  candidates: { accountId: string; id: string }[],
): Promise<void> {
  if (candidates.length === 0) return;
  const [accountIds, ids] = [candidates.map(({ accountId }) => accountId), candidates.map(({ id }) => id)];
  for (const { table, keys, measures } of KEPT) {
    const columns = names(['account_id', 'starts_at', ...keys]);
    await sql`
      with theirs as (
        delete from ${sql.table(table)}
         where (account_id, candidate_id) in (select * from unnest(${accountIds}::uuid[], ${ids}::uuid[]))
        returning *
      ), others as (
        delete from ${sql.table(table)} f using (select distinct account_id, starts_at from theirs) as at
         where f.account_id = at.account_id and f.starts_at = at.starts_at and f.candidate_id is null
        returning f.*
      )
      insert into ${sql.table(table)} (${columns}, ${names(measures)})
      select ${columns}, ${sql.join(measures.map((name) => sql`sum(${sql.ref(name)})`))}
        from (select * from theirs union all select * from others) as kept group by ${columns}`.execute(tx);
  }
}
