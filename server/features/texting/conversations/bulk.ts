import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { publishConversations } from '../../../live/publish.ts';
import {
  archiveAll,
  type Before,
  type BulkChange,
  insertBulk,
  readAll,
  setUndone,
  takeBulk,
  unarchiveAll,
  unreadAll,
} from './bulk-store.ts';
import { lockConversations } from './lock.ts';
import { findSeen } from './seen.ts';
import { addTag, removeTag } from './tag-store.ts';

type Bulk = BodyOf<typeof routes.changeConversations>;

/** The same change of several conversations, all in one transaction. Those that the person may not see are left out. */
export async function changeConversations(
  db: Db,
  deps: Deps,
  session: Session,
  bulk: Bulk,
): Promise<{ changed: number; undoId: string }> {
  const { accountId } = session;
  const at = deps.clock();
  return inTransaction(db, async (tx) => {
    await lockConversations(tx, accountId, bulk.ids);
    const ids = [...(await findSeen(tx, session, bulk.ids, at)).keys()];
    const before = await write(tx, accountId, { ...bulk, ids }, at);
    const undoId = deps.newId();
    await insertBulk(tx, session, {
      id: undoId,
      action: bulk.action,
      tag: bulk.tag ?? null,
      before,
      at,
    });
    await publishConversations(
      tx,
      accountId,
      before.map(({ id }) => id),
    );
    return { changed: before.length, undoId };
  });
}

async function write(tx: Tx, accountId: string, { action, ids, tag }: Bulk, at: Date): Promise<Before[]> {
  switch (action) {
    case 'archive':
      return archiveAll(tx, accountId, ids, at);
    case 'read':
      return readAll(tx, accountId, ids);
    case 'tag':
      return (await addTag(tx, accountId, ids, tag ?? '')).map((id) => ({ id }));
  }
}

/** Restores what the bulk replaced, except in conversations that have changed again since. */
export async function undoBulk(
  db: Db,
  deps: Deps,
  session: Session,
  undoId: string,
): Promise<{ changed: number }> {
  const { accountId } = session;
  const now = deps.clock();
  return inTransaction(db, async (tx) => {
    const bulk = await takeBulk(tx, session, { id: undoId, now });
    if (bulk === undefined) throw new Failure('not_found');
    if (bulk.undoneAt !== null) return { changed: 0 };
    await lockConversations(
      tx,
      accountId,
      bulk.before.map(({ id }) => id),
    );
    const restored = await restore(tx, accountId, bulk);
    await setUndone(tx, accountId, { id: undoId, at: now });
    await publishConversations(tx, accountId, restored);
    return { changed: restored.length };
  });
}

function restore(tx: Tx, accountId: string, { action, before, tag, at }: BulkChange): Promise<string[]> {
  const ids = before.map(({ id }) => id);
  switch (action) {
    case 'archive':
      return unarchiveAll(tx, accountId, ids, at);
    case 'read':
      return unreadAll(tx, accountId, before);
    case 'tag':
      return removeTag(tx, accountId, ids, tag ?? '');
  }
}
