import type { Seat, SeatRole, SeatStatus, SeatType, UserType } from '../../../../contract/seats.ts';
import { isLongCode } from '../../../area-codes.ts';
import { Failure } from '../../../failure.ts';

/** What can be done to a seat. */
export type SeatStep =
  | 'invite'
  | 'resendInvitation'
  | 'cancelInvitation'
  | 'accept'
  | 'give'
  | 'removePerson'
  | 'transfer'
  | 'transferByInvitation'
  | 'remove';

/** A seat that was removed is in no account's list. */
export type SeatState = SeatStatus | 'removed';

/** THE table of seats: where each step leads from each state. Anything not in it is refused. The internal seats never change. */
export const transitions = {
  invite: { from: 'available', to: 'pendingInvitation' },
  resendInvitation: { from: 'pendingInvitation', to: 'pendingInvitation' },
  cancelInvitation: { from: 'pendingInvitation', to: 'available' },
  accept: { from: 'pendingInvitation', to: 'used' },
  give: { from: 'available', to: 'used' },
  removePerson: { from: 'used', to: 'available' },
  transfer: { from: 'used', to: 'used' },
  transferByInvitation: { from: 'used', to: 'pendingInvitation' },
  remove: { from: 'available', to: 'removed' },
} as const satisfies Record<SeatStep, { from: SeatStatus; to: SeatState }>;

const REFUSALS = {
  available: 'seat_not_free',
  pendingInvitation: 'invitation_not_pending',
  used: 'seat_not_used',
} as const;

/** The state after the step; a Failure where there is no such step. */
export function seatAfter<Step extends SeatStep>(
  status: SeatState,
  step: Step,
): (typeof transitions)[Step]['to'] {
  const { from, to } = transitions[step];
  if (status === from) return to;
  throw new Failure(status === 'removed' ? 'not_found' : REFUSALS[from]);
}

/**
 * What becomes of seats when there are to be `total`, the first of them its owner's if no one has one yet. Only free seats go away,
 * those without a number first. `needed`: fewer than that can't be.
 */
export function seatsAfter<Facts extends { status: SeatStatus; userId: string | null; hasNumber: boolean }>(
  seats: Facts[],
  { total, ownerId }: { total: number; ownerId: string },
): { needed: number; ownerHasSeat: boolean; free: number; gone: Facts[] } {
  const free = seats
    .filter((seat) => seat.status === 'available')
    .sort((a, b) => Number(b.hasNumber) - Number(a.hasNumber));
  const ownerHasSeat = seats.some((seat) => seat.userId === ownerId);
  const needed = seats.length - free.length + (ownerHasSeat ? 0 : 1);
  return { needed, ownerHasSeat, free: free.length, gone: free.slice(Math.max(0, total - needed)) };
}

export function requireSomeoneElse(actorId: string, userId: string): void {
  if (actorId === userId) throw new Failure('not_yourself');
}

/** Whether US carriers take texts from the number. */
export const isRegistered = (
  deps: { registrar: object | null },
  number: { phoneNumber: string; registeredAt: Date | null },
): boolean => deps.registrar === null || number.registeredAt !== null || !isLongCode(number.phoneNumber);

interface MemberFacts {
  userType: UserType | null;
  /** Has asked to be deleted. */
  isLeaving: boolean;
}

/** `admins` are those who can sign in, without any who are leaving. */
const isLastAdmin = ({ userType, isLeaving }: MemberFacts, admins: number): boolean =>
  userType === 'admin' && !isLeaving && admins <= 1;

/** There has to be someone who can let others in. */
export function requireAnotherAdmin(person: MemberFacts, admins: number): void {
  if (isLastAdmin(person, admins)) throw new Failure('admin_needed');
}

/** What the viewer of a seat can do with it: the same rules that refuse. */
export function seatCan(
  seat: {
    status: SeatStatus;
    seatRole: SeatRole;
    seatType: SeatType;
    userId: string | null;
    hasNumber: boolean;
    hasReplacement: boolean;
    isService: boolean;
  } & MemberFacts,
  facts: { viewerId: string; admins: number; total: number; isTeam: boolean; minimum: number },
): Seat['can'] {
  const isUsed = seat.status === 'used';
  const isAnotherAdmin = !isLastAdmin(seat, facts.admins);
  const isSomeoneElse = seat.userId !== facts.viewerId;
  return {
    cover: seat.status === 'available' || seat.status === 'pendingInvitation',
    removePerson: isUsed && isSomeoneElse && isAnotherAdmin,
    changeUserType: isUsed && isAnotherAdmin && !seat.isService,
    changeSeatType: isUsed,
    transfer: isUsed && seat.seatRole === 'hiringManager' && isSomeoneElse && isAnotherAdmin,
    resendInvitation: seat.status === 'pendingInvitation',
    cancelInvitation: seat.status === 'pendingInvitation',
    removeSeat: facts.isTeam && seat.status === 'available' && facts.total > facts.minimum,
    // A service can't choose its first one.
    changeNumber: seat.hasNumber ? !seat.hasReplacement : seat.isService && seat.seatType === 'texter',
  };
}
