import type { SeatType, UserType } from '../../../contract/seats.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { publish } from '../../live/publish.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { endSessionsOf } from '../auth/store.ts';
import { moveThreads, unassignThreads } from '../conversations/seat-threads.ts';
import { quarantineNumbersOf } from '../numbers/quarantine.ts';
import { requireAnotherAdmin, requireSomebodyElse, seatAfter } from '../seats/rules.ts';
import { findSeatOf, type SeatFacts, updateSeat } from '../seats/store.ts';
import { countAdmins, deactivate, findMember, type Member, setUserType } from '../users/membership-store.ts';

/* What admins do to colleagues. The caller of each holds the account (`lockTeam`). */

type TeamDeps = Pick<Deps, 'newId' | 'clock'>;

async function requireMember(
  tx: Tx,
  accountId: string,
  userId: string,
): Promise<Member & { seat: SeatFacts }> {
  const [member, seat] = [await findMember(tx, accountId, userId), await findSeatOf(tx, accountId, userId)];
  if (member === undefined || seat === undefined) throw new Failure('not_found');
  return { ...member, seat };
}

const nameOf = (member: Member) => `${member.firstName} ${member.lastName}`.trim();

/** The person is out: no seat, no session, no threads. The seat itself is left to the caller. */
export async function letGo(tx: Tx, deps: TeamDeps, actor: Actor, member: Member): Promise<void> {
  const { accountId } = actor;
  requireSomebodyElse(actor.userId, member.id);
  requireAnotherAdmin(member, await countAdmins(tx, accountId));
  const at = deps.clock();
  await deactivate(tx, accountId, member.id, at);
  await endSessionsOf(tx, accountId, member.id, { at, except: null });
  await unassignThreads(tx, accountId, member.id);
}

export async function removePerson(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  wanted: { userId: string; threadsTo: string | undefined },
): Promise<void> {
  const { accountId } = actor;
  const member = await requireMember(tx, accountId, wanted.userId);
  const heir = wanted.threadsTo === undefined ? null : await requireMember(tx, accountId, wanted.threadsTo);
  if (heir?.id === member.id) throw new Failure('not_found');
  const status = seatAfter(member.seat.status, 'removePerson');
  if (heir !== null)
    await moveThreads(tx, accountId, {
      fromSeatId: member.seat.id,
      toSeatId: heir.seat.id,
      toUserId: heir.id,
    });
  await letGo(tx, deps, actor, member);
  await updateSeat(tx, accountId, member.seat.id, { status, userId: null });
  await recordAudit(tx, deps, actor, {
    action: 'person.removed',
    subjectId: member.id,
    subject: nameOf(member),
    details: heir === null ? {} : { threadsTo: nameOf(heir) },
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: member.seat.id }]);
}

export async function changeUserType(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  wanted: { userId: string; userType: UserType },
): Promise<void> {
  const { accountId } = actor;
  const member = await requireMember(tx, accountId, wanted.userId);
  if (member.userType === wanted.userType) return;
  requireAnotherAdmin(member, await countAdmins(tx, accountId));
  await setUserType(tx, accountId, member.id, wanted.userType);
  await recordAudit(tx, deps, actor, {
    action: 'person.userTypeChanged',
    subjectId: member.id,
    subject: nameOf(member),
    details: { userType: wanted.userType },
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: member.seat.id }]);
}

/** Whoever becomes a non-texter loses the number and keeps the seat. */
export async function changeSeatType(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  wanted: { userId: string; seatType: SeatType },
): Promise<void> {
  const { accountId } = actor;
  const member = await requireMember(tx, accountId, wanted.userId);
  if (member.seat.seatType === wanted.seatType) return;
  await updateSeat(tx, accountId, member.seat.id, { seatType: wanted.seatType });
  if (wanted.seatType === 'nonTexter') await quarantineNumbersOf(tx, deps, accountId, [member.seat.id]);
  await recordAudit(tx, deps, actor, {
    action: 'person.seatTypeChanged',
    subjectId: member.id,
    subject: nameOf(member),
    details: { seatType: wanted.seatType },
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: member.seat.id }]);
}
