import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ScheduledMessage } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeConversation, makeMessage, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

function open(texts: Partial<ScheduledMessage>[]) {
  const me = makeUser();
  const conversation = makeConversation();
  const { api, live } = createInboxApi({ conversations: [conversation], user: me });
  let items = texts.map(
    (text): ScheduledMessage => ({
      ...makeMessage({
        conversationId: conversation.id,
        direction: 'outbound',
        status: 'scheduled',
        scheduledAt: '2099-03-03T15:00:00.000Z',
        sender: { id: me.id, firstName: me.firstName, lastName: me.lastName, avatar: null },
      }),
      candidate: { ...conversation.candidate, timezone: 'America/Chicago' },
      ...text,
    }),
  );
  api.answer(routes.listScheduledMessages, () => ({ items, nextCursor: null }));
  const gone = ({ params }: { params: { id: string } }) => {
    const [text] = items.filter(({ id }) => id === params.id);
    items = items.filter(({ id }) => id !== params.id);
    return { ...(text ?? makeMessage()), status: 'canceled' as const };
  };
  api.answer(routes.cancelMessage, gone);
  const leave = () => {
    const [text] = items;
    items = items.slice(1);
    return { ...(text ?? makeMessage()), status: 'queued' as const };
  };
  return { live, leave, ...renderApp(paths.scheduled, { api }) };
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Scheduled texts' })).getAllByRole('listitem');

test('what is held says why, and a text that is canceled leaves the list', async () => {
  const { user } = open([
    { body: 'No longer', heldReason: 'opted_out' },
    { body: 'At nine', cancelIfAnswered: true },
  ]);
  const [held, later] = await rows();
  expect(held?.textContent).toContain('Not sent: they opted out of texts');
  expect(held?.textContent).toContain('No longer');
  expect(later?.textContent).toMatch(/9:00 AM their time, .*10:00 AM your time · canceled if they answer/);
  await user.click(within(held as HTMLElement).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('No longer')).toBeNull());
  expect(screen.getByText('At nine')).toBeTruthy();
});

test('a text that goes out leaves the list, and an empty one says where texts are scheduled', async () => {
  const { live, leave } = open([{ body: 'At nine' }]);
  await rows();
  await live.connected();
  live.emit({ type: 'message.updated', message: leave() });
  await screen.findByText('Nothing scheduled');
});

test('a text that the company has sent often enough goes once its author wants it', async () => {
  const { user, api, leave } = open([{ body: 'Once more' }]);
  await rows();
  api.answer(routes.sendMessageNow, ({ body }) =>
    body?.evenIfTooMany ? leave() : new Refusal('too_many_cold_texts'),
  );
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await screen.findByText(/without an answer.* Send it anyway\?$/);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send anyway' }));
  await screen.findByText('Nothing scheduled');
});

test('a list that fails can be loaded again', async () => {
  const { user, api } = open([]);
  await screen.findByText('Nothing scheduled');
  api.answer(routes.listScheduledMessages, new Refusal('unavailable'));
  const { unmount } = renderApp(paths.scheduled, { api });
  const again = await screen.findByRole('button', { name: 'Try again' });
  api.answer(routes.listScheduledMessages, { items: [], nextCursor: null });
  await user.click(again);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  unmount();
});
