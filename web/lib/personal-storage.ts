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
    try {
      const found = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + prefix));
      for (const key of found) localStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
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
