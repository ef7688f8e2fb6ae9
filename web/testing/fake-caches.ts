/** The caches of a browser: happy-dom has none. Addresses keep the order in which they came. */
export function fakeCaches(
  fetch: (request: Request) => Promise<Response> = () => Promise.reject(),
): CacheStorage {
  const all = new Map<string, Cache>();
  const addressOf = (of: RequestInfo | URL) =>
    new URL(of instanceof Request ? of.url : String(of), window.location.href).href;

  function createCache(): Cache {
    const kept = new Map<string, Response>();
    const cache: Pick<Cache, 'match' | 'put' | 'delete' | 'keys' | 'addAll'> = {
      match: async (of) => kept.get(addressOf(of))?.clone(),
      put: async (of, response) => {
        kept.delete(addressOf(of));
        kept.set(addressOf(of), response);
      },
      delete: async (of) => kept.delete(addressOf(of)),
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      addAll: async (requests) => {
        const got = await Promise.all(
          [...requests].map(async (each) => {
            const request = new Request(each);
            const response = await fetch(request);
            if (!response.ok) throw new TypeError('Request failed');
            return [request, response] as const;
          }),
        );
        for (const [request, response] of got) await cache.put(request, response);
      },
    };
    return cache as Cache;
  }

  const caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'> = {
    open: async (name) => {
      const opened = all.get(name) ?? createCache();
      all.set(name, opened);
      return opened;
    },
    keys: async () => [...all.keys()].sort(),
    delete: async (name) => all.delete(name),
    match: async (of) => {
      for (const cache of all.values()) {
        const found = await cache.match(of);
        if (found) return found;
      }
      return undefined;
    },
  };
  return caches as CacheStorage;
}
