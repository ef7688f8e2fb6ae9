import { LRUCache } from 'lru-cache';
import type { Notices } from '../db/connection.ts';

/** What nodes get from the triggers `tell_sessions`: an account and a transaction, or nothing when anything may have changed. */
export interface SessionChanges {
  on(channel: 'sessions', listener: (change: string) => void): () => void;
  isCurrent(): boolean;
}

interface Kept {
  session: { id: string; accountId: string };
}

const MOST_SESSIONS = 20_000;
const MOST_ACCOUNTS = 10_000;
const MOST_RECENT = 1000;
/** When no notification has come by then, the transaction was rolled back. */
const COMMIT_LIMIT_MS = 60_000;
/** The code of the notice that a trigger sends on the changing connection, about what it will send to all with the commit. */
const CHANGE = 'HT001';

/**
 * The sessions that this node has read, until something that they are made of changes: on this node before the request that
 * changed it is answered, on others with the commit (decision 82).
 */
export function createSessionCache<Entry extends Kept>(deps: { notices: Notices; signals: SessionChanges }) {
  const idsOf = new Map<string, Set<string>>();
  const kept = new LRUCache<string, Entry>({
    max: MOST_SESSIONS,
    dispose: ({ session: { accountId, id } }, _id, reason) => {
      if (reason === 'set') return;
      const ids = idsOf.get(accountId);
      ids?.delete(id);
      if (ids?.size === 0) idsOf.delete(accountId);
    },
  });
  /** By account: the transactions of this node that have changed something, and until when each is waited for. */
  const open = new LRUCache<string, Map<string, number>>({ max: MOST_ACCOUNTS });
  const recent = new LRUCache<string, true>({ max: MOST_RECENT });
  let changes = 0;

  function forget(accountId: string): void {
    changes += 1;
    for (const id of [...(idsOf.get(accountId) ?? [])]) kept.delete(id);
  }

  /** What it reads is the state before, so it can't be kept: not until the transaction is known to be over. */
  function isChanging(accountId: string): boolean {
    const transactions = open.get(accountId);
    if (transactions === undefined) return false;
    const now = performance.now();
    for (const [transaction, until] of transactions) if (until <= now) transactions.delete(transaction);
    if (transactions.size === 0) open.delete(accountId);
    return transactions.size > 0;
  }

  function beforeCommit(change: string): void {
    const [accountId = '', transaction = ''] = change.split(' ');
    forget(accountId);
    // The notification came by another connection, and may have been faster.
    if (recent.has(change)) return;
    const transactions = isChanging(accountId) ? open.get(accountId) : undefined;
    open.set(accountId, (transactions ?? new Map()).set(transaction, performance.now() + COMMIT_LIMIT_MS));
  }

  deps.notices.on('notice', ({ code, message }) => {
    if (code === CHANGE && message !== undefined) beforeCommit(message);
  });

  deps.signals.on('sessions', (change) => {
    if (change === '') {
      changes += 1;
      kept.clear();
      return;
    }
    const [accountId = '', transaction = ''] = change.split(' ');
    forget(accountId);
    recent.set(change, true);
    open.get(accountId)?.delete(transaction);
  });

  return {
    find({ accountId, sessionId }: { accountId: string; sessionId: string }): Entry | undefined {
      if (!deps.signals.isCurrent() || isChanging(accountId)) return undefined;
      const entry = kept.get(sessionId);
      return entry?.session.accountId === accountId ? entry : undefined;
    },
    /** Before something is read: what of it is kept is what nothing has changed since. */
    begin(): (entry: Entry) => void {
      const before = changes;
      return (entry) => {
        const { accountId, id } = entry.session;
        if (changes !== before || isChanging(accountId)) return;
        kept.set(id, entry);
        const ids = idsOf.get(accountId) ?? new Set();
        idsOf.set(accountId, ids.add(id));
      };
    },
  };
}
