import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { deleteConnection, listConnections, lockConnection } from './connections-store.ts';
import { keepDeparture, listDepartures } from './departures-store.ts';
import { runTakeBackAts } from './subscribe.ts';

/** For an account that is erased: no system is asked anymore from here on. What we left there is taken back next. */
export async function endConnections(deps: Deps, accountId: string): Promise<void> {
  for (const { atsType } of await listConnections(deps.db, accountId))
    await inTransaction(deps.db, async (tx) => {
      const row = await lockConnection(tx, accountId, atsType);
      if (row === undefined) return;
      await keepDeparture(tx, row, deps.clock());
      await deleteConnection(tx, accountId, atsType);
    });
}

/** Throws while a system is away, with the others done. After a day it is given up. */
export async function takeBackAll(deps: Deps, accountId: string): Promise<void> {
  const failed: unknown[] = [];
  for (const key of await listDepartures(deps.db, accountId))
    await runTakeBackAts(deps, key).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}
