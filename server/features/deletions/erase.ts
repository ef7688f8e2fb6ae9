import { z } from 'zod';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { findDeletion } from '../users/store.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseUser } from './erase-user.ts';
import { findAccountDeletion } from './store.ts';

/** Erases a person whose time has come, with the account where no one else is left. Resumes where it was broken off. */
export const erase = jobKind({
  name: 'erase',
  payload: z.object({ accountId: z.uuid(), userId: z.uuid() }),
  // The sweep restarts it every hour; until then it's listed where staff see it.
  maxAttempts: 7,
});

export async function enqueueErase(db: Db, who: { accountId: string; userId: string }[]): Promise<void> {
  await enqueue(
    db,
    who.map(({ accountId, userId }) => ({
      kind: erase,
      payload: { accountId, userId },
      key: `erase:${userId}`,
      queue: `erase:${accountId}`,
    })),
  );
}

export async function runErase(deps: Deps, who: { accountId: string; userId: string }): Promise<void> {
  const now = deps.clock();
  const isDue = (deletesAt: Date | null): deletesAt is Date => deletesAt !== null && deletesAt <= now;
  // Taken back just in time, or already gone.
  const deletion = await findDeletion(deps.db, who.accountId, who.userId);
  if (!deletion || !isDue(deletion.deletesAt)) return;
  const closes = await findAccountDeletion(deps.db, who.accountId);
  if (isDue(closes)) await eraseAccount(deps, { accountId: who.accountId, due: closes });
  else await eraseUser(deps, { ...who, due: deletion.deletesAt });
}
