import { useRef } from 'react';

/** The same key for the same request, so that trying again after a lost answer does it once; a changed one gets its own. */
export function useIdempotencyKey(): (request: unknown) => string {
  const last = useRef({ request: '', key: '' });
  return (request) => {
    const text = JSON.stringify(request);
    if (last.current.request !== text) last.current = { request: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
