import pg from 'pg';

/* The connections by which workers show that they are alive. */

export async function presences(pool: pg.Pool, { holding = false } = {}): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'hiretext worker'
        and (not $1 or pid in (select pid from pg_locks where locktype = 'advisory' and granted))`,
    [holding],
  );
  return rows.map(({ pid }) => pid);
}

/** They break, and the workers aren't notified. */
export async function cutOff(pool: pg.Pool): Promise<void> {
  await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [await presences(pool)]);
}

/** The same, and they can't come back before they are let. Others may have the numbers that they were sending from. */
export async function keepCutOff(pool: pg.Pool): Promise<{ letBack(): Promise<void> }> {
  const { connectionString } = pool.options;
  const inTheirPlace = new pg.Client(connectionString === undefined ? {} : { connectionString });
  await inTheirPlace.connect();
  const { rows } = await pool.query<{ key: string }>(
    `select (classid::bigint << 32) | objid::bigint as key from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted and pid = any($1)
        and (classid::bigint << 32) | objid::bigint not in (select hashtextextended('number ' || id, 0) from numbers)`,
    [await presences(pool)],
  );
  const locked = inTheirPlace.query('select pg_advisory_lock(key) from unnest($1::bigint[]) as key', [
    rows.map(({ key }) => key),
  ]);
  await cutOff(pool);
  await locked;
  return { letBack: () => inTheirPlace.end() };
}
