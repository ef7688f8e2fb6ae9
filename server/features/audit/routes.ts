import { Readable } from 'node:stream';
import { AuditAction, type AuditEvent } from '../../../contract/audit.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/csv.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { type Cursor, decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import { formatPhone } from '../../phone.ts';
import { actorOf, recordAudit } from './record-audit.ts';
import { type AuditQuery, listAuditEvents } from './store.ts';

type Row = Awaited<ReturnType<typeof listAuditEvents>>[number];

const cursorOf = (row: Row): Cursor => ({ at: row.createdAt, id: row.id });

export function auditRoutes(api: Api, deps: Pick<Deps, 'newId' | 'clock' | 'replicas'>): void {
  api.read(routes.listAuditEvents, async ({ db, session, query }) => {
    const rows = await listAuditEvents(db, session.accountId, query, {
      from: decodeCursor(query.cursor),
      limit: query.limit + 1,
    });
    return pageOf(rows, query.limit, (row) => encodeCursor(cursorOf(row)), present);
  });

  api.raw(routes.exportAuditEvents, async ({ db, session, query, request, reply }) => {
    await inTransaction(db, (tx) =>
      recordAudit(tx, deps, actorOf(session, request), { action: 'auditLog.exported' }),
    );
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .send(Readable.from(lines(deps, session.accountId, query)));
  });
}

function subjectOf({ subject, firstName, lastName, phoneNumber }: Row): string | null {
  if (subject !== null || phoneNumber === null) return subject;
  return candidateName({
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    phoneNumberFormatted: formatPhone(phoneNumber),
  });
}

function present(row: Row): AuditEvent {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    actor: { id: row.actorId, name: row.actorName },
    action: AuditAction.parse(row.action),
    subjectId: row.subjectId,
    subject: subjectOf(row),
    details: row.details,
    ip: row.ip,
    userAgent: row.userAgent,
  };
}

function lineOf(row: Row): string {
  return csvLine([
    row.createdAt.toISOString(),
    row.actorName,
    row.action,
    subjectOf(row) ?? '',
    JSON.stringify(row.details),
    row.ip ?? '',
    row.userAgent ?? '',
  ]);
}

const EXPORTED_AT_ONCE = 1000;

/** Read piece by piece, as fast as the client takes it: a log of years is never in memory. */
async function* lines(
  { replicas }: Pick<Deps, 'replicas'>,
  accountId: string,
  query: AuditQuery,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(['createdAt', 'actor', 'action', 'subject', 'details', 'ip', 'userAgent']);
  let from: Cursor | null = null;
  for (;;) {
    const page = { from, limit: EXPORTED_AT_ONCE };
    const rows: Row[] = await replicas.read((db) => listAuditEvents(db, accountId, query, page));
    // One piece for all of them: a line each would be as many writes.
    yield rows.map(lineOf).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORTED_AT_ONCE) return;
    from = cursorOf(last);
  }
}
