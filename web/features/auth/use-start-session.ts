import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { landingPath } from '../../lib/session/me.ts';
import { startSession } from '../../lib/session/session.ts';
import { paths } from '../../paths.ts';

/** Keeps the session and goes where the person wanted to, or to the landing screen. */
export function useStartSession() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async (reply: { id_token: string; expires_in: number }, next?: string) => {
    queryClient.clear();
    startSession(reply);
    // The code or link is used up, so the next screen reports what fails from here on.
    const landed = landingPath(queryClient).catch(() => paths.account);
    // On the way to `next`, we already load what every screen needs.
    router.history.push(next ?? (await landed));
  };
}
