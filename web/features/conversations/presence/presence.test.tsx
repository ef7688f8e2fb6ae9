import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeAccount, makeConversation, makeId, makeMessage } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const ben = { id: makeId(), firstName: 'Ben' };

function open() {
  const conversation = makeConversation();
  const messages = [
    makeMessage({ conversationId: conversation.id, body: 'Hello', createdAt: '2026-11-20T15:00:00.000Z' }),
    makeMessage({ conversationId: conversation.id, body: 'Bye', createdAt: '2026-11-20T17:00:00.000Z' }),
  ].reverse();
  const { api, live } = createInboxApi({ conversations: [conversation], messages });
  const show = () => renderApp(paths.conversation.replace('$conversationId', conversation.id), { api });
  const said = () => api.asked(routes.sendPresence).map(({ body }) => body.state);
  return { api, live, conversation, show, said };
}

test('colleagues who have the conversation open are shown, and who types', async () => {
  const { live, conversation, show } = open();
  show();
  await screen.findByText('Hello');
  await live.connected();
  const heard = (state: 'viewing' | 'typing' | 'left', conversationId = conversation.id) =>
    live.emit({ type: 'presence', conversationId, user: ben, state });
  heard('viewing', makeId());
  heard('viewing');
  await screen.findByRole('img', { name: 'Ben has this open too' });
  expect(screen.queryByText(/typing/)).toBeNull();
  heard('typing');
  await screen.findByText('Ben is typing…');
  heard('left');
  await waitFor(() => expect(screen.queryByRole('img', { name: /open too/ })).toBeNull());
  expect(screen.queryByText(/typing/)).toBeNull();
});

test('where the stream breaks, no one is shown who may have left', async () => {
  const { live, conversation, show } = open();
  show();
  await live.connected();
  live.emit({ type: 'presence', conversationId: conversation.id, user: ben, state: 'viewing' });
  await screen.findByRole('img', { name: 'Ben has this open too' });
  live.drop();
  await waitFor(() => expect(screen.queryByRole('img', { name: /open too/ })).toBeNull());
});

test('it says that you are there, type a text or a note, and leave', async () => {
  const { show, said } = open();
  const { user, router } = show();
  await waitFor(() => expect(said()).toEqual(['viewing']));
  await user.type(await screen.findByLabelText('Text to Ana'), 'Hi there');
  await waitFor(() => expect(said()).toEqual(['viewing', 'typing']));
  await router.navigate({ to: paths.messages });
  await waitFor(() => expect(said()).toEqual(['viewing', 'typing', 'left']));
});

test('a page that no one touches for minutes says that you left, until you are back', async () => {
  const { show, said } = open();
  const { user } = show();
  await waitFor(() => expect(said()).toEqual(['viewing']));
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 6 * 60_000);
  await waitFor(() => expect(said()).toEqual(['viewing', 'left']), { timeout: 3000 });
  await user.pointer({ target: document.body });
  await waitFor(() => expect(said()).toEqual(['viewing', 'left', 'viewing']));
});

test('a person alone says nothing', async () => {
  const { api, show, said } = open();
  api.answer(routes.getAccount, makeAccount({ type: 'personal' }));
  const { user } = show();
  await user.type(await screen.findByLabelText('Text to Ana'), 'Hi');
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(said()).toEqual([]);
});

test('what was done with the conversation stands among its texts, and comes live', async () => {
  const { api, live, conversation, show } = open();
  const person = { ...ben, lastName: 'Okafor' };
  const details = { userId: null, user: null, reason: null, until: null };
  const line = (at: string, type: 'snoozed' | 'unsnoozed') => ({
    id: makeId(),
    type,
    actor: person,
    details,
    at,
  });
  const lines = [line('2026-11-20T16:00:00.000Z', 'snoozed')];
  api.answer(routes.listConversationActivity, () => ({ items: lines.toReversed(), nextCursor: null }));
  show();
  const words = () =>
    [...screen.getByRole('log').textContent.matchAll(/Hello|Bye|snoozed this|ended the snooze/g)].map(String);
  await screen.findByText(/Ben Okafor snoozed this until they answer/);
  expect(words()).toEqual(['Hello', 'snoozed this', 'Bye']);
  lines.push(line('2026-11-20T16:30:00.000Z', 'unsnoozed'));
  await live.connected();
  live.emit({ type: 'conversation.updated', conversation });
  await waitFor(() => expect(words()).toEqual(['Hello', 'snoozed this', 'ended the snooze', 'Bye']));
});
