import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../log.ts';
import { createTestDatabase } from '../testing/database.ts';
import { hasPgBouncer, startPgBouncer } from '../testing/pg-bouncer.ts';
import { eventually } from '../testing/test-app.ts';
import { startSignals } from '../vendors/signal-wires.ts';
import { connect } from './connection.ts';
import { migrate } from './migrate.ts';
import { isUnavailable } from './unavailable.ts';

async function through(settings: Record<string, string>): Promise<string> {
  const database = await createTestDatabase();
  const pgBouncer = await startPgBouncer(database.url, settings);
  onTestFinished(async () => {
    await pgBouncer.stop();
    await database.drop();
  });
  return pgBouncer.url;
}

const forgets = { ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout' };

it
  .skipIf(!hasPgBouncer)
  .each([
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', server_round_robin: '1' },
    { pool_mode: 'transaction', default_pool_size: '1' },
    { pool_mode: 'statement' },
  ])('the start is refused in one sentence: %o', async (settings) => {
  const url = await through(settings);
  await expect(migrate(url)).rejects.toThrow(
    /^DATABASE_URL is a pooler [^.]+\. Set pool_mode = session, [^.]+\.$/,
  );
});

it.skipIf(!hasPgBouncer).each([{ pool_mode: 'session' }, { pool_mode: 'session', ...forgets }])(
  'sessions keep the limits, signals and what is prepared: %o',
  async (settings) => {
    const url = await through(settings);
    await migrate(url);
    const { db, pool, close } = connect(url, { max: 4, onError: () => {}, statementMs: 300 });
    onTestFinished(close);
    const signals = await startSignals({ connectionString: url, db, pool, log: createLog('silent') });
    onTestFinished(signals.close);
    const heard: string[] = [];
    signals.on('sessions', (change) => heard.push(change));

    const limits = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by 1`,
    );
    expect(limits.rows.map(({ setting }) => setting)).toEqual(['10000', '300']);
    const slow = await pool.query('select pg_sleep(2)').catch((error: unknown) => error);
    expect(slow).toMatchObject({ code: '57014' });
    expect(isUnavailable(slow)).toBe(true);
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const { rows } = await pool.query<{ n: number }>('select $1::int as n', [n]);
        expect(rows).toEqual([{ n }]);
      }),
    );
    await pool.query("select pg_notify('sessions', 'changed')");
    await eventually(() => expect(heard).toEqual(['changed']));
  },
);
