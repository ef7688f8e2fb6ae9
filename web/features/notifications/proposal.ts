import type { User } from '../../../contract/users.ts';
import { personalStorage } from '../../lib/personal-storage.ts';
import { browserPermission } from './browser-permission.ts';

/** Outlasts signing out, so no one is asked twice. */
const keyOf = ({ id }: User) => `notificationsProposed:${id}`;

/** Whether notifications of this browser can still be proposed to the person. */
export const mayPropose = (user: User): boolean =>
  !user.impersonation && browserPermission() === 'default' && personalStorage.get(keyOf(user)) === null;

export const keepProposed = (user: User): void => personalStorage.set(keyOf(user), 'yes');
