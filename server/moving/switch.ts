import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { nameOf } from '../backups/tables.ts';
import { removeJobsOf } from '../queue/jobs-of-accounts.ts';
import type { Cells } from './cells.ts';
import { removeClaims } from './claims.ts';
import { nameFor } from './open-moves.ts';
import { type AccountTable, CARRIER_EVENTS, type Moving } from './tables.ts';

/*
 * One commit decides whose the account is: that of this cell, which removes its rows and writes down the name of the other cell's
 * transaction. That one was prepared before, so it can be committed at any time after, also by a later run; until then no one there
 * sees any of it.
 */

export interface Moved extends Moving {
  transaction: string;
  movedAt: Date;
}

/** Both transactions are open, and have all that they will have but this. */
export async function switchCells(
  { from, to }: Cells,
  tables: AccountTable[],
  { ids, phoneNumbers, now, say }: Moving & { now: Date; say(step: string): void },
): Promise<void> {
  const [id = '', sandboxId = null] = ids;
  const transaction = nameFor(id) + randomUUID();
  await removeRows(from, tables, { ids, phoneNumbers });
  await from.query(
    `insert into moved_accounts (id, sandbox_id, phone_numbers, transaction, moved_at) values ($1, $2, $3, $4, $5)
         on conflict (id) do update
        set phone_numbers = excluded.phone_numbers, transaction = excluded.transaction, moved_at = excluded.moved_at`,
    [id, sandboxId, phoneNumbers, transaction, now],
  );
  say('Removed here, not committed.');
  await to.query(`prepare transaction ${to.escapeLiteral(transaction)}`);
  say('Prepared there.');
  await from.query('commit');
  say('Committed here.');
  await to.query(`commit prepared ${to.escapeLiteral(transaction)}`);
}

async function removeRows(
  from: pg.Client,
  tables: AccountTable[],
  { ids, phoneNumbers }: Moving,
): Promise<void> {
  await from.query(`delete from carrier_events where ${CARRIER_EVENTS}`, [ids, phoneNumbers]);
  for (const table of tables)
    await from.query(['delete from', nameOf(table), 'where', table.where].join(' '), [ids]);
  await removeJobsOf(from, ids);
  await removeClaims(from, ids);
  // What nodes know of sessions, they forget.
  await from.query(`select pg_notify('sessions', '')`);
}

export async function findMoved(from: pg.Client, accountId: string): Promise<Moved | null> {
  const { rows } = await from.query<Omit<Moved, 'ids'> & { id: string; sandboxId: string | null }>(
    `select id, sandbox_id as "sandboxId", phone_numbers as "phoneNumbers", transaction, moved_at as "movedAt"
       from moved_accounts where id = $1 and not exists (select from accounts where accounts.id = moved_accounts.id)`,
    [accountId],
  );
  const [found] = rows;
  if (found === undefined) return null;
  const { id, sandboxId, ...moved } = found;
  return { ...moved, ids: sandboxId === null ? [id] : [id, sandboxId] };
}

/** Commits what an earlier run has prepared if this cell's commit says so, and gives it up otherwise. */
export async function settlePrepared({ from, to }: Cells, accountId: string): Promise<void> {
  const { rows } = await to.query<{ transaction: string }>(
    `select gid as transaction from pg_prepared_xacts where database = current_database() and starts_with(gid, $1)`,
    [nameFor(accountId)],
  );
  for (const { transaction } of rows) {
    const { rows: decided } = await from.query('select from moved_accounts where transaction = $1', [
      transaction,
    ]);
    await to.query(`${decided.length > 0 ? 'commit' : 'rollback'} prepared ${to.escapeLiteral(transaction)}`);
  }
}
