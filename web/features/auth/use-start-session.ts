import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { landingPath } from '../../lib/me.ts';
import { startSession } from '../../lib/session.ts';

/** Keeps the session and goes where the person wanted to, or to the landing screen. */
export function useStartSession() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (reply: { id_token: string; expires_in: number }, next?: string) => {
    queryClient.clear();
    startSession(reply);
    const path = next ?? (await landingPath(queryClient));
    router.history.push(path);
  };
}
