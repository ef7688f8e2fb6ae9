import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Notification } from '../../../contract/notifications.ts';
import * as routes from '../../../contract/routes.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeConversation, makeId } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

function open(rows: Notification[]) {
  const conversation = makeConversation();
  const inbox = createInboxApi({ conversations: [conversation] });
  const list = { rows };
  const unreadCount = () => list.rows.filter(({ readAt }) => readAt === null).length;
  inbox.api.answer(routes.listNotifications, () => ({
    items: list.rows,
    nextCursor: null,
    unreadCount: unreadCount(),
  }));
  inbox.api.answer(routes.readNotifications, ({ body: { ids } }) => {
    list.rows = list.rows.map((row) =>
      !ids || ids.includes(row.id) ? { ...row, readAt: '2026-11-21T15:00:00.000Z' } : row,
    );
    return { unreadCount: unreadCount() };
  });
  return { ...inbox, list, conversation, ...renderApp('/dashboard/messages', { api: inbox.api }) };
}

const made = (over: Partial<Notification> = {}): Notification => ({
  id: makeId(),
  type: 'mention',
  text: 'Ben Ortiz mentioned you in a note about Rosa Vega.',
  conversationId: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  readAt: null,
  ...over,
});

test('unread ones are counted, and marked as read all at once', async () => {
  const page = open([
    made(),
    made({ text: 'Two' }),
    made({ text: 'Old', readAt: '2026-11-20T16:00:00.000Z' }),
  ]);
  await page.user.click(await screen.findByRole('button', { name: 'Notifications 2 unread' }));
  expect(await screen.findByText('Ben Ortiz mentioned you in a note about Rosa Vega.')).toBeTruthy();
  expect(screen.getAllByLabelText('Unread')).toHaveLength(2);
  await page.user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await screen.findByRole('button', { name: 'Notifications' });
  expect(screen.queryByLabelText('Unread')).toBeNull();
  expect(page.api.asked(routes.readNotifications)[0]?.body).toEqual({});
});

test('one opens its conversation and is read then', async () => {
  const page = open([]);
  const [row] = [made({ conversationId: page.conversation.id })];
  page.list.rows = row ? [row] : [];
  await page.live.connected();
  act(() => page.live.emit({ ...made(), ...row, type: 'notification', about: 'mention' }));
  await page.user.click(await screen.findByRole('button', { name: 'Notifications 1 unread' }));
  await page.user.click(await screen.findByRole('link', { name: /Ben Ortiz mentioned you/ }));
  await screen.findByLabelText('Text to Ana');
  await waitFor(() => expect(page.api.asked(routes.readNotifications)[0]?.body).toEqual({ ids: [row?.id] }));
  await screen.findByRole('button', { name: 'Notifications' });
});

test('without any, it says what will be there', async () => {
  const page = open([]);
  await page.user.click(await screen.findByRole('button', { name: 'Notifications' }));
  expect(await screen.findByText('No notifications yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});
