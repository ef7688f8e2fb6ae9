/** The tests run on Debian's 15 (`npm run test:postgres`) and on the embedded 18. */
const OLDEST_MAJOR = 15;

interface Asked {
  query(sql: string): Promise<{ rows: { version: string; major: number; encoding: string }[] }>;
}

/** Before anything is written: on an older server some statements would fail later, one of them perhaps an opt-out. */
export async function requirePostgres(client: Asked): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
            current_setting('server_encoding') as encoding`,
  );
  const { version = '', major = 0, encoding = '' } = rows[0] ?? {};
  if (major < OLDEST_MAJOR) {
    const [number] = version.split(' ');
    throw new Error(
      `Hiretext needs PostgreSQL ${OLDEST_MAJOR} or newer, and DATABASE_URL is PostgreSQL ${number}. Set it to a newer one, after moving the data with pg_dump.`,
    );
  }
  // In others a name or a text with a letter they don't have couldn't be stored.
  if (encoding !== 'UTF8') {
    throw new Error(
      `Hiretext needs a database with the encoding UTF8, and the one in DATABASE_URL has ${encoding}. Create another with encoding UTF8.`,
    );
  }
}
