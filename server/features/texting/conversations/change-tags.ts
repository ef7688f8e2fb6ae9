import { MOST_TAGS_EACH } from '../../../../contract/primitives.ts';
import { type Db, inTransaction } from '../../../db/connection.ts';
import { Failure } from '../../../failure.ts';
import { publishConversations } from '../../../live/publish.ts';
import { lockConversations } from './lock.ts';
import { findConversation } from './store.ts';
import { addTag, removeTag } from './tag-store.ts';

/** Adds and removes tags of one conversation, whatever someone else does to its others at the same time. */
export async function changeTags(
  db: Db,
  accountId: string,
  id: string,
  { add, remove }: { add: string[]; remove: string[] },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockConversations(tx, accountId, [id]);
    const changed: string[] = [];
    for (const tag of remove) changed.push(...(await removeTag(tx, accountId, [id], tag)));
    for (const tag of add) {
      const added = await addTag(tx, accountId, [id], tag);
      if (added.length === 0 && (await isFull(tx, accountId, id, tag))) throw new Failure('too_many_tags');
      changed.push(...added);
    }
    if (changed.length > 0) await publishConversations(tx, accountId, [id]);
  });
}

/** It was not added, though it isn't there. */
async function isFull(db: Db, accountId: string, id: string, tag: string): Promise<boolean> {
  const { tags = [] } = (await findConversation(db, accountId, id)) ?? {};
  return tags.length >= MOST_TAGS_EACH && !tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}
