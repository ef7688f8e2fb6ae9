import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/connection.ts';
import { Failure } from '../failure.ts';
import { readAppToken } from '../http/app-token.ts';
import { readKey } from '../http/key-token.ts';
import type { ReadSession } from '../http/session.ts';
import { readAuthorization } from '../http/session-token.ts';
import type { Cells } from './cells.ts';
import { isHere } from './leads.ts';
import { Lead } from './questions.ts';

const UNKNOWN = ['session_ended', 'key_invalid', 'token_invalid'];

/** Who comes with a session, a key or a token of another cell learns its address. They show that they hold it, so no one else does. */
export function readingElsewhere(readSession: ReadSession, deps: { cells: Cells; db: Db }): ReadSession {
  return async (request, options) => {
    try {
      return await readSession(request, options);
    } catch (error) {
      if (error instanceof Failure && UNKNOWN.includes(error.code)) await refuseElsewhere(deps, request);
      throw error;
    }
  };
}

async function refuseElsewhere(
  { cells, db }: { cells: Cells; db: Db },
  request: FastifyRequest,
): Promise<void> {
  const lead = leadIn(request);
  if (lead === null) return;
  const here: Lead = lead.kind === 'session' ? { kind: 'account', accountId: lead.accountId } : lead;
  if (await isHere(db, here)) return;
  const cell = await cells.find(lead);
  if (cell === null) return;
  throw new Failure(lead.kind === 'session' ? 'account_elsewhere' : 'key_elsewhere', { address: cell.url });
}

/** Null for nothing, and for what only looks like an ID. */
function leadIn(request: FastifyRequest): Lead | null {
  const key = readKey(request);
  const hash = readAppToken(request);
  return (
    Lead.safeParse({ kind: 'session', ...readAuthorization(request) }).data ??
    Lead.safeParse({ kind: 'key', ...(key === 'wrong' ? null : key) }).data ??
    Lead.safeParse({ kind: 'token', hash }).data ??
    null
  );
}
