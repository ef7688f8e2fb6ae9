import { type AccountExport, type AccountImport, LINK_SECONDS } from '../../../contract/account-exports.ts';
import { API_BASE } from '../../../contract/api.ts';
import * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { hashKey, newKey } from '../../http/keys.ts';
import { type Api, type Call, presented } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import { type Actor, actorOf, originOf, recordAudit } from '../audit/record-audit.ts';
import { readRange } from '../media/byte-range.ts';
import { fileUrl, isUrlGood } from './file-url.ts';
import { ACCOUNT_IMPORTS, startImport } from './importing/start-import.ts';
import { findImport, type ImportRow, listImports, UPLOADING } from './importing/store.ts';
import { isEmpty } from './importing/write-records.ts';
import { readParts } from './parts.ts';
import { EXPORTS, startExport } from './start-export.ts';
import { type ExportRow, findExport, listExports, saveLink, takeLink } from './store.ts';

function accountImportRoutes(api: Api, deps: Deps): void {
  const requireImport = async (db: Db, accountId: string, id: string) => {
    const row = await findImport(db, accountId, id);
    if (row === undefined) throw new Failure('not_found');
    return presentImport(row);
  };

  api.raw(routes.startAccountImport, async ({ db, session, request, reply }) => {
    await deps.rateLimits.consume(ACCOUNT_IMPORTS, session.accountId);
    const id = await startImport(deps, session, request);
    const started = await requireImport(db, session.accountId, id);
    return reply.status(202).send(presented(routes.startAccountImport, started));
  });

  api.on(routes.listAccountImports, async ({ db, session: { accountId }, query: { cursor, limit } }) => {
    const [rows, canStart] = await Promise.all([
      listImports(db, accountId, { after: decodeCursor(cursor), limit: limit + 1 }),
      isEmpty(db, accountId),
    ]);
    const page = pageOf(rows, limit, (row) => encodeCursor({ at: row.createdAt, id: row.id }), presentImport);
    return { ...page, canStart };
  });

  api.on(routes.getAccountImport, ({ db, session, params }) =>
    requireImport(db, session.accountId, params.id),
  );
}

export function exportRoutes(api: Api, deps: Deps): void {
  accountImportRoutes(api, deps);
  const requireExport = async (db: Db, accountId: string, id: string) => {
    const row = await findExport(db, accountId, id);
    if (row === undefined) throw new Failure('not_found');
    return row;
  };

  api.on(routes.startAccountExport, async ({ db, session, request }) => {
    await deps.rateLimits.consume(EXPORTS, session.accountId);
    const id = await startExport(deps, session, actorOf(session, request));
    return present(deps, session.accountId, await requireExport(db, session.accountId, id));
  });

  api.on(routes.listAccountExports, async ({ db, session: { accountId }, query: { cursor, limit } }) => {
    const rows = await listExports(db, accountId, { after: decodeCursor(cursor), limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      (row) => present(deps, accountId, row),
    );
  });

  api.on(routes.getAccountExport, async ({ db, session: { accountId }, params }) =>
    present(deps, accountId, await requireExport(db, accountId, params.id)),
  );

  /** Also a part is in the log: everything but the first byte is as good as the whole. */
  const send = async (
    { request, reply, db }: Pick<Call<unknown>, 'request' | 'reply' | 'db'>,
    row: ExportRow,
    actor: Actor,
  ) => {
    const range = readRange(request.headers.range, row.bytes);
    reply.header('accept-ranges', 'bytes').header('cache-control', 'private, no-store');
    if (range === 'unsatisfiable')
      return reply.status(416).header('content-range', `bytes */${row.bytes}`).send();
    await inTransaction(db, (tx) =>
      recordAudit(tx, deps, actor, { action: 'account.exportDownloaded', subjectId: row.id }),
    );
    if (range !== null)
      reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${row.bytes}`);
    const { start, end } = range ?? { start: 0, end: row.bytes - 1 };
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="${nameOf(row)}"`)
      .header('content-length', end - start + 1)
      .send(readParts(deps, actor.accountId, row, { start, end }));
  };
  const requireFile = async (db: Db, accountId: string, id: string) => {
    const row = await requireExport(db, accountId, id);
    if (fileUrl(deps, accountId, row) === null) throw new Failure('not_found');
    return row;
  };

  api.raw(routes.downloadAccountExport, async (call) => {
    const { db, session, params, query, request } = call;
    const { accountId } = session;
    if (!isUrlGood(deps, accountId, { ...params, ...query })) throw new Failure('not_found');
    return send(call, await requireFile(db, accountId, params.id), actorOf(session, request));
  });

  api.on(routes.linkAccountExport, async ({ db, session: { accountId, userId }, params: { id } }) => {
    await requireFile(db, accountId, id);
    const secret = newKey();
    const until = new Date(deps.clock().getTime() + LINK_SECONDS * 1000);
    await saveLink(db, accountId, { id, hash: hashKey(secret), by: userId, until });
    return {
      url: `${deps.publicUrl}${API_BASE}/exports/${id}/saved?accountId=${accountId}&secret=${secret}`,
    };
  });

  api.raw(routes.downloadByLink, async (call) => {
    const { db, params, query, request } = call;
    const { accountId, secret } = query;
    const asked = { id: params.id, hash: hashKey(secret), now: deps.clock() };
    const person = await inTransaction(db, (tx) => takeLink(tx, accountId, asked));
    if (person === undefined) throw new Failure('not_found');
    const row = await requireFile(db, accountId, params.id);
    return send(call, row, { accountId, ...person, ...originOf(request) });
  });
}

const nameOf = ({ createdAt }: ExportRow) => `hiretext-export-${createdAt.toISOString().slice(0, 10)}.zip`;

function present(deps: Deps, accountId: string, row: ExportRow): AccountExport {
  return {
    id: row.id,
    status: row.status,
    progress: row.progress,
    withTexts: row.withTexts,
    bytes: row.status === 'done' ? row.bytes : null,
    url: fileUrl(deps, accountId, row),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    manifest: row.manifest,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function presentImport({ id, status, progress, reason, createdAt, finishedAt }: ImportRow): AccountImport {
  return {
    id,
    status,
    progress,
    reason: reason === UPLOADING ? null : reason,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
