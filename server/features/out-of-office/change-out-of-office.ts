import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { publish } from '../../live/publish.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { beginsAbsence, isOn, requireDelegate, requireSound, type Settings } from './rules.ts';
import { listDelegates, listSeatIds, lockOutOfOffice, setOutOfOffice } from './store.ts';

/** Changes what is named and notifies the browsers of the person and of the delegates. Logged if done for someone else. */
export async function changeOutOfOffice(
  db: Db,
  deps: Deps,
  actor: Actor,
  userId: string,
  change: Partial<Settings>,
): Promise<void> {
  const who = { accountId: actor.accountId, userId };
  await inTransaction(db, async (tx) => {
    const now = deps.clock();
    const stored = await lockOutOfOffice(tx, who);
    if (stored === undefined) throw new Failure('not_found');
    const before: Settings = { ...stored, enabled: isOn(stored, now) };
    const after: Settings = { ...before, ...change };
    requireSound(after, now);
    const { delegateUserId } = after;
    if (delegateUserId !== null && delegateUserId !== before.delegateUserId) {
      const delegates = await listDelegates(tx, who, now);
      requireDelegate({
        isOwn: delegateUserId === who.userId,
        hasSeat: delegates.some(({ id }) => id === delegateUserId),
      });
    }
    const absence = beginsAbsence(before, after, now) ? { id: deps.newId(), at: now } : null;
    await setOutOfOffice(tx, who, after, absence);
    if (userId !== actor.userId)
      await recordAudit(tx, deps, actor, {
        action: 'person.outOfOfficeChanged',
        subjectId: userId,
        subject: stored.name,
        details: { enabled: after.enabled },
      });
    const people = [who.userId, before.delegateUserId, delegateUserId].filter((id) => id !== null);
    const seatIds = await listSeatIds(tx, who.accountId, people);
    await publish(
      tx,
      seatIds.map((subjectId) => ({ accountId: who.accountId, kind: 'seat.updated' as const, subjectId })),
    );
  });
}
