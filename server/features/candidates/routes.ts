import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { requireScope } from '../../http/access.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import { actorOf, recordAudit } from '../audit/record-audit.ts';
import { requireVisible } from '../hiring/records/hidden.ts';
import { changeLegalHold } from './change-legal-hold.ts';
import { deleteCandidate, previewDeletion } from './delete-candidate.ts';
import { listDeleted } from './deleted-store.ts';
import { listCandidateIds, listTags, onlyIn } from './list-store.ts';
import { presentListed, presentOne } from './load-candidates.ts';
import { presentDeleted } from './present.ts';
import { restoreCandidate } from './restore-candidate.ts';
import { restorableSince } from './rules.ts';
import { changeCandidate, createCandidate } from './save-candidate.ts';
import { searchCandidates } from './search/search-candidates.ts';
import { findCandidatesByIds } from './store.ts';
import { tellThreads } from './tell-threads.ts';

export function candidateRoutes(api: Api, deps: Deps): void {
  readingRoutes(api, deps);
  deletionRoutes(api, deps);

  api.once(routes.createCandidate, ({ session, body, once }) =>
    once(async (tx) => {
      if (body.consent) requireScope(session, 'consent:write');
      const id = await createCandidate(tx, session, body, deps);
      return presentOne(tx, deps, session, id);
    }),
  );

  api.on(routes.updateCandidate, async ({ db, session, params, body, request }) => {
    await requireVisible(db, session, params.id);
    const { legalHold, ...fields } = body;
    await inTransaction(db, async (tx) => {
      const actor = actorOf(session, request);
      const changed = await changeCandidate(tx, deps, session, params.id, fields);
      if (legalHold !== undefined)
        await changeLegalHold(tx, deps, session, { id: params.id, legalHold, actor });
      // Which fields, not their values: a deleted candidate must leave nothing behind.
      if (changed.length > 0)
        await recordAudit(tx, deps, actor, {
          action: 'candidate.changed',
          subjectId: params.id,
          details: { fields: changed.join(', ') },
        });
      // A new name shows in every thread at once.
      await tellThreads(tx, session.accountId, params.id);
    });
    return presentOne(db, deps, session, params.id);
  });
}

function readingRoutes(api: Api, deps: Deps): void {
  api.on(routes.listCandidates, async ({ db, session, query }) => {
    const { search, sort, cursor, limit, ...filter } = query;
    const asked = { filter, now: deps.clock() };
    const found = search
      ? await searchCandidates(db, session.accountId, search, {
          cursor,
          limit,
          only: onlyIn(session, asked),
          hint: filter.tag,
        })
      : await listCandidateIds(db, session, { ...asked, sort, cursor, limit });
    const byId = new Map(
      (await findCandidatesByIds(db, session.accountId, found.ids)).map((row) => [row.id, row]),
    );
    const rows = found.ids.flatMap((id) => byId.get(id) ?? []);
    return { items: await presentListed(db, deps, session, rows), nextCursor: found.nextCursor };
  });

  api.on(routes.listCandidateTags, ({ db, session }) => listTags(db, session));

  api.on(routes.getCandidate, async ({ db, session, params }) => {
    await requireVisible(db, session, params.id);
    return presentOne(db, deps, session, params.id);
  });
}

function deletionRoutes(api: Api, deps: Deps): void {
  api.on(routes.getCandidateDeletionPreview, async ({ db, session, params }) => {
    await requireVisible(db, session, params.id);
    return previewDeletion(db, deps, session, params.id);
  });

  api.on(routes.deleteCandidate, async ({ db, session, params, query, request }) => {
    await requireVisible(db, session, params.id);
    await deleteCandidate(db, deps, session, { ...params, ...query, actor: actorOf(session, request) });
    return { status: 'ok' as const };
  });

  api.on(routes.listDeletedCandidates, async ({ db, session, query }) => {
    const rows = await listDeleted(db, session.accountId, {
      since: restorableSince(deps.clock()),
      after: decodeCursor(query.cursor),
      limit: query.limit,
    });
    return pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.deletedAt, id: row.id }),
      presentDeleted,
    );
  });

  api.on(routes.restoreCandidate, async ({ db, session, params, request }) => {
    await restoreCandidate(db, deps, actorOf(session, request), params.id);
    return presentOne(db, deps, session, params.id);
  });
}
