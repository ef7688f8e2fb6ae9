import { useRouter } from '@tanstack/react-router';
import { startSession } from '../../lib/session/session.ts';
import { paths } from '../../paths.ts';

/** Keeps the session and goes where the person wanted to, or to the landing screen. */
export function useStartSession() {
  const router = useRouter();
  const { queries } = router.options.context;
  const landing = async () => {
    const [queryClient, { landingPath }] = await Promise.all([
      queries.load(),
      import('../../lib/session/me.ts'),
    ]);
    return landingPath(queryClient);
  };
  return async (reply: { id_token: string; expires_in: number }, next?: string) => {
    queries.clear();
    startSession(reply);
    // The code or link is used up, so the next screen reports what fails from here on.
    const landed = landing().catch(() => paths.account);
    // On the way to `next`, we already load what every screen needs.
    router.history.push(next ?? (await landed));
  };
}
