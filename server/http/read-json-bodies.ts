import type { FastifyInstance } from 'fastify';
import { requireBounded } from '../bounded-json.ts';

/** What takes long to work through is refused before it is: a body of 1 MB may hold half a million values. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    try {
      requireBounded(body);
    } catch (error) {
      return done(error as Error);
    }
    return parse(request, body, done);
  });
}
