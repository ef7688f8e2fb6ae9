import { personName } from '../../../contract/person-name.ts';
import type { InviteStatus } from '../../../contract/team.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { publish } from '../../live/publish.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { findAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { newInvitationLink } from '../auth/invitations.ts';
import { invitePeople } from './invite-people.ts';
import { invitationMail } from './mails.ts';
import { deleteInvitation, findInvitation, renewInvitation } from './seats/invitation-store.ts';
import { seatAfter } from './seats/rules.ts';
import { findPendingSeat, updateSeat } from './seats/store.ts';
import { findKnownAddresses } from './store.ts';

type TeamDeps = Pick<Deps, 'newId' | 'clock' | 'sealer' | 'publicUrl'>;

/** A new link for invited people, a seat for former members. The caller holds the account. */
export async function resendInvitation(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  email: string,
): Promise<InviteStatus> {
  const { accountId } = actor;
  const address = email.toLowerCase();
  const seat = await findPendingSeat(tx, accountId, address);
  const invitation = seat && (await findInvitation(tx, accountId, seat.id));
  if (invitation === undefined) {
    const former = (await findKnownAddresses(tx, accountId, [address])).get(address);
    if (former?.accountId !== accountId || former.hasSeat) throw new Failure('invitation_not_pending');
    const [outcome] = await invitePeople(tx, deps, actor, {
      people: [{ email, firstName: null, lastName: null }],
      as: { userType: 'member', seatRole: 'recruiter', seatType: 'texter' },
      seatId: undefined,
    });
    if (outcome !== 'ok') throw outcome instanceof Failure ? outcome : new Failure('not_found');
    return 'ok';
  }
  const { url, ...link } = newInvitationLink(deps, invitation);
  await renewInvitation(tx, accountId, invitation.seatId, link);
  const mail = invitationMail({
    companyName: (await findAccount(tx, accountId)).name,
    inviterName: personName(actor),
    firstName: invitation.firstName,
    url,
  });
  await enqueueMail(tx, deps, { to: address, ...mail });
  await recordAudit(tx, deps, actor, {
    action: 'invitation.resent',
    subjectId: invitation.seatId,
    subject: address,
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: invitation.seatId }]);
  return 'sent';
}

/** The caller holds the account. */
export async function cancelInvitation(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  actor: Actor,
  email: string,
): Promise<void> {
  const { accountId } = actor;
  const seat = await findPendingSeat(tx, accountId, email.toLowerCase());
  if (seat === undefined) throw new Failure('invitation_not_pending');
  const status = seatAfter(seat.status, 'cancelInvitation');
  await deleteInvitation(tx, accountId, seat.id);
  await updateSeat(tx, accountId, seat.id, { status, pendingEmail: null });
  await recordAudit(tx, deps, actor, {
    action: 'invitation.canceled',
    subjectId: seat.id,
    subject: seat.pendingEmail,
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: seat.id }]);
}
