import { LANE_LOCK } from '../features/texting/receiving/carrier-events.ts';
import type { TestApp } from './test-app.ts';

/** What carriers send is stored and not processed, until the returned function is called. */
export async function holdLanes(app: TestApp): Promise<() => Promise<void>> {
  const holder = await app.deps.pool.connect();
  await holder.query('select pg_advisory_lock($1, lane) from generate_series(0, 15) as lane', [LANE_LOCK]);
  return async () => {
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
  };
}
