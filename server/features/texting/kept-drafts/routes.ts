import type { KeptDraft } from '../../../../contract/kept-drafts.ts';
import * as routes from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Api } from '../../../http/mount.ts';
import { publish } from '../../../live/publish.ts';
import { findUploads } from '../../media/store.ts';
import { presentMedia } from '../conversations/present.ts';
import { requireConversation } from '../conversations/seen.ts';
import { findKeptDraft, type KeptDraftRow, listKeptDrafts, putKeptDraft } from './store.ts';

export function keptDraftRoutes(api: Api, deps: Deps): void {
  api.on(routes.listKeptDrafts, ({ db, session }) => listKeptDrafts(db, session));

  api.on(routes.getKeptDraft, async ({ db, session, params }) => {
    await requireConversation(db, session, params.id, deps.clock());
    return present(db, deps, session, await findKeptDraft(db, { ...session, conversationId: params.id }));
  });

  api.on(routes.saveKeptDraft, async ({ db, session, params, body }) => {
    const { accountId, userId } = session;
    await requireConversation(db, session, params.id, deps.clock());
    const place = { accountId, userId, conversationId: params.id };
    const media = await findUploads(db, accountId, { mediaIds: body.mediaIds, uploadedBy: userId });
    const own = new Set(media.map(({ id }) => id));
    const kept = await inTransaction(db, async (tx) => {
      const row = await putKeptDraft(tx, place, {
        id: deps.newId(),
        body: body.body,
        mediaIds: [...new Set(body.mediaIds)].filter((id) => own.has(id)),
        baseVersion: body.baseVersion,
        at: deps.clock(),
      });
      if (row) await publish(tx, [{ accountId, kind: 'keptDraft.updated', subjectId: row.id }]);
      return row;
    });
    if (kept) return present(db, deps, session, kept);
    const current = await present(db, deps, session, await findKeptDraft(db, place));
    throw new Failure('draft_changed', { current });
  });
}

/** Attachments that were sent since, or are gone, are left out. */
async function present(
  db: Db,
  deps: Deps,
  { accountId, userId }: { accountId: string; userId: string },
  row: KeptDraftRow | undefined,
): Promise<KeptDraft> {
  if (row === undefined) return { body: '', mediaIds: [], media: [], version: 0, updatedAt: null };
  const found = await findUploads(db, accountId, { mediaIds: row.mediaIds, uploadedBy: userId });
  const byId = new Map(presentMedia(deps, accountId, found).map((item) => [item.id, item]));
  const media = row.mediaIds.flatMap((id) => byId.get(id) ?? []);
  return {
    body: row.body,
    mediaIds: media.map(({ id }) => id),
    media,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  };
}
