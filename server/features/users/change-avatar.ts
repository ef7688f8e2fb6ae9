import { MAX_AVATAR_BYTES } from '../../../contract/users.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { enqueueRemoval } from '../media/remove-media.ts';
import { mediaKey } from '../media/urls.ts';
import { drawAvatar } from './draw-avatar.ts';
import { setAvatar } from './store.ts';

/** Drawing keeps a processor busy. */
const avatarByUser: Limit = { name: 'avatar', points: 30, seconds: 3600 };

interface Owner {
  accountId: string;
  userId: string;
}

export async function changeAvatar(deps: Deps, owner: Owner, bytes: Buffer): Promise<void> {
  if (bytes.length > MAX_AVATAR_BYTES) throw new Failure('too_large');
  await deps.rateLimits.consume(avatarByUser, owner.userId);
  const drawn = await drawAvatar(bytes);
  const avatarId = deps.newId();
  // The bytes first: a picture that nothing shows harms less than an address with nothing behind it.
  await deps.mediaStore.put(mediaKey(owner.accountId, avatarId), drawn);
  await replaceAvatar(deps.db, owner, avatarId);
}

/** The earlier picture is removed, wherever it is kept. */
export async function replaceAvatar(db: Db, owner: Owner, avatarId: string | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await setAvatar(tx, owner.accountId, owner.userId, avatarId);
    if (before !== null) await enqueueRemoval(tx, [mediaKey(owner.accountId, before)]);
  });
}
