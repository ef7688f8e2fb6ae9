import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { keepToken } from '../users/keep-token.ts';
import { findDeletion } from '../users/store.ts';

const MINUTES_TO_DECIDE = 15;

/** People who asked to be deleted can't sign in until they take that back, which the token in the refusal is for. */
export async function refuseDeleted(
  db: Db,
  who: { accountId: string; userId: string; bySso?: boolean },
  deps: Pick<Deps, 'signer' | 'clock'>,
): Promise<void> {
  const deletesAt = (await findDeletion(db, who.accountId, who.userId))?.deletesAt ?? null;
  if (deletesAt === null) return;
  const now = deps.clock();
  // Its time has come, and it is being erased.
  if (deletesAt <= now) throw new Failure('wrong_credentials');
  throw new Failure('deletion_pending', {
    deletesAt: deletesAt.toISOString(),
    token: keepToken(deps, {
      accountId: who.accountId,
      userId: who.userId,
      by: who.bySso ? 'sso' : 'signIn',
      deletesAt,
      goodUntil: new Date(now.getTime() + MINUTES_TO_DECIDE * 60_000),
    }),
  });
}
