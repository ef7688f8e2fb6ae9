import type { User } from '../../../contract/users.ts';
import { personalStorage } from '../../lib/personal-storage.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { browserPermission } from './browser-permission.ts';

/* The person chooses to be notified; one browser does it if they allow it there, and haven't turned it off there. */

const keyOf = ({ id }: Pick<User, 'id'>) => `notificationsOff:${id}`;
const changes = createStore(0);

type Person = Pick<User, 'id' | 'notifications' | 'impersonation'>;

export const isOnHere = (user: Person): boolean =>
  user.notifications.browser &&
  !user.impersonation &&
  browserPermission() === 'granted' &&
  personalStorage.get(keyOf(user)) === null;

export function useIsOnHere(user: Person | undefined): boolean {
  useStore(changes);
  return user !== undefined && isOnHere(user);
}

export function turnHere(user: Person, on: boolean): void {
  if (on) personalStorage.remove(keyOf(user));
  else personalStorage.set(keyOf(user), 'yes');
  changes.set(changes.get() + 1);
}

/** Whether this browser is notified while Hiretext is closed. Null: that isn't known yet, or it isn't to be notified. */
export const pushState = createStore<'on' | 'unavailable' | 'failed' | null>(null);
