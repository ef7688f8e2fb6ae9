import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Route } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';
import { candidatePhone, type Recruiter, type TestApp } from '../server/testing/test-app.ts';
import { refusalOf } from '../server/testing/test-client.ts';
import { likeSchema } from './like.ts';

/* Whatever anybody sends, it is answered or refused; never is it our fault. */

export const fuzzedRoutes = Object.entries(routes as Record<string, Route>)
  // Streams never end; uploads have no schema of their own.
  .filter(([, route]) => route.transport === undefined)
  // Whoever signs out, or gives the number away, can't go on.
  .filter(([name]) => name !== 'logout' && name !== 'updateUserToNonTexter')
  .map(([name, route]) => ({ name, route }));

/** What such an app is started with: she is staff, so that nothing is hidden from her. */
export const CONTRACT_VARIABLES = { QUIET_HOURS: 'off', STAFF_EMAIL_DOMAINS: 'example.com' };

export interface Sender {
  person: Recruiter;
  /** That exist, so that the fuzz gets past the look-up. */
  ids: string[];
}

export async function signUpSender(app: TestApp): Promise<Sender> {
  const person = await app.signUp();
  await app.deps.pool.query('update users set email_verified_at = now(), mfa_enabled = true where id = $1', [
    person.userId,
  ]);
  const text = await person.call(routes.sendMessage, { body: { to: candidatePhone(), body: 'Hi' } });
  const { candidate } = await person.call(routes.getConversation, { params: { id: text.conversationId } });
  return { person, ids: [text.id, text.conversationId, candidate.id, person.userId] };
}

/** Throws what was sent, as small as it can be, and the seed with which it is sent again. */
export async function fuzzRoute(
  { person, ids }: Sender,
  route: Route,
  parameters: fc.Parameters<unknown>,
): Promise<void> {
  const inputs = fc.record({
    params: likeSchema(route.params, ids).map(paramsOf),
    query: likeSchema(route.query, ids).map(queryOf),
    body: likeSchema(route.body, ids),
    key: fc.option(fc.stringMatching(/^[\x21-\x7e]{1,20}$/), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(inputs, async ({ key, ...input }) => {
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
      const answer = await person.ask(route, { ...input, headers });
      assert(answer.status < 500, `${answer.status} ${JSON.stringify(answer.body)}`);
      if (answer.status < 300) route.reply.parse(answer.body);
      else refusalOf(answer);
    }),
    parameters,
  );
}

function queryOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function paramsOf(value: unknown): Record<string, string> {
  const { id } = (value ?? {}) as { id?: unknown };
  // A lone surrogate has no place in an address, and dots are steps.
  return { id: (typeof id === 'string' && !/^\.*$/.test(id) ? id : '7').toWellFormed() };
}
