import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, test, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { createQueryClient } from '../api/query-client.ts';
import { accountQuery, userQuery } from './me.ts';
import { startSession } from './session.ts';
import { useMe } from './use-me.ts';

test('what was there keeps what it knew, and what comes while no one is known waits', async () => {
  const api = createFakeApi();
  vi.stubGlobal('fetch', api.handle);
  startSession({ id_token: 'test-token', expires_in: 3600 });
  const queryClient = createQueryClient();
  queryClient.setQueryData(userQuery().queryKey, makeUser({ firstName: 'Ana' }));
  queryClient.setQueryData(accountQuery().queryKey, makeAccount());
  const answer = Promise.withResolvers<void>();
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getUser, async () => {
    await answer.promise;
    return makeUser({ firstName: 'Robin' });
  });
  const Name = ({ place }: { place: string }) => <p>{`${place}: ${useMe().user.firstName}`}</p>;
  let show = () => {};
  function Both() {
    const [isNewThere, setNewThere] = useState(false);
    show = () => setNewThere(true);
    return (
      <>
        <Name place="old" />
        <Suspense fallback="waits">{isNewThere && <Name place="new" />}</Suspense>
      </>
    );
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Both />
    </QueryClientProvider>,
  );
  expect(screen.getByText('old: Ana')).toBeTruthy();
  await act(async () => {
    queryClient.clear();
    show();
  });
  expect(screen.getByText('old: Ana')).toBeTruthy();
  expect(screen.getByText('waits')).toBeTruthy();
  await act(async () => answer.resolve());
  expect(await screen.findByText('new: Robin')).toBeTruthy();
  expect(await screen.findByText('old: Robin')).toBeTruthy();
});
