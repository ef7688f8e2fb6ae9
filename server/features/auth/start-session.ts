import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { newSessionToken, SESSION_SECONDS } from '../../http/session-token.ts';
import { findMember } from '../users/membership-store.ts';
import { refuseDeleted } from './refuse-deleted.ts';
import { insertSession } from './store.ts';

export async function startSession(
  db: Db,
  who: { accountId: string; userId: string; userAgent: string | null; bySso?: boolean },
  deps: Pick<Deps, 'signer' | 'clock' | 'newId'>,
): Promise<{ id_token: string; expires_in: number }> {
  await refuseDeleted(db, who, deps);
  const member = await findMember(db, who.accountId, who.userId);
  if (member === undefined || member.deactivatedAt !== null) throw new Failure('deactivated');
  const now = deps.clock();
  const sessionId = deps.newId();
  const { token, keyHash } = newSessionToken(who.accountId, sessionId);
  await insertSession(db, {
    ...who,
    bySso: who.bySso ?? false,
    id: sessionId,
    keyHash,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
  });
  return { id_token: token, expires_in: SESSION_SECONDS };
}
