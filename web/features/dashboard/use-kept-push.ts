import { useEffect } from 'react';
import type { User } from '../../../contract/users.ts';
import { pushState, useIsOnHere } from '../notifications/browser-choice.ts';

/** Subscribes this browser to pushes with each start of the dashboard, and ends that when the person turns them off here. */
export function useKeptPush(user: User | undefined): void {
  const isOn = useIsOnHere(user);
  const userId = user?.impersonation ? undefined : user?.id;
  useEffect(() => {
    if (userId === undefined) return;
    let isOver = false;
    const end = (state: ReturnType<typeof pushState.get>) => {
      if (!isOver) pushState.set(state);
    };
    void import('../notifications/keep-push.ts')
      .then(async ({ keepPush, endPush }) => {
        if (isOn) end((await keepPush()) ? 'on' : 'unavailable');
        else await endPush();
      })
      .catch(() => end(isOn ? 'failed' : null));
    return () => {
      isOver = true;
      pushState.set(null);
    };
  }, [userId, isOn]);
}
