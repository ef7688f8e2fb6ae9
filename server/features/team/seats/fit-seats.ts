import type { Tx } from '../../../db/connection.ts';
import { Failure } from '../../../failure.ts';
import { seatsAfter } from './rules.ts';
import { insertSeats, listSeatFacts, removeSeats } from './store.ts';

/**
 * Gives the account exactly `total` seats, the first of them to `ownerId` when no one holds one yet. When more are taken than the
 * new total, nothing changes. The caller holds the account's row. Returns the seats that are gone.
 */
export async function fitSeats(
  tx: Tx,
  accountId: string,
  plan: { total: number; ownerId: string; newId: () => string; at: Date },
): Promise<string[]> {
  const { ownerHasSeat, needed, gone, free } = seatsAfter(await listSeatFacts(tx, accountId), plan);
  if (needed > plan.total) throw new Failure('seats_in_use', { inUse: needed, total: plan.total });
  const ids = gone.map((seat) => seat.id);
  await removeSeats(tx, accountId, ids, plan.at);
  await insertSeats(tx, accountId, [
    ...(ownerHasSeat ? [] : [{ id: plan.newId(), status: 'used' as const, userId: plan.ownerId }]),
    ...freeSeats(Math.max(0, plan.total - needed - free), plan.newId),
  ]);
  return ids;
}

export function freeSeats(count: number, newId: () => string) {
  return Array.from({ length: count }, () => ({ id: newId(), status: 'available' as const, userId: null }));
}
