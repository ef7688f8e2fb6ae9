import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SentDraft } from '../../../contract/drafts.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const makeSent = (over: Partial<SentDraft> = {}): SentDraft => ({
  id: makeId(),
  sentAt: '2026-11-20T15:00:00.000Z',
  sender: { id: makeId(), name: 'Kofi Mensah' },
  conversationId: makeId(),
  messageId: makeId(),
  tone: 'friendly',
  instructions: 'Ask if Tuesday works',
  source: 'builtIn',
  draft: 'Does Tuesday work?',
  text: 'Does Friday work?',
  ...over,
});

function open() {
  const { api } = createInboxApi({ conversations: [], user: makeUser({ userType: 'admin' }) });
  const show = () => renderApp(paths.sentDrafts, { api });
  return { api, show };
}

test('each draft stands next to what was sent, with what changed', async () => {
  const { api, show } = open();
  const drafted = makeSent({ text: 'Does Tuesday work?', source: 'model', instructions: null });
  api.answer(routes.listSentDrafts, ({ query: { cursor } }) =>
    cursor ? { items: [drafted], nextCursor: null } : { items: [makeSent()], nextCursor: 'more' },
  );
  const { user } = show();
  const list = within(await screen.findByRole('list', { name: 'Sent drafts' }));
  const draft = list.getByRole('region', { name: 'Draft' });
  expect(draft.textContent).toBe('DraftDoes Tuesday work?');
  expect(draft.querySelector('del')?.textContent).toBe('Tuesday');
  expect(list.getByRole('region', { name: 'Sent' }).querySelector('ins')?.textContent).toBe('Friday');
  expect(list.getByText('Kofi Mensah')).toBeTruthy();
  expect(list.getByText('Asked for: Ask if Tuesday works')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect((await list.findByRole('region', { name: 'Sent as drafted' })).querySelector('ins')).toBeNull();
  expect(list.getByText('Language model')).toBeTruthy();
});

test('nothing yet, or not now', async () => {
  const { api, show } = open();
  api.answer(routes.listSentDrafts, new Refusal('internal'));
  const { user } = show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  api.answer(routes.listSentDrafts, { items: [], nextCursor: null });
  await user.click(retry);
  await screen.findByText('No drafts sent yet');
});
