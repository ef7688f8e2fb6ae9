import { useQuery } from '@tanstack/react-query';
import { isAway } from '../../../contract/out-of-office.ts';
import type { User } from '../../../contract/users.ts';
import { userQuery } from '../../lib/session/me.ts';
import { useNow } from '../../lib/use-now.ts';

/** The signed-in person while they are out of office; it begins and ends by itself in an open page too. */
export function useAway(): User | null {
  const { data: user } = useQuery(userQuery());
  const now = useNow();
  if (!user) return null;
  const { outOfOfficeMessageEnabled, outOfOfficeStartsAt: startsAt, outOfOfficeEndsAt: endsAt } = user;
  return isAway({ outOfOfficeMessageEnabled, startsAt, endsAt }, now) ? user : null;
}
