import { attachableTypes, MAX_MEDIA_BYTES, type Media } from '../../../contract/media.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { contentTypeOf } from './content-type.ts';
import { insertUpload } from './store.ts';
import { mediaKey, mediaUrl } from './urls.ts';

export async function upload(
  deps: Deps,
  who: { accountId: string; userId: string },
  file: { bytes: Buffer; claimedType: string },
): Promise<Media> {
  if (file.bytes.length > MAX_MEDIA_BYTES) throw new Failure('too_large');
  const contentType = await contentTypeOf(file.bytes, file.claimedType);
  if (contentType === null || !(attachableTypes as readonly string[]).includes(contentType))
    throw new Failure('unsupported_media_type');
  const id = deps.newId();
  // The bytes first: a row without its picture would be a broken text; a picture without a row is only swept away.
  await deps.mediaStore.put(mediaKey(who.accountId, id), file.bytes);
  const bytes = file.bytes.length;
  await insertUpload(deps.db, { accountId: who.accountId, id, contentType, bytes, uploadedBy: who.userId });
  return { id, contentType, bytes, url: mediaUrl(deps, who.accountId, id) };
}
