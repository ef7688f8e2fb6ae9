import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const withNumber = makeUser();
const user = {
  ...withNumber,
  seat: withNumber.seat && {
    ...withNumber.seat,
    twilioNumber: null,
    twilioNumberFormatted: null,
    metadata: { linkStatus: null, linkRejection: null, isLandline: false },
  },
};

test('whether someone has started with their own number is known before anything can be chosen', async () => {
  const api = createFakeApi();
  const known = Promise.withResolvers<void>();
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount({ planType: 'monthly' }));
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getLandline, async () => {
    await known.promise;
    return new Refusal('internal');
  });
  renderApp(paths.getNumber, { api });
  await screen.findByRole('status', { name: 'Loading your number' });
  await waitFor(() => expect(api.asked(routes.getLandline)).toHaveLength(1));
  expect(screen.queryByLabelText('Area code')).toBeNull();
  known.resolve();
  expect(await screen.findByRole('dialog', { name: 'Get a number' })).toBeTruthy();
});
