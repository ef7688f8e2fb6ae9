import type { QueryClient } from '@tanstack/react-query';

/** The page's query client, loaded and made when the first screen asks the server for something. */
export interface Queries {
  load(): Promise<QueryClient>;
  /** What `load` has brought. */
  loaded(): QueryClient;
  /** Forgets all answers. */
  clear(): void;
}

export function createQueries(
  make: () => Promise<QueryClient> = async () => (await import('./query-client.ts')).createQueryClient(),
): Queries {
  let loading: Promise<QueryClient> | null = null;
  let client: QueryClient | null = null;
  return {
    async load() {
      loading ??= make();
      try {
        client = await loading;
        return client;
      } catch (error) {
        // Without a network now, perhaps with one at the next try.
        loading = null;
        throw error;
      }
    },
    loaded() {
      if (!client) throw new Error('Queries are not loaded');
      return client;
    },
    clear: () => client?.clear(),
  };
}
