import type { Tx } from '../../db/connection.ts';
import { Failure } from '../../failure.ts';
import { deleteSeats, insertSeats, listSeatStatuses } from './store.ts';

/**
 * Gives the account exactly `total` seats, the first of them to `ownerId` when nobody holds one yet. Only free seats go
 * away; when more are taken than the new total, nothing changes. The caller holds the account's row.
 */
export async function fitSeats(
  tx: Tx,
  accountId: string,
  plan: { total: number; ownerId: string; newId: () => string },
): Promise<void> {
  const seats = await listSeatStatuses(tx, accountId);
  const taken = seats.filter((seat) => seat.status !== 'available');
  const ownerHasSeat = seats.some((seat) => seat.userId === plan.ownerId);
  const needed = taken.length + (ownerHasSeat ? 0 : 1);
  if (needed > plan.total) throw new Failure('seats_in_use', { inUse: needed, total: plan.total });

  const free = seats.filter((seat) => seat.status === 'available');
  const freeWanted = plan.total - needed;
  await deleteSeats(
    tx,
    accountId,
    free.slice(freeWanted).map((seat) => seat.id),
  );
  await insertSeats(tx, accountId, [
    ...(ownerHasSeat ? [] : [{ id: plan.newId(), status: 'used' as const, userId: plan.ownerId }]),
    ...Array.from({ length: Math.max(0, freeWanted - free.length) }, () => ({
      id: plan.newId(),
      status: 'available' as const,
      userId: null,
    })),
  ]);
}

export async function countSeats(
  tx: Parameters<typeof listSeatStatuses>[0],
  accountId: string,
): Promise<{ used: number; available: number; total: number }> {
  const seats = await listSeatStatuses(tx, accountId);
  const available = seats.filter((seat) => seat.status === 'available').length;
  return { used: seats.length - available, available, total: seats.length };
}
