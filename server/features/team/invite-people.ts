import { personName } from '../../../contract/person-name.ts';
import type { SeatRole, SeatType, UserType } from '../../../contract/seats.ts';
import type { InviteStatus } from '../../../contract/team.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { publish } from '../../live/publish.ts';
import type { Composed } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { hasMailbox } from '../../mail/no-mail.ts';
import { findAccount } from '../accounts/store.ts';
import { type Actor, type Done, recordAudit } from '../audit/record-audit.ts';
import { newInvitationLink } from '../auth/invitations.ts';
import { reactivate } from '../users/membership-store.ts';
import { giveUpNumbers } from './give-up-numbers.ts';
import { invitationMail, welcomeBackMail } from './mails.ts';
import { giveSeat } from './seats/give-seat.ts';
import { insertInvitations, type NewInvitation } from './seats/invitation-store.ts';
import { seatAfter } from './seats/rules.ts';
import { listSeatFacts, type SeatFacts, setPending, updateSeat } from './seats/store.ts';
import { findKnownAddresses, type KnownAddress } from './store.ts';

export interface Invitee {
  email: string;
  firstName: string | null;
  lastName: string | null;
}

interface InvitedAs {
  userType: UserType;
  seatRole: SeatRole;
  seatType: SeatType;
}

export type Invited = InviteStatus | Failure;

type InviteDeps = Pick<Deps, 'newId' | 'clock' | 'sealer' | 'publicUrl'>;

/**
 * Invites people to free seats, in order, as long as there are any; former members get a seat right away. Returns the outcome for
 * each, in the same order. The caller holds the account (`lockTeam`).
 */
export async function invitePeople(
  tx: Tx,
  deps: InviteDeps,
  actor: Actor,
  wanted: { people: Invitee[]; as: InvitedAs; seatId: string | undefined },
): Promise<Invited[]> {
  const { accountId } = actor;
  const emails = wanted.people.map(({ email }) => email.toLowerCase());
  const known = await findKnownAddresses(tx, accountId, emails);
  const seats = await freeSeatsFor(tx, accountId, wanted.seatId);
  const takers: Taker[] = [];
  const outcomes = wanted.people.map((person, index): Invited => {
    const email = emails[index] ?? '';
    const refusal = refusalOf(accountId, person.email, known.get(email));
    if (refusal !== null) return refusal;
    const seat = seats.shift();
    if (seat === undefined) return new Failure('no_free_seat');
    const userId = known.get(email)?.userId ?? null;
    takers.push({ ...person, email, seat, userId });
    // The same address a second time.
    known.set(email, { email, accountId, userId, hasSeat: true });
    return userId === null ? 'sent' : 'ok';
  });
  await seatThem(tx, deps, actor, { takers, as: wanted.as });
  return outcomes;
}

function refusalOf(accountId: string, given: string, known: KnownAddress | undefined): Failure | null {
  if (!hasMailbox(given)) return new Failure('cannot_invite');
  if (known === undefined) return null;
  if (known.accountId !== null && known.accountId !== accountId) return new Failure('cannot_invite');
  return known.hasSeat ? invalidField('email', `${given} already used`) : null;
}

/** Those without a number first: the others have threads that someone may want to take over by choice. */
export async function freeSeatsFor(
  tx: Tx,
  accountId: string,
  seatId: string | undefined,
): Promise<SeatFacts[]> {
  const seats = await listSeatFacts(tx, accountId);
  if (seatId === undefined)
    return seats
      .filter(({ status }) => status === 'available')
      .sort((a, b) => Number(a.hasNumber) - Number(b.hasNumber));
  const seat = seats.find(({ id }) => id === seatId);
  seatAfter(seat?.status ?? 'removed', 'invite');
  return seat === undefined ? [] : [seat];
}

interface Taker extends Invitee {
  seat: Pick<SeatFacts, 'id' | 'hasNumber'>;
  /** The person who was in the account before. */
  userId: string | null;
}

/** An open page reloads all seats after any of them. */
const MOST_NOTIFIED = 20;

/** Records who gets which seat, and notifies them. The seats are free, or have just lost their person. */
export async function seatThem(
  tx: Tx,
  deps: InviteDeps,
  actor: Actor,
  { takers, as }: { takers: Taker[]; as: InvitedAs },
): Promise<void> {
  const { accountId } = actor;
  const { name: companyName } = await findAccount(tx, accountId);
  const names = { companyName, inviterName: personName(actor) };
  const pending: { id: string; email: string }[] = [];
  const invitations: NewInvitation[] = [];
  const mails: ({ to: string } & Composed)[] = [];
  const done: Done[] = [];
  for (const taker of takers) {
    const { seat, userId, email } = taker;
    if (userId !== null) {
      await updateSeat(tx, accountId, seat.id, { seatRole: as.seatRole, seatType: as.seatType });
      await reactivate(tx, accountId, userId, as.userType);
      await giveSeat(tx, { accountId, seatId: seat.id, userId });
      mails.push({ to: email, ...welcomeBackMail(deps, names) });
    } else {
      pending.push({ id: seat.id, email });
      const { url, ...link } = newInvitationLink(deps, { accountId, seatId: seat.id });
      invitations.push({
        ...link,
        seatId: seat.id,
        userType: as.userType,
        firstName: taker.firstName,
        lastName: taker.lastName,
        inviterId: actor.userId,
        inviterFirstName: actor.firstName,
      });
      mails.push({ to: email, ...invitationMail({ ...names, firstName: taker.firstName, url }) });
    }
    const action = userId === null ? ('person.invited' as const) : ('person.reactivated' as const);
    done.push({ action, subjectId: userId ?? seat.id, subject: email, details: { ...as } });
  }
  await setPending(tx, accountId, pending, as);
  await insertInvitations(tx, accountId, invitations);
  if (as.seatType === 'nonTexter') {
    const withNumber = takers.filter(({ seat }) => seat.hasNumber).map(({ seat }) => seat.id);
    await giveUpNumbers(tx, deps, accountId, withNumber);
  }
  await enqueueMail(tx, deps, ...mails);
  await recordAudit(tx, deps, actor, ...done);
  await publish(
    tx,
    takers
      .slice(0, MOST_NOTIFIED)
      .map(({ seat }) => ({ accountId, kind: 'seat.updated' as const, subjectId: seat.id })),
  );
}

/** Invitations mailed to one address, from whichever account. */
export const invitationByAddress: Limit = { name: 'invitation', points: 10, seconds: 3600 };
/** Pasted lists. */
export const listsByAccount: Limit = { name: 'invitation lists', points: 30, seconds: 3600 };
