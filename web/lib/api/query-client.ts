import { type Mutation, MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { unshownOf } from '../forms/form-errors.ts';
import { showFailure } from '../notices.ts';
import { answerFromKept } from './answer-from-kept.ts';
import { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Its form shows failures itself, as long as it is there: `fields` those of the fields it has, `all` every one. */
      shows?: 'fields' | 'all';
      /** No one asked for it directly: its failure is not worth a notice. */
      quiet?: true;
      /** The whole page waits for it behind this text; the overlay adds '...'. */
      loader?: string;
    };
    queryMeta: {
      /** A hint that no one asked for: its failure is not worth a notice. */
      quiet?: true;
    };
  }
}

// The library would wait for the next turn of the event loop, and a second click that comes before it would count.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  const mutationCache: MutationCache = new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      const { shows, quiet } = mutation.meta ?? {};
      if (quiet || (shows === 'all' && isWatched(mutation))) return;
      const left = shows === 'fields' && isWatched(mutation) ? unshownOf(error) : error;
      if (left !== null) showFailure(left);
    },
  });
  const isWatched = watchMutations(mutationCache);
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.quiet && !isKnownToBeOffline(error)) showFailure(error);
      },
    }),
    mutationCache,
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
  answerFromKept(queryClient);
  return queryClient;
}

/** The page says so at its top. */
const isKnownToBeOffline = (error: unknown) =>
  !navigator.onLine && error instanceof ApiError && error.status === 0;

/** Whether the component that asked for a mutation is still mounted: a dialog may be closed while it runs. */
function watchMutations(
  cache: MutationCache,
): (mutation: Mutation<unknown, unknown, unknown, unknown>) => boolean {
  const watching = new WeakMap<object, number>();
  const count = (mutation: object, change: number) =>
    watching.set(mutation, (watching.get(mutation) ?? 0) + change);
  cache.subscribe((event) => {
    if (event.type === 'observerAdded') count(event.mutation, 1);
    if (event.type === 'observerRemoved') count(event.mutation, -1);
  });
  return (mutation) => (watching.get(mutation) ?? 0) > 0;
}
