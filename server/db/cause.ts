import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that a change comes from. What happens without one has no cause. */
export interface Cause {
  requestId: string;
  /** Of an API key; absent in a person's own session. */
  keyId?: string;
  userId: string;
}

const causes = new AsyncLocalStorage<Cause | null>();

/** Events of what `work` changes in transactions name the cause (`transact.ts`). */
export function causedBy<T>(cause: Cause | null, work: () => T): T {
  return causes.run(cause, work);
}

export function currentCause(): Cause | null {
  return causes.getStore() ?? null;
}
