import type { Message } from '../../../../contract/messages.ts';
import { sameOrigin } from '../../../lib/api/api.ts';

/** Which picture of which text. */
export interface ShownPicture {
  mediaId: string;
  url: string;
  message: Pick<Message, 'id' | 'conversationId' | 'createdAt' | 'direction' | 'sender'>;
}

/** Those that can be shown. */
export function picturesOf(message: Message): ShownPicture[] {
  return message.media.flatMap(({ id, contentType, status, url }) =>
    url && status === 'stored' && contentType.startsWith('image/')
      ? [{ mediaId: id, url: sameOrigin(url), message }]
      : [],
  );
}
