import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Route } from '../contract/route.ts';
import * as routes from '../contract/routes.ts';
import { candidatePhone, type Recruiter, type TestApp } from '../server/testing/test-app.ts';
import { refusalOf } from '../server/testing/test-client.ts';
import { likeSchema } from './like.ts';

/* Whatever anyone sends is answered or refused, never with a 5xx. */

export const fuzzedRoutes = Object.entries(routes as Record<string, Route>)
  // Streams never end; uploads have no schema.
  .filter(([, route]) => route.transport === undefined)
  .map(([name, route]) => ({ name, route }));

/** The app's environment: the caller is staff, so that nothing is hidden from her. */
export const CONTRACT_VARIABLES = { QUIET_HOURS: 'off', STAFF_EMAIL_DOMAINS: 'example.com' };

/** An admin with a hiring manager, an available seat, a candidate, and a thread with a text for later; the ids of all that. */
async function signUpSender(app: TestApp): Promise<{ person: Recruiter; ids: string[] }> {
  const person = await app.signUp();
  const colleague = await app.addColleague(person);
  await app.deps.pool.query('update users set email_verified_at = now(), mfa_enabled = true where id = $1', [
    person.userId,
  ]);
  await app.deps.pool.query(
    `update seats set seat_role = 'hiringManager' where account_id = $1 and id = $2`,
    [person.accountId, colleague.seatId],
  );
  const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
  const text = await person.call(routes.sendMessage, {
    body: { to: candidatePhone(), body: 'Hi', scheduledAt },
  });
  const { candidate } = await person.call(routes.getConversation, { params: { id: text.conversationId } });
  const [session] = await person.call(routes.listSessions, {});
  const seats = await person.call(routes.getSeats, {});
  return {
    person,
    ids: [
      text.id,
      text.conversationId,
      candidate.id,
      person.userId,
      person.accountId,
      colleague.userId,
      session?.id ?? '',
      ...seats.map(({ id }) => id),
    ],
  };
}

/** Reading changes nothing, so all routes that only read share a sender. */
const readers = new WeakMap<TestApp, ReturnType<typeof signUpSender>>();

/** Each route that changes something gets a new sender: it may need what an earlier route removed. */
function senderFor(app: TestApp, route: Route): ReturnType<typeof signUpSender> {
  if (route.method !== 'GET' || route.changes) return signUpSender(app);
  const reader = readers.get(app) ?? signUpSender(app);
  readers.set(app, reader);
  return reader;
}

/** Throws the smallest failing request, and the seed to send it again. */
export async function fuzzRoute(
  app: TestApp,
  route: Route,
  parameters: fc.Parameters<unknown>,
): Promise<void> {
  const { person, ids } = await senderFor(app, route);
  const inputs = fc.record({
    params: likeSchema(route.params, ids).map(paramsOf),
    query: likeSchema(route.query, ids).map(queryOf),
    body: likeSchema(route.body, ids),
    key: fc.option(fc.stringMatching(/^[\x21-\x7e]{1,20}$/), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(inputs, async ({ key, ...input }) => {
      // What is refused as one too many is not looked at.
      await app.deps.pool.query('delete from rate_limits');
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
      const answer = await person.ask(route, { ...input, headers });
      // What someone else's server may be asked for, may be away.
      const code = (answer.body as { code?: string } | null)?.code;
      const isDeclared = route.failures?.some((one) => one === code);
      assert(answer.status < 500 || isDeclared, `${answer.status} ${JSON.stringify(answer.body)}`);
      if (answer.status < 300) route.reply.parse(answer.body);
      else refusalOf(answer);
    }),
    parameters,
  );
}

/** URLs hold only strings, and not every object can be turned into one. */
function queryOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const words = Object.entries(value).map(([name, each]) => [
    name,
    typeof each === 'object' ? JSON.stringify(each) : each,
  ]);
  return Object.fromEntries(words);
}

function paramsOf(value: unknown): Record<string, string> {
  const { id } = (value ?? {}) as { id?: unknown };
  // A lone surrogate has no place in an address, and dots are steps.
  return { id: (typeof id === 'string' && !/^\.*$/.test(id) ? id : '7').toWellFormed() };
}
