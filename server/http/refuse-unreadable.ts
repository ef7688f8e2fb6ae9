import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { replyFailure } from './reply-failure.ts';

/** What all other answers get from helmet, as far as it matters for a refusal in JSON. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';object-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** For addresses that the router itself can't read. It refuses them before any hook has run, helmet's among them. */
export function refuseUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  replyFailure(error, request, reply.headers(HEADERS));
}
