import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { TargetFacts } from '../outbound/accept-facts.ts';

/* What keeps automatic texts from piling up on a candidate, and from bursting into a talk. */

export interface Talk {
  /** Those of automations in the last 24 hours. */
  automaticTexts: number;
  /** When the talk in the seat's conversation has been quiet for an hour; null: it has. */
  quietAfter(seatId: string): Date | null;
}

const HOUR_MS = 3600_000;

/** By candidate. */
export async function findTalks(
  tx: Tx,
  accountId: string,
  asked: { now: Date; candidateIds: string[]; targets: TargetFacts[] },
): Promise<Map<string, Talk>> {
  const { now } = asked;
  const [counts, last] = await Promise.all([
    countAutomatic(tx, accountId, asked.candidateIds, new Date(now.getTime() - 24 * HOUR_MS)),
    findLastTyped(
      tx,
      accountId,
      asked.targets.flatMap(({ conversationId }) => conversationId ?? []),
      new Date(now.getTime() - HOUR_MS),
    ),
  ]);
  const quietAt = new Map(
    asked.targets.flatMap(({ candidateId, seatId, conversationId }) => {
      const at = last.get(conversationId ?? '');
      return at === undefined
        ? []
        : [[`${candidateId} ${seatId}`, new Date(at.getTime() + HOUR_MS)] as const];
    }),
  );
  return new Map(
    asked.candidateIds.map((id) => [
      id,
      { automaticTexts: counts.get(id) ?? 0, quietAfter: (seatId) => quietAt.get(`${id} ${seatId}`) ?? null },
    ]),
  );
}

async function countAutomatic(tx: Tx, accountId: string, candidateIds: string[], since: Date) {
  const { rows } = await sql<{ id: string; count: number }>`
    select p.candidate_id as id, count(*)::int as count from planned_texts p
      join messages m on m.account_id = p.account_id and m.id = p.message_id
     where p.account_id = ${accountId} and p.candidate_id = any(${candidateIds}::uuid[]) and p.status = 'sent'
       and m.created_at > ${since} and m.status not in ('canceled', 'failed')
     group by p.candidate_id`.execute(tx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** When the latest text since then came in or was typed, by conversation. */
async function findLastTyped(tx: Tx, accountId: string, conversationIds: string[], since: Date) {
  const { rows } = await sql<{ id: string; at: Date }>`
    select m.conversation_id as id, max(m.created_at) as at from messages m
     where m.account_id = ${accountId} and m.conversation_id = any(${conversationIds}::uuid[])
       and m.created_at > ${since} and m.call_outcome is null and m.status not in ('canceled', 'scheduled')
       and (m.direction = 'inbound' or m.sender_id is not null)
     group by m.conversation_id`.execute(tx);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
