import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { startSession } from '../../lib/session.ts';
import { paths } from '../../paths.ts';

/** Keeps the session and goes where the person wanted to, or to the landing screen. */
export function useStartSession() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (reply: { id_token: string; expires_in: number }, next?: string) => {
    queryClient.clear();
    startSession(reply);
    const { landingPath } = await import('../../lib/me.ts');
    // The code or link that signed in is used up: what fails from here on is for the next screen to say.
    const path = next ?? (await landingPath(queryClient).catch(() => paths.account));
    router.history.push(path);
  };
}
