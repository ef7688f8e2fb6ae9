import { isAway } from '../../../contract/is-away.ts';
import type { User } from '../../../contract/users.ts';
import { useMeOnceLoaded } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';

/** The signed-in person while they are out of office; it begins and ends by itself in an open page too. */
export function useAway(): User | null {
  const user = useMeOnceLoaded()?.user;
  const now = useNow();
  if (!user) return null;
  const { outOfOfficeMessageEnabled, outOfOfficeStartsAt: startsAt, outOfOfficeEndsAt: endsAt } = user;
  return isAway({ outOfOfficeMessageEnabled, startsAt, endsAt }, now) ? user : null;
}
