import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { lockCandidate, setLegalHold } from './store.ts';

/** Until an admin lifts it, nothing about the candidate is deleted, by anyone or by age. */
export async function changeLegalHold(
  tx: Tx,
  deps: Deps,
  session: Session,
  { id, legalHold, actor }: { id: string; legalHold: boolean; actor: Actor },
): Promise<void> {
  if (session.userType !== 'admin') throw new Failure('forbidden', { missing: 'userType' });
  // Who is deleting them right now finishes first, or finds the hold.
  const candidate = await lockCandidate(tx, session.accountId, id);
  if (candidate === undefined) throw new Failure('not_found');
  if (candidate.legalHold === legalHold) return;
  await setLegalHold(tx, session.accountId, id, { legalHold, at: deps.clock() });
  await recordAudit(tx, deps, actor, {
    action: 'candidate.legalHold',
    subjectId: id,
    details: { legalHold },
  });
}
