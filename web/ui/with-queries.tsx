import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { LoaderOverlay } from './loader-overlay.tsx';

/** Around every screen that asks the server for something by queries. */
export function WithQueries() {
  const { queries } = useRouter().options.context;
  return (
    <QueryClientProvider client={queries.loaded()}>
      <Outlet />
      <LoaderOverlay />
    </QueryClientProvider>
  );
}
