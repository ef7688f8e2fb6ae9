import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { SimulatedMessage } from '../../../../contract/simulator.ts';
import { messagesQuery } from '../simulator-api.ts';
import { putMessage } from './use-live-phones.ts';

const message: SimulatedMessage = {
  id: 'SM1',
  from: '+14155550100',
  to: '+12125550142',
  body: 'Are you free on Thursday?',
  mediaUrls: [],
  direction: 'toCandidate',
  status: 'delivered',
  createdAt: '2026-11-21T15:00:00.000Z',
};

test('a text that arrives while the thread is loaded is in it, though the answer lacks it', async () => {
  const queryClient = new QueryClient();
  const thread = Promise.withResolvers<SimulatedMessage[]>();
  const { queryKey } = messagesQuery(message.to);
  const loaded = queryClient.fetchQuery({ queryKey, queryFn: () => thread.promise });
  putMessage(queryClient, message);
  thread.resolve([]);
  await loaded;
  await expect.poll(() => queryClient.getQueryData(queryKey)).toEqual([message]);
});
