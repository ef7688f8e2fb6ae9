import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueueAskWho } from '../hiring/records/ask-who.ts';
import { findByNumbers, linkByIds } from '../hiring/records/people.ts';
import { findCandidatesByNumbers, insertCandidates } from './store.ts';

/**
 * The IDs of the account's candidates with these numbers, created where they don't exist: people who texted first, or were texted
 * by number. Those whom a connected system knows by the number have a name right away; the others are named later.
 */
export async function ensureCandidates(
  tx: Tx,
  accountId: string,
  phoneNumbers: string[],
  deps: Pick<Deps, 'newId' | 'clock' | 'ats'>,
): Promise<Map<string, string>> {
  const distinct = [...new Set(phoneNumbers)].sort();
  const askable = [...deps.ats.connectors].flatMap(([type, { findByPhone }]) => (findByPhone ? [type] : []));
  const found = await findByNumbers(tx, accountId, distinct, askable);
  const missing = found
    .filter(({ candidateId }) => candidateId === null)
    .map((each) => ({ ...each, id: deps.newId() }));
  if (missing.length > 0) {
    const inserted = await insertCandidates(
      tx,
      accountId,
      missing.map(({ id, phoneNumber, person }) => ({ ...person, id, phoneNumber, createdAt: deps.clock() })),
    );
    const made = missing.filter(({ id }) => inserted.has(id));
    const idsOf = (those: typeof made) => those.map(({ id }) => id);
    await linkByIds(tx, accountId, idsOf(made.filter(({ person }) => person !== null)));
    await enqueueAskWho(tx, accountId, idsOf(made.filter(({ person, canAsk }) => person === null && canAsk)));
    // Someone else may have been faster with one of them.
    return findCandidatesByNumbers(tx, accountId, distinct);
  }
  return new Map(found.map(({ phoneNumber, candidateId }) => [phoneNumber, candidateId ?? '']));
}
