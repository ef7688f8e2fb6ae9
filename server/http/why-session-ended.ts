import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { Failure } from '../failure.ts';
import { isSame } from './keys.ts';
import type { ReadSession, Session } from './session.ts';
import { readAuthorization } from './session-token.ts';

/** Reads the session, or returns why there is none. */
export function createRequireSession(deps: { db: Db; readSession: ReadSession }) {
  return (request: FastifyRequest): Promise<Session> =>
    deps.readSession(request).catch((error) => throwWhyEnded(deps.db, request, error));
}

/** Throws what ended the session: someone who was removed reads that, with a token that was theirs. */
async function throwWhyEnded(db: Db, request: FastifyRequest, error: unknown): Promise<never> {
  const named = readAuthorization(request);
  if (!(error instanceof Failure) || error.code !== 'session_ended' || named === null) throw error;
  const { rows } = await sql<{ keyHash: string }>`
    select s.key_hash as "keyHash" from sessions s
      join users u on u.account_id = s.account_id and u.id = s.user_id
     where s.account_id = ${named.accountId} and s.id = ${named.sessionId}
       and s.staff_session_id is null and u.deactivated_at is not null`.execute(db);
  const [row] = rows;
  throw row && isSame(row.keyHash, named.keyHash) ? new Failure('removed_from_account') : error;
}
