import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

/** Mounts the webhooks of a vendor. Signatures are over the exact bytes, so no body is parsed. */
export function rawWebhooks(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    mount(scope);
  });
}

export const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** The first value of each header. */
export const headersOf = ({ headers }: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );

/** Other cells, as far as they hand on webhooks. */
interface Senders {
  wasHandedOn(request: FastifyRequest): boolean;
  senderOf(request: FastifyRequest): { url: string };
}

/** A request as carriers sign it: with the address that they called, which is another cell's if that one handed it on. */
export const carrierRequest = (
  request: FastifyRequest,
  { publicUrl, cells }: { publicUrl: string; cells: Senders | null },
) => ({
  url: (cells?.wasHandedOn(request) ? cells.senderOf(request).url : publicUrl) + request.url,
  headers: request.headers,
  rawBody: bytesOf(request),
});

/** What a carrier's webhook says, if it is the carrier's. */
export function requireVerified<Verdict extends { ok: true } | { ok: false; reason: string }>(
  verdict: Verdict,
): Extract<Verdict, { ok: true }> {
  if (!verdict.ok) throw new Failure(verdict.reason === 'signature' ? 'bad_signature' : 'malformed');
  return verdict as Extract<Verdict, { ok: true }>;
}
