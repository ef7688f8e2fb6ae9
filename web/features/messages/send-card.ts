import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putMessage } from './message-cache.ts';

/** Texts the person's contact card; with one key only once. */
export const sendCard = (conversationId: string, idempotencyKey: string): Promise<Message> =>
  call(routes.sendContactCard, { params: { id: conversationId }, idempotencyKey });

export const keepSentCard = (queryClient: QueryClient, card: Message): void =>
  putMessage(queryClient, card, 'reply');
