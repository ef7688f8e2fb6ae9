import type { QueryClient, QueryPersister } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { isFromBefore, KEPT } from './what-is-kept.ts';

/** Where the server can't be reached, the last answer takes the place of the one that doesn't come. */
export function answerFromKept(queryClient: QueryClient): void {
  for (const path of KEPT.keys()) queryClient.setQueryDefaults([path], { persister: orKept });
}

const orKept: QueryPersister = async (ask, context, query) => {
  try {
    return await ask(context);
  } catch (error) {
    const isCutOff = error instanceof ApiError && error.status === 0;
    if (!isCutOff || query.state.data !== undefined) throw error;
    const kept = await import('./kept-answers.ts')
      .then(({ keptAnswer }) => keptAnswer(query))
      .catch(() => null);
    if (kept === null) throw error;
    return kept;
  }
};

/** As soon as the server answers again. */
export function loadKeptAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ state }) => isFromBefore(state.dataUpdatedAt) });
}
