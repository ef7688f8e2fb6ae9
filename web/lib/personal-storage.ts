/**
 * What this browser keeps of the signed-in person. Private windows may refuse storage, which must cost no more than
 * the memory of it.
 */
const PREFIX = 'hiretext:';

export const personalStorage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(PREFIX + key, value);
    } catch {
      // Full or refused: the page works on without it.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(PREFIX + key);
    } catch {
      // Nothing was kept.
    }
  },
  removeAll(prefix: string): void {
    for (const rest of personalStorage.list(prefix)) personalStorage.remove(prefix + rest);
  },
  /** What follows the prefix, of each. */
  list(prefix: string): string[] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(PREFIX + prefix))
        .map((key) => key.slice(PREFIX.length + prefix.length));
    } catch {
      return [];
    }
  },
  /** Calls back when another tab sets one, with what follows the prefix. */
  watchAll(prefix: string, set: (rest: string) => void): () => void {
    const listen = ({ key, newValue }: StorageEvent) => {
      if (newValue !== null && key?.startsWith(PREFIX + prefix))
        set(key.slice(PREFIX.length + prefix.length));
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  },
  /** Calls back when another tab changes the key. */
  watch(key: string, changed: (value: string | null, before: string | null) => void): () => void {
    const listen = (event: StorageEvent) => {
      if (event.key === PREFIX + key) changed(event.newValue, event.oldValue);
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  },
};
