import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { showFailure } from './show-failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Its form or bubble shows failures itself: `fields` those of single fields, `all` every one. */
      shows?: 'fields' | 'all';
      /** The whole page waits for it behind this text; the overlay adds '...'. */
      loader?: string;
    };
    queryMeta: {
      /** A hint nobody asked for: its failure is not worth a notice. */
      quiet?: true;
    };
  }
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.quiet) showFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        const shows = mutation.meta?.shows;
        const hasFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
        if (shows === 'all' || (shows === 'fields' && hasFields)) return;
        showFailure(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A refusal stays one; only what may pass (no network, 5xx) is worth asking again.
        retry: (failed, error) =>
          failed < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
