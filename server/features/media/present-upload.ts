import type { Media } from '../../../contract/media.ts';
import type { Deps } from '../../deps.ts';
import type { MediaRow } from './store.ts';
import { mediaUrl } from './urls.ts';

/** An attachment of what is kept to be sent. */
export const presentUpload = (
  deps: Pick<Deps, 'signer' | 'publicUrl' | 'clock'>,
  accountId: string,
  { id, contentType, bytes }: Pick<MediaRow, 'id' | 'contentType' | 'bytes'>,
): Media => ({ id, contentType, bytes: bytes ?? 0, url: mediaUrl(deps, accountId, id) });
