import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Message } from '../../../contract/messages.ts';
import { makeMessage } from '../../testing/make.ts';
import { messagesQuery, putMessage, threadOf } from './message-cache.ts';

const at = (minute: number) =>
  makeMessage({
    conversationId: 'thread',
    body: String(minute),
    createdAt: `2026-11-20T15:${minute}:00.000Z`,
  });

/** Which texts the thread shows after one is heard of, two pages of it being loaded. */
function bodiesAfter(heard: Message, nextCursor: string | null): string[] {
  const queryClient = new QueryClient();
  const { queryKey } = messagesQuery('thread');
  queryClient.setQueryData(queryKey, {
    pageParams: [undefined, 'older'],
    pages: [
      { items: [at(50), at(40)], nextCursor: 'older' },
      { items: [at(30), at(20)], nextCursor },
    ],
  });
  putMessage(queryClient, heard, 'event');
  return threadOf(queryClient.getQueryData(queryKey)).map(({ body }) => body);
}

test('a new text comes last', () => {
  expect(bodiesAfter(at(55), 'oldest')).toEqual(['20', '30', '40', '50', '55']);
});

test('what is heard of an old text stands at its time, or waits for its page', () => {
  expect(bodiesAfter(at(25), 'oldest')).toEqual(['20', '25', '30', '40', '50']);
  expect(bodiesAfter(at(15), 'oldest')).toEqual(['20', '30', '40', '50']);
  expect(bodiesAfter(at(15), null)).toEqual(['15', '20', '30', '40', '50']);
});
