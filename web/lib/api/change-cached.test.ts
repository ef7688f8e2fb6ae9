import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { changeCached } from './cache.ts';

const key = ['numbers', { filter: 'all' }] as const;

/** A query whose fetches are answered by hand. */
function open() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: PromiseWithResolvers<string[]>[] = [];
  const fetch = () =>
    queryClient.fetchQuery({
      queryKey: key,
      staleTime: 0,
      queryFn: () => {
        const answer = Promise.withResolvers<string[]>();
        answers.push(answer);
        return answer.promise;
      },
    });
  const hear = (item: string) =>
    changeCached<string[]>(queryClient, ['numbers'], (data) =>
      data.includes(item) ? data : [...data, item],
    );
  return { queryClient, answers, fetch, hear, data: () => queryClient.getQueryData<string[]>(key) };
}

describe('what is heard', () => {
  test('is worked into what is cached', async () => {
    const { answers, fetch, hear, data } = open();
    const fetched = fetch();
    answers[0]?.resolve(['a']);
    await fetched;
    hear('b');
    expect(data()).toEqual(['a', 'b']);
  });

  test('is not undone by an answer that was asked for earlier', async () => {
    const { answers, fetch, hear, data } = open();
    const first = fetch();
    answers[0]?.resolve(['a']);
    await first;
    const second = fetch();
    hear('b');
    expect(data()).toEqual(['a', 'b']);
    answers[1]?.resolve(['a']);
    await second;
    expect(data()).toEqual(['a', 'b']);
  });

  test('during the first load is not lost', async () => {
    const { answers, fetch, hear, data } = open();
    const fetched = fetch();
    hear('b');
    expect(data()).toBeUndefined();
    answers[0]?.resolve(['a']);
    await fetched;
    await Promise.resolve();
    expect(data()).toEqual(['a', 'b']);
  });

  test('while a load fails waits for the next', async () => {
    const { answers, fetch, hear, data } = open();
    const fetched = fetch();
    hear('b');
    answers[0]?.reject(new Error('no network'));
    await expect(fetched).rejects.toThrow('no network');
    expect(data()).toBeUndefined();
  });
});
