import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnyRoute } from './api.ts';
import { keyOf } from './route-query.ts';

/**
 * Changes that are shown at once and sent one after the other, such as moves in a list. `run` answers whether the server
 * took it.
 */
export function useOptimistic<Input>({
  key,
  save,
  over,
  show,
  changes,
  onFailed,
}: {
  /** Changes with the same key wait for each other. */
  key: readonly string[];
  save: (input: Input) => Promise<unknown>;
  /** What is being loaded of these would show the state before. */
  over: readonly (AnyRoute | QueryKey)[];
  show: (queryClient: QueryClient, input: Input) => void;
  /** Loads again what it changed, after the last one of several: an earlier answer would show an older state. */
  changes: (queryClient: QueryClient) => unknown;
  /** Shows the failure itself. Without it, that becomes a notice. */
  onFailed?: (error: Error, input: Input) => unknown;
}): (input: Input) => Promise<boolean> {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: key,
    scope: { id: key.join(' ') },
    mutationFn: save,
    meta: onFailed ? { quiet: true } : {},
    onError: (error, input) => onFailed?.(error, input),
    onSettled: () => (queryClient.isMutating({ mutationKey: key }) === 1 ? changes(queryClient) : undefined),
  });
  return (input) => {
    for (const each of over) {
      const queryKey = keyOf(each);
      void queryClient.cancelQueries({ queryKey });
    }
    show(queryClient, input);
    return mutateAsync(input).then(
      () => true,
      () => false,
    );
  };
}
