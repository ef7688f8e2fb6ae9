import type { Db, Tx } from '../../db/connection.ts';

export async function creditTexts(
  _tx: Tx,
  _credit: { accountId: string; sourceId: string; segments: number; at: Date },
): Promise<boolean> {
  return true;
}

export async function remainingTexts(_db: Db, _accountId: string): Promise<number> {
  return 0;
}

/** What was bought, as it was credited. */
export async function listPurchases(
  _db: Db,
  _accountId: string,
): Promise<{ sourceId: string; segments: number; at: Date }[]> {
  return [];
}
