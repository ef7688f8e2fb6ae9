import { DELETION_DAYS } from '../../../contract/deletion.ts';
import type { UserType } from '../../../contract/seats.ts';
import { Failure } from '../../failure.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The warning mail goes out this many days before. */
const WARNING_DAYS = 3;

/** When vendors are down, what is left of an account or person is kept this long after the day it should be gone. */
export const GIVEN_UP_MS = 24 * 3600_000;

export interface AccountUser {
  id: string;
  userType: UserType;
  /** Has asked to be deleted. */
  isLeaving: boolean;
  /** Can't sign in anymore. */
  isDeactivated: boolean;
  /** Software: an account in which only services are left goes with its last person. */
  isService: boolean;
}

/** They may have been removed while waiting, or have asked twice: the first date, and its link, still count. */
export function requirePresent(people: AccountUser[], userId: string): void {
  const person = people.find(({ id }) => id === userId);
  if (person === undefined || person.isLeaving || person.isDeactivated) throw new Failure('session_ended');
}

/** The people who stay. */
const othersOf = (people: AccountUser[], userId: string): AccountUser[] =>
  people.filter((each) => each.id !== userId && !each.isLeaving && !each.isDeactivated && !each.isService);

export type Scope = 'user' | 'account';

/**
 * What goes with the person: only they, or the whole account because no one else is left. Null for the last admin of several
 * people. People with pending invitations don't count.
 */
export function scopeOf(people: AccountUser[], userId: string): Scope | null {
  const others = othersOf(people, userId);
  if (others.length === 0) return 'account';
  const isAdmin = people.some((each) => each.id === userId && each.userType === 'admin');
  return isAdmin && !others.some((each) => each.userType === 'admin') ? null : 'user';
}

/** What goes, if it is still what the person was shown. */
export function requireScope(scope: Scope | null, shown: Scope | undefined): Scope {
  if (scope === null) throw new Failure('last_admin');
  if (shown !== undefined && shown !== scope) throw new Failure('deletion_changed');
  return scope;
}

export const deletionOf = (now: Date) => new Date(now.getTime() + DELETION_DAYS * DAY_MS);
export const warningUntil = (now: Date) => new Date(now.getTime() + WARNING_DAYS * DAY_MS);
