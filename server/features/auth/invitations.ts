import { INVITATION_DAYS } from '../../../contract/team.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { isSame } from '../../http/keys.ts';
import { lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { giveSeat } from '../team/seats/give-seat.ts';
import { findInvitation } from '../team/seats/invitation-store.ts';
import { seatAfter } from '../team/seats/rules.ts';
import { findPendingSeat, findSeat } from '../team/seats/store.ts';
import { insertUser, markEmailVerified } from '../users/store.ts';
import { hashSecret, newSecret, readToken, tokenOf } from './secrets/secrets.ts';
import { insertLogin } from './store.ts';

const DAY_MS = 24 * 3600_000;

/** The link of an invitation: what the mail carries, and what is kept of it. */
export function newInvitationLink(
  deps: Pick<Deps, 'clock' | 'publicUrl'>,
  seat: { accountId: string; seatId: string },
): { url: string; secretHash: string; sentAt: Date; expiresAt: Date } {
  const owner = { accountId: seat.accountId, userId: seat.seatId };
  const secret = newSecret('magicLink');
  const sentAt = deps.clock();
  return {
    url: `${deps.publicUrl}/register?invite=${tokenOf(owner, secret)}`,
    secretHash: hashSecret(owner, 'invitation', secret),
    sentAt,
    expiresAt: new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS),
  };
}

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** What the link leads to, as long as it is good. */
export async function openInvitation(db: Db, deps: Pick<Deps, 'clock'>, token: string): Promise<Invitation> {
  const read = readToken(token);
  if (read === null) throw new Failure('invitation_invalid');
  const { accountId, userId: seatId } = read.owner;
  const invitation = await findInvitation(db, accountId, seatId);
  const given = hashSecret(read.owner, 'invitation', read.secret);
  if (
    invitation === undefined ||
    !isSame(invitation.secretHash, given) ||
    invitation.expiresAt <= deps.clock()
  )
    throw new Failure('invitation_invalid');
  return invitation;
}

export interface Joiner {
  /** Null: as the inviter called them. */
  firstName: string | null;
  lastName: string | null;
  /** Null for someone who signs in only at their company's provider. */
  passwordHash: string | null;
  timezone: string;
  /** With a password they are here already. At single sign-on the time zone of the first visit is still to come. */
  lastActiveAt?: Date;
  ip: Actor['ip'];
  userAgent: Actor['userAgent'];
}

type JoinDeps = Pick<Deps, 'newId' | 'clock'>;

/**
 * With the link from the mail, which proves the address. Checked again behind the account's lock, so that it is accepted once, and
 * not at all if it was canceled at the same moment.
 */
export async function acceptInvitationByToken(
  tx: Tx,
  deps: JoinDeps,
  given: { token: string; email: string },
  joiner: Joiner,
): Promise<{ accountId: string; userId: string }> {
  // Before anything is locked: a caller without a link can't make others wait.
  const { accountId, email } = await openInvitation(tx, deps, given.token);
  if (given.email.toLowerCase() !== email)
    throw invalidField('email', 'This invitation was sent to another address');
  await lockAccount(tx, accountId);
  return join(tx, deps, await openInvitation(tx, deps, given.token), joiner);
}

/**
 * Without the link, for someone whose address the company's own provider vouches for. Null when the account has not invited
 * that address. It doesn't matter if the link has expired: no one has canceled the invitation.
 */
export async function acceptInvitation(
  tx: Tx,
  deps: JoinDeps,
  given: { accountId: string; email: string },
  joiner: Joiner,
): Promise<{ accountId: string; userId: string } | null> {
  await lockAccount(tx, given.accountId);
  const seat = await findPendingSeat(tx, given.accountId, given.email.toLowerCase());
  const invitation = seat && (await findInvitation(tx, given.accountId, seat.id));
  return invitation === undefined ? null : join(tx, deps, invitation, joiner);
}

async function join(
  tx: Tx,
  deps: JoinDeps,
  invitation: Invitation,
  joiner: Joiner,
): Promise<{ accountId: string; userId: string }> {
  const { accountId, seatId, email, userType } = invitation;
  const seat = await findSeat(tx, accountId, seatId);
  seatAfter(seat?.status ?? 'removed', 'accept');
  const userId = deps.newId();
  const person = {
    // Everyone needs a name until they enter theirs.
    firstName: joiner.firstName ?? invitation.firstName ?? email.slice(0, email.indexOf('@')),
    lastName: joiner.lastName ?? invitation.lastName ?? '',
  };
  await insertUser(tx, accountId, {
    ...person,
    id: userId,
    userType,
    email,
    passwordHash: joiner.passwordHash,
    timezone: joiner.timezone,
    ...(joiner.lastActiveAt ? { lastActiveAt: joiner.lastActiveAt } : {}),
  });
  await markEmailVerified(tx, accountId, userId, deps.clock());
  await insertLogin(tx, { email, accountId, userId });
  await giveSeat(tx, { accountId, seatId, userId });
  const actor = { ...person, accountId, userId, ip: joiner.ip, userAgent: joiner.userAgent };
  await recordAudit(tx, deps, actor, {
    action: 'person.joined',
    subjectId: userId,
    subject: email,
    details: { userType },
  });
  return { accountId, userId };
}
