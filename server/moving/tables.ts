import type pg from 'pg';
import { listTables, type Table } from '../backups/tables.ts';

/** What goes over. */
export interface Moving {
  /** The company, and its sandbox if it has one. */
  ids: string[];
  phoneNumbers: string[];
}

/** Notes for browsers, which load everything again: they are in the order of one server's transactions. */
const STAY = 'live_events';
/** They get the numbers of the other cell, once nothing more comes in here. */
export const NUMBERED_AGAIN = ['carrier_events', 'new_events'];

export interface AccountTable extends Table {
  /** The account's rows; the accounts are $1. */
  where: string;
}

/** Every table that has rows of accounts. Read from the database, so that none is forgotten. */
export async function listAccountTables(client: pg.Client): Promise<AccountTable[]> {
  const tables = await listTables(client);
  return tables.flatMap((table) => {
    if (table.schema !== 'public') return [];
    // Cells that are older have them in another order.
    const columns = table.columns.toSorted();
    if (table.name === 'accounts') return [{ ...table, columns, where: 'id = any($1::uuid[])' }];
    if (!columns.includes('account_id')) return [];
    return [{ ...table, columns, where: 'account_id = any($1::uuid[])' }];
  });
}

/** Those whose rows go over as they are. */
export const copied = (tables: AccountTable[]): AccountTable[] =>
  tables.filter(({ name }) => name !== STAY && !NUMBERED_AGAIN.includes(name));

/** COPY takes no parameters. */
export function withIds(client: pg.Client, where: string, ids: string[]): string {
  return where.replace('$1', client.escapeLiteral(`{${ids.join()}}`));
}

/** What is texted to the account isn't known to be the account's yet. */
export const CARRIER_EVENTS = `(account_id = any($1::uuid[]) or receiver = any($2::text[]))`;
