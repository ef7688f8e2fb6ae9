import { eventually, type TestApp } from './test-app.ts';

/**
 * Asks one after the other while the account is held, and lets go of it when all of them wait: each has been let in
 * before the one ahead of it has changed anything.
 */
export async function behindLock<Answers extends unknown[]>(
  app: TestApp,
  accountId: string,
  asks: { [At in keyof Answers]: () => Promise<Answers[At]> },
): Promise<Answers> {
  const holder = await app.deps.pool.connect();
  const waiting = async () => {
    const { rows } = await app.deps.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count;
  };
  const answers: Promise<unknown>[] = [];
  try {
    await holder.query('begin');
    await holder.query('select 1 from accounts where id = $1 for no key update', [accountId]);
    for (const ask of asks) {
      answers.push(ask());
      await eventually(async () => {
        if ((await waiting()) !== answers.length) throw new Error('Not everybody waits for the account');
      });
    }
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  return (await Promise.all(answers)) as Answers;
}
