import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '../../paths.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

test('the next step stands above the inbox, until it is hidden', async () => {
  const { metadata, notifications } = makeUser();
  const { api } = createInboxApi({
    conversations: [],
    user: makeUser({
      metadata: { ...metadata, hasConversations: false },
      notifications: { ...notifications, browser: false, sound: false },
    }),
  });
  const { user } = renderApp(paths.messages, { api });
  const banner = within(await screen.findByRole('region', { name: 'Get started' }));
  expect(banner.getByRole('link', { name: 'Text your first candidate' }).getAttribute('href')).toBe(
    paths.newConversation,
  );
  await user.click(banner.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
});
