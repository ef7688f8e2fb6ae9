import type { Seat } from '../../../contract/seats.ts';

/** The error for the field, for who has a seat here or is invited to one. */
export function alreadyUsed(email: string, seats: Seat[]): { email?: string } {
  const given = email.trim();
  const wanted = given.toLowerCase();
  const isUsed = seats.some(({ user, pendingEmail }) =>
    [user?.email, pendingEmail].some((used) => used?.toLowerCase() === wanted),
  );
  return isUsed ? { email: `${given} already used` } : {};
}
