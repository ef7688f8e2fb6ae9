import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '../../../contract/audit.ts';
import { personName } from '../../../contract/person-name.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { insertAuditEvents } from './store.ts';

/** Who does something, and from where. */
export interface Actor {
  accountId: string;
  userId: string;
  firstName: string;
  lastName: string;
  ip: string | null;
  userAgent: string | null;
}

export interface Done {
  action: AuditAction;
  /** The person or seat that it was done to. */
  subjectId?: string | null;
  /** What to call it. */
  subject?: string | null;
  /** Never a secret. What is undefined is left out. */
  details?: Record<string, string | number | boolean | null | undefined>;
}

const MOST_OF_A_NAME = 500;
/** How a server that listens on both kinds of addresses writes an IPv4 one (RFC 4291, 2.5.5.2). */
const MAPPED = /^::ffff:(?=\d+\.)/i;

export function actorOf(session: Session, request: Pick<FastifyRequest, 'ip' | 'headers'>): Actor {
  const { accountId, userId, firstName, lastName } = session;
  return { accountId, userId, firstName, lastName, ...originOf(request) };
}

/** Where a request came from. */
export function originOf(request: Pick<FastifyRequest, 'ip' | 'headers'>): Pick<Actor, 'ip' | 'userAgent'> {
  return {
    ip: request.ip.replace(MAPPED, ''),
    userAgent: request.headers['user-agent']?.slice(0, MOST_OF_A_NAME) ?? null,
  };
}

/** In the transaction of the action itself: what did not happen is not in the log, and what happened always is. */
export function recordAudit(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  actor: Actor,
  ...done: Done[]
): Promise<void> {
  return insertAuditEvents(
    tx,
    done.map((event) => ({
      accountId: actor.accountId,
      id: deps.newId(),
      actorId: actor.userId,
      actorName: personName(actor),
      action: event.action,
      subjectId: event.subjectId ?? null,
      subject: event.subject ?? null,
      details: event.details ?? {},
      ip: actor.ip,
      userAgent: actor.userAgent,
      createdAt: deps.clock(),
    })),
  );
}
