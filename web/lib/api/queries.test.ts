import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueries } from './queries.ts';

test('one client, made when it is first needed', async () => {
  let made = 0;
  const queries = createQueries(async () => {
    made += 1;
    return new QueryClient();
  });
  queries.clear();
  expect(made).toBe(0);
  expect(() => queries.loaded()).toThrow();
  const [first, second] = await Promise.all([queries.load(), queries.load()]);
  expect(made).toBe(1);
  expect(second).toBe(first);
  expect(queries.loaded()).toBe(first);
  first.setQueryData(['who'], 'Dana');
  queries.clear();
  expect(first.getQueryData(['who'])).toBeUndefined();
});

test('what could not be loaded is loaded at the next try', async () => {
  let online = false;
  const queries = createQueries(async () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module');
    return new QueryClient();
  });
  await expect(queries.load()).rejects.toThrow('dynamically');
  online = true;
  expect(await queries.load()).toBeInstanceOf(QueryClient);
});
