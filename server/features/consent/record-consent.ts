import type { Db, Tx } from '../../db/connection.ts';
import {
  type ConsentSource,
  deleteImportedOptOuts,
  deleteOptOut,
  insertConsentEvents,
  insertGrants,
  insertImportedOptOuts,
  insertOptOut,
  type NewConsentEvent,
  type OptOutSource,
} from './store.ts';

/** That someone agreed to get texts: how, to which words, and where that comes from. */
export interface Grant {
  phoneNumber: string;
  /** They confirm what is on record when they are asked for it. */
  type?: 'granted' | 'confirmed';
  source: Exclude<ConsentSource, 'reviewed' | 'carrier'>;
  /** E.g. "Application form". */
  method: string;
  wording: string | null;
  wordingVersion: string | null;
  /** Who entered it; null: the candidate did it themselves. */
  actorUserId: string | null;
  /** When they agreed, which can be long ago. */
  at: Date;
}

/** Any number of them with two statements. None lifts an opt-out: only a text from the number itself does. */
export async function recordConsent(
  tx: Db,
  accountId: string,
  grants: readonly Grant[],
  newId: () => string,
): Promise<void> {
  if (grants.length === 0) return;
  await insertConsentEvents(
    tx,
    accountId,
    grants.map(({ type = 'granted', ...grant }) => ({ ...grant, id: newId(), change: type })),
  );
  await insertGrants(tx, accountId, grants);
}

interface ConsentChange {
  accountId: string;
  phoneNumber: string;
  source: OptOutSource;
  /** The candidate's own words. */
  wording: string | null;
  /** Who confirmed it, when it was not a keyword. */
  actorUserId: string | null;
  at: Date;
}

/** From now on no one in the account texts this number. True when that is new. */
export async function recordOptOut(tx: Db, change: ConsentChange, newId: () => string): Promise<boolean> {
  const isNew = await insertOptOut(tx, change);
  if (isNew) await recordChange(tx, change, 'optedOut', newId);
  return isNew;
}

/** Only the candidate can do this, by their own text: there is no call for it. True when they had opted out. */
export async function recordOptIn(tx: Tx, change: ConsentChange, newId: () => string): Promise<boolean> {
  const wasOut = await deleteOptOut(tx, change);
  if (wasOut) await recordChange(tx, change, 'optedIn', newId);
  return wasOut;
}

/** The candidate's text may mean stop, or someone has read it and it doesn't. */
export async function recordHold(
  tx: Tx,
  change: Omit<ConsentChange, 'source'>,
  what: 'held' | 'released',
  newId: () => string,
): Promise<void> {
  await recordChange(tx, { ...change, source: 'text' }, what, newId);
}

/** One line of the history, where what follows from it is in force already. */
export function recordChange(
  tx: Db,
  { accountId, ...change }: Omit<ConsentChange, 'source'> & { source: ConsentSource },
  what: NewConsentEvent['change'],
  newId: () => string,
): Promise<void> {
  const event = { ...change, id: newId(), change: what, method: null, wordingVersion: null };
  return insertConsentEvents(tx, accountId, [event]);
}

/** From a file of people who opted out elsewhere. Returns the numbers for which that is new. */
export async function recordImportedOptOuts(
  tx: Tx,
  imported: { accountId: string; phoneNumbers: string[]; actorUserId: string; at: Date },
  newId: () => string,
): Promise<Set<string>> {
  const isNew = await insertImportedOptOuts(tx, imported);
  await recordImported(tx, imported, 'optedOut', [...isNew], newId);
  return isNew;
}

/** The file was the wrong one. Returns the numbers that can be texted again. */
export async function undoImportedOptOuts(
  tx: Tx,
  undone: { accountId: string; optOuts: { phoneNumber: string; at: Date }[]; actorUserId: string; at: Date },
  newId: () => string,
): Promise<string[]> {
  const phoneNumbers = await deleteImportedOptOuts(tx, undone.accountId, undone.optOuts);
  await recordImported(tx, undone, 'optedIn', phoneNumbers, newId);
  return phoneNumbers;
}

async function recordImported(
  tx: Tx,
  { accountId, actorUserId, at }: { accountId: string; actorUserId: string; at: Date },
  change: 'optedOut' | 'optedIn',
  phoneNumbers: string[],
  newId: () => string,
): Promise<void> {
  if (phoneNumbers.length === 0) return;
  const event = { change, source: 'import', wording: null, wordingVersion: null, actorUserId, at } as const;
  const method = change === 'optedIn' ? 'Import undone' : null;
  await insertConsentEvents(
    tx,
    accountId,
    phoneNumbers.map((phoneNumber) => ({ ...event, method, id: newId(), phoneNumber })),
  );
}
