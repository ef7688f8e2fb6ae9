import { personName } from '../../../contract/person-name.ts';
import type { SeatType, UserType } from '../../../contract/seats.ts';
import type { ScheduledTexts } from '../../../contract/team.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { publish } from '../../live/publish.ts';
import { deleteKeysOf } from '../api-keys/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { endSessionsOf } from '../auth/store.ts';
import { moveThreads, unassignThreads } from '../texting/conversations/seat-threads.ts';
import { cancelUnsent } from '../texting/sending/unsent.ts';
import { countAdmins, deactivate, findMember, type Member, setUserType } from '../users/membership-store.ts';
import { forgetTrustedBrowsers } from '../users/trusted-browser-store.ts';
import { giveUpNumbers } from './give-up-numbers.ts';
import { requireAnotherAdmin, requireSomeoneElse, seatAfter } from './seats/rules.ts';
import { endCoversBy, findSeatOf, type SeatFacts, updateSeat } from './seats/store.ts';

/* What admins do to colleagues. The caller of each holds the account (`lockTeam`). */

type TeamDeps = Pick<Deps, 'newId' | 'clock'>;

export async function requireMember(
  tx: Tx,
  accountId: string,
  userId: string,
): Promise<Member & { seat: SeatFacts }> {
  const [member, seat] = [await findMember(tx, accountId, userId), await findSeatOf(tx, accountId, userId)];
  if (member === undefined || seat === undefined) throw new Failure('not_found');
  return { ...member, seat };
}

/** The person is removed: no seat, no session, no threads. The seat itself is left to the caller. Returns how many texts are canceled. */
export async function removeFromTeam(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  member: Member,
  scheduledTexts: ScheduledTexts,
): Promise<number> {
  const { accountId } = actor;
  requireSomeoneElse(actor.userId, member.id);
  requireAnotherAdmin(member, await countAdmins(tx, accountId));
  const at = deps.clock();
  const textsGoOn = scheduledTexts === 'send';
  await deactivate(tx, accountId, member.id, { at, textsGoOn });
  await endSessionsOf(tx, accountId, member.id, { at, except: null });
  await deleteKeysOf(tx, accountId, member.id);
  await unassignThreads(tx, accountId, member.id, at);
  await endCoversBy(tx, accountId, member.id);
  return textsGoOn ? 0 : cancelUnsent(tx, deps, accountId, { senderId: member.id });
}

export async function removePerson(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  wanted: { userId: string; threadsTo: string | undefined; scheduledTexts: ScheduledTexts },
): Promise<void> {
  const { accountId } = actor;
  const member = await requireMember(tx, accountId, wanted.userId);
  const heir = wanted.threadsTo === undefined ? null : await requireMember(tx, accountId, wanted.threadsTo);
  if (heir?.isService) throw new Failure('not_for_services');
  if (heir?.id === member.id) throw new Failure('not_found');
  const status = seatAfter(member.seat.status, 'removePerson');
  let canceledTexts = 0;
  if (heir !== null) {
    // From the seat's number, the answers would not reach the colleague.
    if (!heir.seat.hasNumber)
      canceledTexts += await cancelUnsent(tx, deps, accountId, { seatIds: [member.seat.id] });
    await moveThreads(tx, accountId, {
      fromSeatId: member.seat.id,
      toSeatId: heir.seat.id,
      toUserId: heir.id,
      actorId: actor.userId,
      at: deps.clock(),
    });
  }
  canceledTexts += await removeFromTeam(tx, deps, actor, member, wanted.scheduledTexts);
  // What arrives at the number from now on goes where the conversations went.
  await updateSeat(tx, accountId, member.seat.id, { status, userId: null, coveredBy: heir?.id ?? null });
  await recordAudit(tx, deps, actor, {
    action: 'person.removed',
    subjectId: member.id,
    subject: personName(member),
    details: { threadsTo: heir ? personName(heir) : undefined, canceledTexts: canceledTexts || undefined },
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
  if (member.isService) throw new Failure('not_for_services');
  requireAnotherAdmin(member, await countAdmins(tx, accountId));
  await setUserType(tx, accountId, member.id, wanted.userType);
  await recordAudit(tx, deps, actor, {
    action: 'person.userTypeChanged',
    subjectId: member.id,
    subject: personName(member),
    details: { userType: wanted.userType },
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: member.seat.id }]);
}

/** For a device that got lost: what it knows opens nothing anymore. */
export async function signOutPerson(tx: Tx, deps: TeamDeps, actor: Actor, userId: string): Promise<void> {
  const { accountId } = actor;
  const member = await requireMember(tx, accountId, userId);
  requireSomeoneElse(actor.userId, member.id);
  await endSessionsOf(tx, accountId, member.id, { at: deps.clock(), except: null });
  await forgetTrustedBrowsers(tx, { accountId, userId });
  await recordAudit(tx, deps, actor, {
    action: 'person.signedOut',
    subjectId: member.id,
    subject: personName(member),
  });
}

/** A person who becomes a non-texter loses the number and keeps the seat. */
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
  const canceledTexts =
    wanted.seatType === 'nonTexter' ? await giveUpNumbers(tx, deps, accountId, [member.seat.id]) : 0;
  await recordAudit(tx, deps, actor, {
    action: 'person.seatTypeChanged',
    subjectId: member.id,
    subject: personName(member),
    details: { seatType: wanted.seatType, canceledTexts: canceledTexts || undefined },
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: member.seat.id }]);
}
