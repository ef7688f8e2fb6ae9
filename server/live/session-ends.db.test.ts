import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { readEnv } from '../env.ts';
import { startSession } from '../features/auth/start-session.ts';
import { type Running, start } from '../start.ts';
import { type EventStream, openStream } from '../testing/event-stream.ts';
import { freePort } from '../testing/free-port.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { sendText } from '../testing/texting.ts';

/* What ends a session ends its streams on every node: long before the next sign of life, which would find it out too. */

const AT_ONCE = { timeout: 18_000 };

let app: TestApp;
let other: Running;
let nodes: string[];

beforeAll(async () => {
  app = await startTestApp();
  const connectionString = app.deps.pool.options.connectionString ?? '';
  const port = await freePort();
  other = await start({
    env: readEnv(
      {
        DATABASE_URL: connectionString,
        PORT: String(port),
        PUBLIC_URL: app.url,
        SECRET_KEY: 'a secret that is long enough for tests',
        ROLES: 'web',
      },
      '/nowhere',
    ),
    connectionString,
    log: pino({ level: 'silent' }),
    webDir: null,
    carrier: app.deps.carrier,
  });
  nodes = [app.url, `http://127.0.0.1:${port}`];
});
afterAll(async () => {
  await other.close();
  await app.stop();
});

/** One on each node. */
function listen({ token }: { token: string }): Promise<EventStream[]> {
  return Promise.all(
    nodes.map(async (url) => {
      const stream = await openStream(url, token);
      onTestFinished(() => stream.close());
      return stream;
    }),
  );
}

const bodies = (stream: EventStream) =>
  stream.events.flatMap(({ event }) => (event.type === 'message.created' ? [event.message.body] : []));

/** A second session of the same person. */
async function signInAgain(person: Recruiter): Promise<{ token: string; id: string }> {
  const { accountId, userId } = person;
  const { id_token: token } = await startSession(
    app.deps.db,
    { accountId, userId, userAgent: null },
    app.deps,
  );
  const sessions = await app.client(token).call(routes.listSessions, {});
  return { token, id: sessions.find(({ isCurrent }) => isCurrent)?.id ?? '' };
}

describe('after a session has ended', AT_ONCE, () => {
  it('nothing that is written then is heard, on no node', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const streams = await listen(ana);
    await sendText(cem, candidatePhone(), 'before');
    await eventually(() => {
      for (const stream of streams) expect(bodies(stream)).toEqual(['before']);
    });
    await ana.call(routes.logout, {});
    await sendText(cem, candidatePhone(), 'after');
    for (const stream of streams) {
      await stream.ended;
      expect(bodies(stream)).toEqual(['before']);
    }
  });

  it('nothing is heard even where no one was notified of it', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    const streams = await listen(ana);
    await app.deps.pool.query('update sessions set ended_at = now() where account_id = $1 and user_id = $2', [
      ana.accountId,
      ana.userId,
    ]);
    await sendText(cem, candidatePhone(), 'after');
    for (const stream of streams) {
      await stream.ended;
      expect(stream.events).toEqual([]);
    }
  });
});

describe('its streams end, and no others', AT_ONCE, () => {
  it.each<[string, (person: Recruiter, session: { id: string; token: string }) => Promise<unknown>]>([
    ['signing out', (_, { token }) => app.client(token).call(routes.logout, {})],
    ['ending it elsewhere', (person, { id }) => person.call(routes.endSession, { params: { id } })],
    ['ending all others', (person) => person.call(routes.endOtherSessions, {})],
  ])('by %s', async (_, end) => {
    const ana = await app.signUp();
    const session = await signInAgain(ana);
    const [theirs, stays] = [await listen(session), await listen(ana)];
    await end(ana, session);
    for (const stream of theirs) await stream.ended;
    await sendText(ana, candidatePhone(), 'still here');
    await eventually(() => {
      for (const stream of stays) expect(bodies(stream)).toEqual(['still here']);
    });
  });

  it('when its time is over', async () => {
    const ana = await app.signUp();
    const session = await signInAgain(ana);
    await app.deps.pool.query(
      `update sessions set expires_at = now() + interval '1 second' where account_id = $1 and id = $2`,
      [ana.accountId, session.id],
    );
    for (const stream of await listen(session)) await stream.ended;
  });

  it('when the account requires a second step that its person has not', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    await app.deps.pool.query(
      'update users set mfa_enabled = true, email_verified_at = now() where account_id = $1 and id = $2',
      [ana.accountId, ana.userId],
    );
    const [theirs, stays] = [await listen(cem), await listen(ana)];
    await ana.call(routes.updateAccount, { body: { mfaRequired: true } });
    for (const stream of theirs) await stream.ended;
    await sendText(ana, candidatePhone(), 'still here');
    await eventually(() => {
      for (const stream of stays) expect(bodies(stream)).toEqual(['still here']);
    });
  });
});
