import { hostsIn, tlsOf } from '../../server/db/address.ts';
import { schemaState } from '../../server/db/migrate.ts';
import { readRelease, refusalOf } from '../../server/db/releases.ts';
import { look, openReplica } from '../../server/db/replicas.ts';
import type { Env } from '../../server/env.ts';
import { type Checked, counted, type Finding, fail, howLong, ok, reasonOf, warn } from './check.ts';

/** Nothing is wrong without one: then the primary has more to do. */
export async function checkReplica({ env, pool }: Pick<Checked, 'env' | 'pool'>): Promise<Finding[]> {
  const name = 'replica';
  if (env.replica === null) return [];
  const { addresses, waitMs } = env.replica;
  const replicas = addresses.map((address) => openReplica(address));
  const looked = await Promise.all(replicas.map((replica) => look(pool, replica, waitMs)));
  const found = `${looked
    .map(({ refusal, lagSeconds }, index) => {
      const late = lagSeconds ? ` (${howLong(lagSeconds)} behind)` : '';
      return `${replicas[index]?.host} ${refusal ?? 'is read from'}${late}`;
    })
    .join(', ')}.`;
  // Of those that hang, nothing is to be heard.
  for (const { connection } of replicas) void connection.close();
  return [
    looked.some(({ refusal }) => refusal === null)
      ? ok(name, found)
      : warn(name, found, 'See that DATABASE_REPLICA_URL names a standby of this database, and its log.'),
  ];
}

/** Nothing is lost without it: then PostgreSQL carries the signals. */
export async function checkSignals({ env }: Pick<Checked, 'env'>): Promise<Finding[]> {
  const name = 'nats';
  if (env.nats === null) return [];
  const { tryNats } = await import('../../server/adapters/signals/nats/nats.ts');
  try {
    await tryNats(env.nats, 'hiretext.doctor');
    return [ok(name, 'NATS carries signals.')];
  } catch (error) {
    return [
      warn(
        name,
        `NATS can't be used: ${reasonOf(error)}.`,
        'Start it, and check NATS_URL: its user may publish to hiretext.> and subscribe to it.',
      ),
    ];
  }
}

/** Tokens and limits compare times of several machines. */
const CLOCKS_WARN_MS = 2000;
const CLOCKS_FAIL_MS = 30_000;

export async function checkPostgres({
  env,
  pool,
}: Pick<Checked, 'pool'> & { env: Pick<Env, 'databaseUrl'> }): Promise<Finding> {
  const name = 'database';
  try {
    const { rows } = await pool.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    return byTls(`PostgreSQL ${rows[0]?.version}`, env.databaseUrl);
  } catch (error) {
    return fail(
      name,
      `The database can't be reached: ${reasonOf(error)}.`,
      'Start it, and see that DATABASE_URL has its address, user and password.',
    );
  }
}

function byTls(version: string, address: string | null): Finding {
  const ways = address === null ? [] : hostsIn(address).map((each) => tlsOf(each).tls);
  if (ways.includes('none'))
    return warn(
      'database',
      `${version}, without TLS: who is on the way reads every text and the password.`,
      'Add sslmode=verify-full to DATABASE_URL, unless only you are on the way.',
    );
  if (ways.includes('unchecked'))
    return warn(
      'database',
      `${version}, by TLS with anyone: its certificate isn't checked.`,
      'Set sslmode=verify-full in DATABASE_URL, and sslrootcert to the authority that signed the certificate.',
    );
  return ok('database', ways.includes('checked') ? `${version}, by TLS.` : `${version}, on this machine.`);
}

/** No server has started on it yet, and nothing was restored into it. */
export const isEmpty = async ({ pool }: Pick<Checked, 'pool'>): Promise<boolean> =>
  (await readRelease(pool)) === null;

/** A version from before it takes for old what isn't, from the third day on (decision 109). */
const DAYS = '0055-days.sql';
const WITHIN_TWO_DAYS =
  " Then replace all nodes within two days, and don't go back after that: the former version would delete what isn't old.";

export async function checkSchema({ pool }: Pick<Checked, 'pool'>): Promise<Finding> {
  const name = 'schema';
  const [refusal, ...cures] = refusalOf(await readRelease(pool))?.split(/(?<=\.) /) ?? [];
  if (refusal !== undefined) return fail(name, refusal, cures.join(' '));
  const { missing, unknown, changed } = await schemaState(pool);
  const [edited] = changed;
  if (edited !== undefined)
    return fail(
      name,
      `Migration ${edited} isn't the one that this database went through.`,
      'Install a released version of Hiretext, unchanged.',
    );
  if (unknown.length > 0)
    return warn(
      name,
      `The database is ahead of this version by ${counted(unknown.length, 'migration')}.`,
      'Finish the update: install the newer version on this node too.',
    );
  if (missing.length > 0)
    return warn(
      name,
      `The database is behind this version by ${counted(missing.length, 'migration')}.`,
      `Start this version of the server: it migrates the database first.${missing.includes(DAYS) ? WITHIN_TWO_DAYS : ''}`,
    );
  return ok(name, 'The database and this version have the same schema.');
}

export async function checkClock({ pool, clock }: Pick<Checked, 'pool' | 'clock'>): Promise<Finding> {
  const name = 'clock';
  const before = clock().getTime();
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  const between = (before + clock().getTime()) / 2;
  const apart = Math.abs((rows[0]?.ms ?? between) - between);
  if (apart < CLOCKS_WARN_MS) return ok(name, "This machine's clock and the database's agree.");
  const found = `This machine's clock and the database's are ${howLong(apart / 1000)} apart.`;
  const cure = 'Turn on time synchronization (NTP) on both machines.';
  return apart < CLOCKS_FAIL_MS ? warn(name, found, cure) : fail(name, found, cure);
}
