import type { Seat } from '../../../contract/seats.ts';
import { dayName } from '../../lib/dates.ts';
import { lastActive } from './last-active.ts';

interface SeatTime {
  /** When the person was here last, or until when the invitation is good. */
  when: string;
  /** The same for machines; null where it is no time. */
  at: string | null;
  hasExpired: boolean;
}

/** Values that stay the same as long as nothing else would be read, so that a row is not drawn again for a clock. */
export function seatTime({ user, invitation, status }: Seat, timezone: string, now: Date): SeatTime {
  if (user)
    return { when: lastActive(user.lastActiveAt, timezone, now), at: user.lastActiveAt, hasExpired: false };
  if (!invitation) return { when: status === 'available' ? 'Available' : '', at: null, hasExpired: false };
  const at = invitation.expiresAt;
  const hasExpired = Date.parse(at) <= now.getTime();
  const when = hasExpired ? 'Invitation expired' : `Invited until ${dayName(at, timezone, now)}`;
  return { when, at, hasExpired };
}
