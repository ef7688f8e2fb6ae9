import * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { type Api, presented } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { actorOf } from '../audit/record-audit.ts';
import { presentImport } from './present.ts';
import { previewImport } from './preview.ts';
import { refusedFile } from './refused/refused-file.ts';
import { startUndo } from './saving/undo-import.ts';
import { IMPORTS, PREVIEWS, startImport } from './start-import.ts';
import { findListed, listImports } from './store.ts';
import { readUpload } from './upload.ts';

export function importRoutes(api: Api, deps: Deps): void {
  const requireListed = async (db: Db, { accountId }: Session, id: string) => {
    const row = await findListed(db, accountId, id);
    if (row === undefined) throw new Failure('not_found');
    return row;
  };
  const presentOne = async (db: Db, session: Session, id: string) =>
    presentImport(await requireListed(db, session, id), session, deps.clock());

  api.raw(routes.previewImport, async ({ db, session, request, reply }) => {
    await deps.rateLimits.consume(PREVIEWS, session.userId);
    const preview = await previewImport(db, session.accountId, await readUpload(request));
    return reply.send(presented(routes.previewImport, preview));
  });

  api.raw(routes.startImport, async ({ db, session, request, reply }) => {
    await deps.rateLimits.consume(IMPORTS, session.accountId);
    const upload = await readUpload(request);
    const id = await startImport(deps, session, actorOf(session, request), upload);
    return reply.status(202).send(presented(routes.startImport, await presentOne(db, session, id)));
  });

  api.on(routes.listImports, async ({ db, session, query }) => {
    const rows = await listImports(db, session.accountId, {
      after: decodeCursor(query.cursor),
      limit: query.limit + 1,
    });
    return pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      (row) => presentImport(row, session, deps.clock()),
    );
  });

  api.on(routes.getImport, ({ db, session, params }) => presentOne(db, session, params.id));

  api.raw(routes.getRefusedRows, async ({ db, session, params, reply }) => {
    const row = await requireListed(db, session, params.id);
    if (!presentImport(row, session, deps.clock()).can.downloadRefused) throw new Failure('not_found');
    const { fileName, contentType, content } = refusedFile(db, session.accountId, row);
    return reply
      .header('content-type', contentType)
      .header(
        'content-disposition',
        `attachment; filename="refused"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      )
      .send(content);
  });

  api.on(routes.undoImport, async ({ db, session, params, request }) => {
    await startUndo(deps, session, actorOf(session, request), params.id);
    return presentOne(db, session, params.id);
  });
}
