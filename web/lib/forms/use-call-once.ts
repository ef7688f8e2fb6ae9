import { useRef } from 'react';
import type { ReplyOutput } from '../../../contract/route.ts';
import { type AnyRoute, type CallInput, call } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

const PAYMENT_REFUSED = 402;

/**
 * Calls a route that should do something once. Tried again after a lost answer, the same input has the same Idempotency-Key;
 * a changed one, and the same one after an answer, is a new request. So is a payment after a refused one: it may be with
 * another card.
 */
export function useCallOnce<R extends AnyRoute>(route: R): (input: CallInput<R>) => Promise<ReplyOutput<R>> {
  const last = useRef({ request: '', key: '' });
  return async (input) => {
    const request = JSON.stringify(input);
    if (last.current.request !== request) last.current = { request, key: crypto.randomUUID() };
    const forget = () => {
      last.current = { request: '', key: '' };
    };
    try {
      const reply = await call<AnyRoute>(route, { ...input, idempotencyKey: last.current.key });
      forget();
      return reply as ReplyOutput<R>;
    } catch (error) {
      if (error instanceof ApiError && error.status === PAYMENT_REFUSED) forget();
      throw error;
    }
  };
}
