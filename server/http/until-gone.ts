import type { FastifyReply } from 'fastify';

/** Aborts once no one waits for the reply. */
export function untilGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
