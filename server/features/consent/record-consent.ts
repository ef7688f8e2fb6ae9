import type { Db, Tx } from '../../db/connection.ts';
import { type ConsentSource, deleteOptOut, insertConsentEvent, insertOptOut } from './store.ts';

interface ConsentChange {
  accountId: string;
  phoneNumber: string;
  source: ConsentSource;
  /** The candidate's own words. */
  wording: string | null;
  /** Who confirmed it, when it was not a keyword. */
  actorUserId: string | null;
  at: Date;
}

/** From now on no one in the account texts this number. True when that is new. */
export async function recordOptOut(tx: Db, change: ConsentChange, newId: () => string): Promise<boolean> {
  const isNew = await insertOptOut(tx, change);
  if (isNew) await insertConsentEvent(tx, { ...change, id: newId(), change: 'optedOut' });
  return isNew;
}

/** Only the candidate can do this, by their own text: there is no call for it. True when they had opted out. */
export async function recordOptIn(tx: Tx, change: ConsentChange, newId: () => string): Promise<boolean> {
  const wasOut = await deleteOptOut(tx, change);
  if (wasOut) await insertConsentEvent(tx, { ...change, id: newId(), change: 'optedIn' });
  return wasOut;
}
