import type { Tx } from '../../db/connection.ts';
import { Failure } from '../../failure.ts';
import { insertSeats, listSeatFacts, removeSeats } from './store.ts';

/**
 * Gives the account exactly `total` seats, the first of them to `ownerId` when nobody holds one yet. Only free seats go
 * away, those without a number first; when more are taken than the new total, nothing changes. The caller holds the
 * account's row. Returns the seats that are gone.
 */
export async function fitSeats(
  tx: Tx,
  accountId: string,
  plan: { total: number; ownerId: string; newId: () => string; at: Date },
): Promise<string[]> {
  const seats = await listSeatFacts(tx, accountId);
  const taken = seats.filter((seat) => seat.status !== 'available');
  const ownerHasSeat = seats.some((seat) => seat.userId === plan.ownerId);
  const needed = taken.length + (ownerHasSeat ? 0 : 1);
  if (needed > plan.total) throw new Failure('seats_in_use', { inUse: needed, total: plan.total });

  const free = seats
    .filter((seat) => seat.status === 'available')
    .sort((a, b) => Number(b.hasNumber) - Number(a.hasNumber));
  const freeWanted = plan.total - needed;
  const gone = free.slice(freeWanted).map((seat) => seat.id);
  await removeSeats(tx, accountId, gone, plan.at);
  await insertSeats(tx, accountId, [
    ...(ownerHasSeat ? [] : [{ id: plan.newId(), status: 'used' as const, userId: plan.ownerId }]),
    ...freeSeats(Math.max(0, freeWanted - free.length), plan.newId),
  ]);
  return gone;
}

export function freeSeats(count: number, newId: () => string) {
  return Array.from({ length: count }, () => ({ id: newId(), status: 'available' as const, userId: null }));
}
