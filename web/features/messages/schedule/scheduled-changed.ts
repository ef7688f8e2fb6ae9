import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { putMessage } from '../message-cache.ts';

/** Into its thread, and out of or into the list of what is scheduled. */
export function scheduledChanged(queryClient: QueryClient, message: Message): void {
  putMessage(queryClient, message, 'reply');
  void loadAgain(queryClient, routes.listScheduledMessages);
}
