import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { publishConversations } from '../../../live/publish.ts';
import { assignThreadsTo, holdTeam } from './assign.ts';
import { giveBack } from './bulk-assign.ts';
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
    if (bulk.action === 'assign') await holdTeam(tx, accountId);
    await lockConversations(tx, accountId, bulk.ids);
    const ids = [...(await findSeen(tx, session, bulk.ids, at)).keys()];
    const before = await write(tx, deps, session, { ...bulk, ids }, at);
    const undoId = deps.newId();
    await insertBulk(tx, session, {
      id: undoId,
      action: bulk.action,
      tag: bulk.tag ?? null,
      assigneeId: bulk.userId ?? null,
      before,
      at,
    });
    if (bulk.action !== 'assign')
      await publishConversations(
        tx,
        accountId,
        before.map(({ id }) => id),
      );
    return { changed: before.length, undoId };
  });
}

async function write(
  tx: Tx,
  deps: Deps,
  session: Session,
  { action, ids, tag, userId = null }: Bulk,
  at: Date,
): Promise<Before[]> {
  const { accountId } = session;
  switch (action) {
    case 'archive':
      return archiveAll(tx, accountId, ids, at);
    case 'read':
      return readAll(tx, accountId, ids);
    case 'tag':
      return (await addTag(tx, accountId, ids, tag ?? '')).map((id) => ({ id }));
    case 'assign':
      return (await assignThreadsTo(tx, deps, session, { ids, userId, at })).map(({ id, before }) => ({
        id,
        assigneeId: before,
      }));
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
    if (bulk.action === 'assign') await holdTeam(tx, accountId);
    await lockConversations(
      tx,
      accountId,
      bulk.before.map(({ id }) => id),
    );
    const restored = await restore(tx, deps, session, bulk);
    await setUndone(tx, accountId, { id: undoId, at: now });
    if (bulk.action !== 'assign') await publishConversations(tx, accountId, restored);
    return { changed: restored.length };
  });
}

function restore(tx: Tx, deps: Deps, session: Session, bulk: BulkChange): Promise<string[]> {
  const { accountId } = session;
  const { action, before, tag, at } = bulk;
  const ids = before.map(({ id }) => id);
  switch (action) {
    case 'archive':
      return unarchiveAll(tx, accountId, ids, at);
    case 'read':
      return unreadAll(tx, accountId, before);
    case 'tag':
      return removeTag(tx, accountId, ids, tag ?? '');
    case 'assign':
      return giveBack(tx, deps, session, bulk);
  }
}
