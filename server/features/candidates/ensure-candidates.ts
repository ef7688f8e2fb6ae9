import type { Tx } from '../../db/connection.ts';
import { findCandidatesByNumbers, insertCandidates } from './store.ts';

/**
 * The ids of the account's candidates with these numbers, made where they did not exist: people who texted first, or were
 * texted by number, and are to be named later.
 */
export async function ensureCandidates(
  tx: Tx,
  accountId: string,
  phoneNumbers: string[],
  deps: { newId: () => string; clock: () => Date },
): Promise<Map<string, string>> {
  const distinct = [...new Set(phoneNumbers)].sort();
  const known = await findCandidatesByNumbers(tx, accountId, distinct);
  const missing = distinct.filter((phoneNumber) => !known.has(phoneNumber));
  if (missing.length === 0) return known;
  await insertCandidates(
    tx,
    accountId,
    missing.map((phoneNumber) => ({ id: deps.newId(), phoneNumber, createdAt: deps.clock() })),
  );
  // Somebody else may have been faster with one of them.
  return findCandidatesByNumbers(tx, accountId, distinct);
}
