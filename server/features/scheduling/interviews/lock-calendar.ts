import type { Tx } from '../../../db/connection.ts';
import { lockNamed } from '../../../db/lock-named.ts';

/** Until the transaction ends, no one else books a time of this person: two can't find the same time free. */
export async function lockCalendarOf(tx: Tx, accountId: string, userId: string): Promise<void> {
  await lockNamed(tx, `calendar:${accountId}:${userId}`);
}
