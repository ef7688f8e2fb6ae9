import type { Seat } from '../../../../contract/seats.ts';
import { dayName } from '../../../lib/dates.ts';
import { counted } from '../../../lib/words.ts';

interface SeatTime {
  /** When the person was here last, or until when the invitation is good. */
  when: string;
  /** The same for machines; null where it is no time. */
  at: string | null;
  hasExpired: boolean;
}

/** Values that stay the same as long as nothing else would be read, so that a row is not drawn again for a clock. */
export function seatTime({ user, invitation, status }: Seat, timezone: string, now: Date): SeatTime {
  // Its keys show when they were used last.
  if (user?.isService) return { when: '', at: null, hasExpired: false };
  if (user)
    return { when: lastActive(user.lastActiveAt, timezone, now), at: user.lastActiveAt, hasExpired: false };
  if (!invitation) return { when: status === 'available' ? 'Available' : '', at: null, hasExpired: false };
  const at = invitation.expiresAt;
  const hasExpired = Date.parse(at) <= now.getTime();
  const when = hasExpired ? 'Invitation expired' : `Invited until ${dayName(at, timezone, now)}`;
  return { when, at, hasExpired };
}

const MINUTE_MS = 60_000;

/** When a person last used Hiretext, which is known to within five minutes. */
export function lastActive(iso: string | null, timezone: string, now: Date): string {
  if (iso === null) return 'Never active';
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / MINUTE_MS);
  if (minutes < 6) return 'Active now';
  if (minutes < 60) return `Active ${minutes} min ago`;
  if (minutes < 24 * 60) return `Active ${Math.floor(minutes / 60)} h ago`;
  if (minutes < 7 * 24 * 60) {
    const days = Math.floor(minutes / (24 * 60));
    return `Active ${counted(days, 'day')} ago`;
  }
  return `Active ${dayName(iso, timezone, now)}`;
}
