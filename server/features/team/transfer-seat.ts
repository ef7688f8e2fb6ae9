import { personName } from '../../../contract/person-name.ts';
import type { InviteStatus, ScheduledTexts } from '../../../contract/team.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { hasMailbox } from '../../mail/no-mail.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { findMember } from '../users/membership-store.ts';
import { removeFromTeam } from './change-person.ts';
import { type Invitee, seatThem } from './invite-people.ts';
import { seatAfter } from './seats/rules.ts';
import { findSeat, updateSeat } from './seats/store.ts';
import { findKnownAddresses } from './store.ts';

/**
 * The seat of a hiring manager, with its number, candidates and threads, goes to another person; the previous one is removed. The
 * caller holds the account.
 */
export async function transferSeat(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock' | 'sealer' | 'publicUrl'>,
  actor: Actor,
  wanted: { seatId: string; to: Invitee; scheduledTexts: ScheduledTexts },
): Promise<InviteStatus> {
  const { accountId } = actor;
  const seat = await findSeat(tx, accountId, wanted.seatId);
  const before = seat?.userId ? await findMember(tx, accountId, seat.userId) : undefined;
  if (seat === undefined) throw new Failure('not_found');
  if (seat.seatRole !== 'hiringManager') throw new Failure('not_hiring_manager_seat');
  const email = wanted.to.email.toLowerCase();
  if (!hasMailbox(email)) throw new Failure('cannot_invite');
  const known = (await findKnownAddresses(tx, accountId, [email])).get(email);
  if (known?.hasSeat && (known.accountId === accountId || known.accountId === null))
    throw invalidField('email', `${wanted.to.email} already used`);
  if (known !== undefined && known.accountId !== accountId) throw new Failure('cannot_invite');

  const userId = known?.userId ?? null;
  seatAfter(seat.status, userId === null ? 'transferByInvitation' : 'transfer');
  if (before === undefined) throw new Failure('not_found');
  const canceledTexts = await removeFromTeam(tx, deps, actor, before, wanted.scheduledTexts);
  // Free for a moment in this transaction, so that seats are given in only one way.
  await updateSeat(tx, accountId, seat.id, { status: 'available', userId: null });
  await recordAudit(tx, deps, actor, {
    action: 'seat.transferred',
    subjectId: seat.id,
    subject: email,
    details: {
      before: personName(before),
      canceledTexts: canceledTexts || undefined,
    },
  });
  await seatThem(tx, deps, actor, {
    takers: [{ ...wanted.to, email, seat, userId }],
    as: { userType: 'member', seatRole: 'hiringManager', seatType: seat.seatType },
  });
  return userId === null ? 'sent' : 'ok';
}
