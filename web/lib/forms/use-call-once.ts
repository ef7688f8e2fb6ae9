import { useRef } from 'react';
import type { ReplyOutput } from '../../../contract/route.ts';
import { type AnyRoute, type CallInput, call } from '../api/api.ts';

/**
 * Calls a route that should do something once. Tried again after a lost answer, the same input has the same Idempotency-Key;
 * a changed one, and the same one after an answer, is a request of its own.
 */
export function useCallOnce<R extends AnyRoute>(route: R): (input: CallInput<R>) => Promise<ReplyOutput<R>> {
  const last = useRef({ request: '', key: '' });
  return async (input) => {
    const request = JSON.stringify(input);
    if (last.current.request !== request) last.current = { request, key: crypto.randomUUID() };
    const reply = await call<AnyRoute>(route, { ...input, idempotencyKey: last.current.key });
    last.current = { request: '', key: '' };
    return reply as ReplyOutput<R>;
  };
}
