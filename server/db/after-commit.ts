import type { Kysely } from 'kysely';
import type { DB } from './schema.ts';

/** What others may be waiting for: new rows of one of these tables. */
export type Signal = 'live_events' | 'carrier_events' | 'messages';

/** Who hears what is raised on a handle: the connection's listener, or the transaction, which keeps it until its commit. */
const listeners = new WeakMap<Kysely<DB>, (signal: Signal) => void>();

export function listenTo(db: Kysely<DB>, listener: (signal: Signal) => void): void {
  listeners.set(db, listener);
}

/**
 * In a transaction: once, after its commit, and never when it is rolled back. Where none is open every statement commits by
 * itself, so there it is raised at once: call this when the statement has been answered.
 */
export function raiseAfterCommit(db: Kysely<DB>, signal: Signal): void {
  listeners.get(db)?.(signal);
}
