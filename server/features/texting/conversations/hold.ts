import { type RawBuilder, sql } from 'kysely';
import type { HoldKind } from '../../../../contract/conversations.ts';

/** What keeps texts from a conversation, of the row with this alias. Null: nothing does. */
export function holdOf(alias: string): RawBuilder<HoldKind | null> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case when ${of('held_message_id')} is not null then ${of('hold_kind')} end`;
}
