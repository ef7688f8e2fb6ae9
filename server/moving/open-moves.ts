import type pg from 'pg';

const PREFIX = 'hiretext move ';

/** How the names of an account's transactions begin, in the cell that it goes to. */
export const nameFor = (accountId: string) => `${PREFIX}${accountId} `;

export interface OpenMove {
  accountId: string;
  transaction: string;
  /** Since it was prepared. */
  seconds: number;
}

/** Moves to this cell that broke off at the last moment: their transactions are prepared, and wait to be committed or given up. */
export async function readOpenMoves(pool: Pick<pg.Pool, 'query'>): Promise<OpenMove[]> {
  const { rows } = await pool.query<OpenMove>(
    `select split_part(gid, ' ', 3) as "accountId", gid as transaction,
            extract(epoch from clock_timestamp() - prepared)::float8 as seconds
       from pg_prepared_xacts where database = current_database() and starts_with(gid, $1)
      order by prepared`,
    [PREFIX],
  );
  return rows;
}
