import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { forgetUndo } from '../../ui/undo-notice.tsx';
import { giveBack } from './composer/writing.ts';
import { putMessage } from './message-cache.ts';

/** Cancels a text that hasn't gone out yet; its words come back to where they were written. */
export async function takeBackText(
  queryClient: QueryClient,
  userId: string,
  message: Message,
): Promise<void> {
  forgetUndo(message.id);
  const canceled = await call(routes.cancelMessage, { params: { id: message.id } });
  putMessage(queryClient, canceled, 'event');
  giveBack(userId, message);
}
