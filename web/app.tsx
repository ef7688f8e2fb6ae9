import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  hasLeft,
  onDeletedRefused,
  onMfaRequired,
  onSessionEnd,
  onSessionReplaced,
} from './lib/session/session.ts';
import { paths } from './paths.ts';
import type { AppRouter } from './screens.tsx';
import { theme } from './theme.ts';
import { LoaderOverlay } from './ui/loader-overlay.tsx';
import { NoticeArea } from './ui/notice-area.tsx';

export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  useEffect(() => leaveWhenSessionEnds(router, queryClient), [router, queryClient]);
  // What is shown, typed and begun here is of the session before.
  useEffect(() => onSessionReplaced(() => window.location.reload()), []);
  useEffect(
    () =>
      onDeletedRefused((token) => {
        void router.navigate({ to: paths.keepAccount, search: { token } });
      }),
    [router],
  );
  useEffect(() => leaveForSecondFactor(router), [router]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <NoticeArea />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <LoaderOverlay />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Nothing of the person stays on the screen or in memory once their session is over. */
function leaveWhenSessionEnds(router: AppRouter, queryClient: QueryClient): () => void {
  return onSessionEnd(() => {
    queryClient.clear();
    const open = router.state.matches.some((match) => match.staticData.public);
    const { pathname, href: next } = router.state.location;
    // Several calls may report it at once; the first one already started the navigation.
    if (open || pathname === paths.login) return;
    void router
      .navigate({ to: paths.login, search: hasLeft() ? {} : { next } })
      // What was still being asked for the screen that is left may have arrived meanwhile.
      .then(() => queryClient.clear());
  });
}

/** Until the second step is set up, nothing else is answered. Then the person continues where they wanted to go. */
function leaveForSecondFactor(router: AppRouter): () => void {
  return onMfaRequired(() => {
    const { pathname, href } = router.state.location;
    if (pathname === paths.setUpTwoFactor) return;
    void router.navigate({ to: paths.setUpTwoFactor, search: { next: href }, replace: true });
  });
}
