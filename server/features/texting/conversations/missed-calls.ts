import { type RawBuilder, sql } from 'kysely';

/** SQL: since when a delegate covers for the absent person of the row `away`; null where no one is away. */
export const COVERED_FROM = sql<Date | null>`greatest(away.starts_at, away.switched_on_at)`;

/**
 * SQL: the latest call in the conversation of that alias that no one answered, since a time. The calls are looked up (decision 17:
 * `last_inbound_at` is of texts alone), and none of them where the time is null, as it is nearly everywhere.
 */
export function missedCallSince(conversation: 'c' | 'conversation', since: RawBuilder<unknown>) {
  return sql<Date | null>`case when ${since} is not null then (
    select max(missed.created_at) from messages missed
     where missed.account_id = ${sql.ref(`${conversation}.account_id`)}
       and missed.conversation_id = ${sql.ref(`${conversation}.id`)}
       and missed.created_at >= ${since} and missed.call_outcome in ('missed', 'voicemail')) end`;
}
