import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { putAnswer } from './cache.ts';

const queryKey = ['order'];

test('an answer that was asked for before the change does not put the old state back', async () => {
  const queryClient = new QueryClient();
  const asked: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      asked.push(answer);
      return answer.promise;
    },
  });
  const stop = observer.subscribe(() => {});
  asked[0]?.resolve('verifying');
  await expect.poll(() => observer.getCurrentResult().data).toBe('verifying');

  void observer.refetch();
  putAnswer(queryClient, queryKey, 'signing');
  expect(queryClient.getQueryData(queryKey)).toBe('signing');
  asked[1]?.resolve('verifying');
  asked[2]?.resolve('signing');
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(queryClient.getQueryData(queryKey)).toBe('signing');
  expect(asked).toHaveLength(3);
  stop();
});

test('nothing is loaded again where nothing was', () => {
  const queryClient = new QueryClient();
  putAnswer(queryClient, queryKey, 'signing');
  expect(queryClient.isFetching()).toBe(0);
  expect(queryClient.getQueryData(queryKey)).toBe('signing');
});
