import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from '../lib/api/query-client.ts';
import { LoaderOverlay } from './loader-overlay.tsx';

afterEach(cleanup);

test('names the latest of several things it waits for, with three dots, until there are none', async () => {
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <LoaderOverlay />
    </QueryClientProvider>,
  );
  const start = (loader?: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const mutation = queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => promise, ...(loader ? { meta: { loader } } : {}) });
    const done = mutation.execute(undefined);
    return async () => {
      resolve();
      await done;
    };
  };
  const says = (text: string | undefined) =>
    waitFor(() => expect(screen.queryByText(/\.\.\.$/)?.textContent).toBe(text));

  let quiet = async () => {};
  await act(async () => {
    quiet = start();
  });
  await says(undefined);
  let first = quiet;
  let second = quiet;
  await act(async () => {
    first = start('Changing your plan');
  });
  await says('Changing your plan...');
  await act(async () => {
    second = start('Getting your number');
  });
  await says('Getting your number...');
  await act(() => second());
  await says('Changing your plan...');
  await act(() => first());
  await says(undefined);
  await act(() => quiet());
});
