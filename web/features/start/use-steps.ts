import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { personalStorage } from '../../lib/personal-storage.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { registrationQuery } from '../registration/registration-query.ts';
import { type Step, stepsFor } from './steps.ts';

const HIDDEN = 'startHidden';

/** What is left to do, until all is done or the person has hidden it in this browser. */
export function useSteps(): { steps: Step[]; hide: () => void } | null {
  const { user, account } = useMe();
  const isAdmin = user.userType === 'admin';
  const registration = useQuery({ ...registrationQuery(), enabled: isAdmin, meta: { quiet: true } });
  const [hiddenBy, setHiddenBy] = useState(() => personalStorage.get(HIDDEN));
  if (isAdmin && registration.isPending) return null;
  if (user.impersonation || hiddenBy === user.id) return null;
  const steps = stepsFor(user, account, (isAdmin && registration.data) || null);
  if (steps.every(({ isDone }) => isDone)) return null;
  return {
    steps,
    hide: () => {
      personalStorage.set(HIDDEN, user.id);
      setHiddenBy(user.id);
    },
  };
}
