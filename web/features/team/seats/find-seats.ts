import { personName } from '../../../../contract/person-name.ts';
import type { Seat, SeatRole, SeatStatus, SeatType } from '../../../../contract/seats.ts';

/** The filter, as in the address. What is not there is not asked for. */
export interface SeatFilter {
  status?: Exclude<SeatStatus, 'rectxt'> | undefined;
  type?: SeatType | undefined;
  search?: string | undefined;
}

const places: Record<SeatStatus, number> = { used: 0, rectxt: 1, pendingInvitation: 2, available: 3 };

/** People by name, then invitations, then available seats, those with a number first. */
function inOrder(a: Seat, b: Seat): number {
  return (
    places[a.status] - places[b.status] ||
    Number(b.twilioNumber !== null) * Number(a.user === null) -
      Number(a.twilioNumber !== null) * Number(b.user === null) ||
    seatName(a).localeCompare(seatName(b), 'en', { sensitivity: 'base', numeric: true })
  );
}

/** What a page lists: its own people and invitations. An available seat can become either's. */
export function seatsFor(role: SeatRole, seats: Seat[]): Seat[] {
  return seats
    .filter((seat) => seat.status === 'available' || seat.seatRole === role)
    .sort((a, b) => inOrder(a, b));
}

export function findSeats(seats: Seat[], { status, type, search = '' }: SeatFilter): Seat[] {
  const text = search.trim().toLowerCase();
  const digits = text.replace(/[\s().+-]/g, '');
  const wanted = /^\d{2,}$/.test(digits) ? digits : null;
  return seats.filter(
    (seat) =>
      (status === undefined || seat.status === status) &&
      (type === undefined || (seat.seatType === type && seat.status !== 'available')) &&
      (text === '' ||
        wordsOf(seat).some((word) => word.toLowerCase().includes(text)) ||
        (wanted !== null && (seat.twilioNumber ?? '').includes(wanted))),
  );
}

const wordsOf = (seat: Seat): string[] => [
  seatName(seat),
  seat.user?.isService ? 'Service' : (seat.user?.email ?? seat.pendingEmail ?? ''),
  ...seat.tags,
];

/** The name of the person who has the seat or is invited to it, or "available". */
export function seatName(seat: Seat): string {
  if (seat.user) return personName(seat.user) || seat.user.email;
  if (seat.status === 'rectxt') return 'Internal seat';
  const { invitation, pendingEmail } = seat;
  if (pendingEmail === null) return 'Available seat';
  return `${invitation?.firstName ?? ''} ${invitation?.lastName ?? ''}`.trim() || pendingEmail;
}

/** The same inside a sentence, with available seats distinguished. */
export function seatInWords(seat: Seat): string {
  if (seat.status !== 'available') return seatName(seat);
  return seat.twilioNumberFormatted
    ? `the available seat with ${seat.twilioNumberFormatted}`
    : 'an available seat';
}

export interface SeatCounts {
  used: number;
  pending: number;
  available: number;
  total: number;
}

export function countSeats(seats: Seat[]): SeatCounts {
  const counts = { used: 0, pending: 0, available: 0, total: seats.length };
  for (const { status } of seats) {
    if (status === 'pendingInvitation') counts.pending += 1;
    else if (status === 'available') counts.available += 1;
    else counts.used += 1;
  }
  return counts;
}
