import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { LoopFacts } from '../gate/gate.ts';
import { takesNoTexts } from './takes-no-texts.ts';

export type AutomaticFacts = Pick<LoopFacts, 'automaticTexts' | 'lastTypedAt'> & { takesNoTexts: boolean };

const DAY_MS = 24 * 3600_000;

/**
 * What the gate asks about automatic texts to candidates, in all of their threads, in one query for any number of candidates.
 * Texts that the carrier refused don't count. `offset 0`: each candidate takes the end of their threads, by its index.
 */
export async function findAutomaticFacts(
  db: Db,
  accountId: string,
  candidateIds: string[],
  now: Date,
): Promise<Map<string, AutomaticFacts>> {
  if (candidateIds.length === 0) return new Map();
  const since = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<AutomaticFacts & { candidateId: string }>`
    select wanted.id as "candidateId", coalesce(recent.automatic, '{}') as "automaticTexts",
           recent.typed_at as "lastTypedAt",
           ${takesNoTexts(sql`${accountId}::uuid`, sql`wanted.id`)} as "takesNoTexts"
      from unnest(${[...new Set(candidateIds)]}::uuid[]) as wanted(id)
      left join lateral (
        select array_agg(m.created_at order by m.created_at desc) filter (
                 where m.is_automatic and not m.is_confirmation and m.status not in ('failed', 'canceled')) as automatic,
               max(coalesce(m.sent_at, m.created_at)) filter (
                 where not m.is_automatic and m.call_outcome is null and m.status <> 'canceled') as typed_at
          from conversations c
          join messages m on m.account_id = c.account_id and m.conversation_id = c.id and m.created_at > ${since}
         where c.account_id = ${accountId} and c.candidate_id = wanted.id
        offset 0) as recent on true`.execute(db);
  return new Map(rows.map(({ candidateId, ...facts }) => [candidateId, facts]));
}

const HOUR_MS = 3600_000;

/** How many in one thread, of any kind: when two machines answer each other, they are many. */
export async function countAutomaticInHour(
  db: Db,
  { accountId, conversationId, before }: { accountId: string; conversationId: string; before: Date },
): Promise<number> {
  const since = new Date(before.getTime() - HOUR_MS);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
     where account_id = ${accountId} and conversation_id = ${conversationId}
       and created_at > ${since} and is_automatic`.execute(db);
  return rows[0]?.count ?? 0;
}
