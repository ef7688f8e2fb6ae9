import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSessionEnd } from './lib/session.ts';
import { paths } from './paths.ts';
import type { AppRouter } from './screens.tsx';
import { theme } from './theme.ts';
import { NoticeArea } from './ui/notice-area.tsx';

export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  useEffect(() => leaveWhenSessionEnds(router, queryClient), [router, queryClient]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <NoticeArea />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Nothing of the person stays on the screen or in memory once their session is over. */
function leaveWhenSessionEnds(router: AppRouter, queryClient: QueryClient): () => void {
  return onSessionEnd(() => {
    queryClient.clear();
    const open = router.state.matches.some((match) => match.staticData.public);
    if (open) return;
    const next = router.state.location.href;
    void router
      .navigate({ to: paths.login, search: { next } })
      // What was still being asked for the screen that is left may have arrived meanwhile.
      .then(() => queryClient.clear());
  });
}
