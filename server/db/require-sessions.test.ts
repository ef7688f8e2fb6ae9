import type pg from 'pg';
import { expect, it } from 'vitest';
import { requireSessions } from './require-sessions.ts';

/** A pooler, by the session that it gives to each connection's statement. */
function pooler(sessionFor: (connection: string, isInTransaction: boolean) => number): () => pg.Client {
  let count = 0;
  return () => {
    count += 1;
    const connection = `connection ${count}`;
    let isInTransaction = false;
    const client = {
      processID: 1000 + count,
      on: () => client,
      connect: async () => {},
      end: async () => {},
      query: async (sql: string) => {
        if (sql === 'begin') isInTransaction = true;
        if (sql === 'commit') isInTransaction = false;
        return { rows: [{ pid: sessionFor(connection, isInTransaction) }] };
      },
    };
    return client as unknown as pg.Client;
  };
}

it('takes a pooler that keeps sessions', async () => {
  const connect = pooler((connection) => Number(connection.at(-1)));
  await requireSessions(connect(), connect);
});

it('refuses one that gives the session to another connection', async () => {
  const connect = pooler(() => 7);
  await expect(requireSessions(connect(), connect)).rejects.toThrow('pool_mode = session');
});

it('refuses one that gives our connection another session', async () => {
  let turn = 0;
  const connect = pooler(() => {
    turn += 1;
    return turn % 4;
  });
  await expect(requireSessions(connect(), connect)).rejects.toThrow('pool_mode = session');
});

it('opens no second connection to PostgreSQL itself', async () => {
  const connect = pooler(() => 1001);
  const refuse = () => {
    throw new Error('It was opened');
  };
  await requireSessions(connect(), refuse);
});
