import { inTransaction } from '../db/connection.ts';
import { creditTexts } from '../features/usage/ledger.ts';
import type { Recruiter, TestApp } from './test-app.ts';

/** From now on this app charges, for what needs no gateway. */
export function turnOnBilling(app: TestApp): void {
  Object.assign(app.deps, { billing: {} });
}

/** The account buys its texts, and has so many. */
export async function makePrepaid(app: TestApp, { accountId }: Recruiter, segments: number): Promise<void> {
  await app.deps.pool.query(`update accounts set plan_type = 'payg' where id = $1`, [accountId]);
  if (segments > 0) await buyTexts(app, accountId, segments);
}

export function buyTexts(app: TestApp, accountId: string, segments: number): Promise<boolean> {
  const purchase = { accountId, sourceId: app.deps.newId(), segments, at: app.deps.clock() };
  return inTransaction(app.deps.db, (tx) => creditTexts(tx, purchase));
}
