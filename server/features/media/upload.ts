import { buffer } from 'node:stream/consumers';
import { attachableTypes, MAX_MEDIA_BYTES, type Media } from '../../../contract/media.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { contentTypeOf } from './content-type.ts';
import { removeUpload } from './remove-media.ts';
import { insertUpload, lockUploadsMade } from './store.ts';
import { mediaKey, mediaUrl } from './urls.ts';

/** More than anyone attaches to the texts they are writing. */
const MOST_UNSENT = 20;
/** In a day: fifty pictures of the largest size, and eight people who do that. */
const BYTES_OF_PERSON = 250_000_000;
const BYTES_OF_ACCOUNT = 2_000_000_000;

function requireRoom(made: Awaited<ReturnType<typeof lockUploadsMade>>, bytes: number): void {
  if (made.unsent >= MOST_UNSENT) throw new Failure('pictures_unsent');
  if (made.bytesOfPerson + bytes > BYTES_OF_PERSON || made.bytesOfAccount + bytes > BYTES_OF_ACCOUNT)
    throw new Failure('uploads_used_up');
}

export async function upload(
  deps: Deps,
  who: { accountId: string; userId: string },
  file: { bytes: Buffer; claimedType: string },
): Promise<Media> {
  if (file.bytes.length > MAX_MEDIA_BYTES) throw new Failure('too_large');
  const contentType = await contentTypeOf(file.bytes, file.claimedType);
  if (contentType === null || !(attachableTypes as readonly string[]).includes(contentType))
    throw new Failure('unsupported_media_type');
  return keepUpload(deps, who, { content: file.bytes, contentType });
}

/** For another text: the copies are the person's own, wherever the originals are. */
export async function copyUploads(
  deps: Deps,
  who: { accountId: string; userId: string },
  originals: { id: string; contentType: string }[],
): Promise<Media[]> {
  const copies: Media[] = [];
  for (const { id, contentType } of originals) {
    const original = await deps.mediaStore.get(mediaKey(who.accountId, id));
    if (original === null) continue;
    copies.push(await keepUpload(deps, who, { content: await buffer(original.stream), contentType }));
  }
  return copies;
}

/** What is a person's own until it's in a text. */
export async function keepUpload(
  deps: Deps,
  who: { accountId: string; userId: string },
  { content, contentType }: { content: Buffer; contentType: string },
): Promise<Media> {
  const id = deps.newId();
  const bytes = content.length;
  // The row first, so that the sweep finds every file. No one can put it in a text before they get its ID.
  await inTransaction(deps.db, async (tx) => {
    requireRoom(await lockUploadsMade(tx, who.accountId, who.userId), bytes);
    await insertUpload(tx, { accountId: who.accountId, id, contentType, bytes, uploadedBy: who.userId });
  });
  try {
    await deps.mediaStore.put(mediaKey(who.accountId, id), content);
  } catch (error) {
    await removeUpload(deps.db, who.accountId, id);
    throw error;
  }
  return { id, contentType, bytes, url: mediaUrl(deps, who.accountId, id) };
}
