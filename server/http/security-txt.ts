import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** RFC 9116 wants less than a year. Counted from the request, so that no one has to remember it. */
const GOOD_FOR_MS = 180 * 24 * 3600 * 1000;

/** Where someone who has found a vulnerability reads who to notify. */
export function securityTxtRoute(
  app: FastifyInstance,
  { publicUrl, clock }: Pick<Deps, 'publicUrl' | 'clock'>,
  contact: string,
): void {
  const path = '/.well-known/security.txt';
  app.get(path, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${contact}`,
          `Expires: ${new Date(clock().getTime() + GOOD_FOR_MS).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}${path}`,
          '',
        ].join('\n'),
      ),
  );
}
