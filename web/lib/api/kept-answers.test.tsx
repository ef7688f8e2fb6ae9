import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { fakeCaches } from '../../testing/fake-caches.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeConversation, makeConversationCandidate, makeMessage, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { impersonate, leaveSession, lookAway, startSession } from '../session/session.ts';

/** Of someone with as many conversations as names. */
function inboxOf(...names: string[]) {
  const user = makeUser();
  const conversations = names.map((firstName) =>
    makeConversation({
      assigneeId: user.id,
      candidate: makeConversationCandidate({ firstName, lastName: 'Lee' }),
    }),
  );
  const messages = conversations.map(({ id, candidate }) =>
    makeMessage({ conversationId: id, body: `I am ${candidate.firstName}` }),
  );
  return { ...createInboxApi({ conversations, messages, user }), conversations };
}

/** Of what is kept of a call, or of all. */
const addresses = async (path?: string) => {
  const names = (await caches.keys()).filter((name) => name.startsWith('answers-'));
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const isOf = ({ url }: Request) => path === undefined || new URL(url).searchParams.get('path') === path;
  return lists.flat().filter(isOf);
};

/** Nothing gets through, and the page is opened again. */
function reopen(path: string, options: { signedIn?: boolean } = {}) {
  const handle = () => Promise.reject(new TypeError('Failed to fetch'));
  return renderApp(path, { api: { ...createFakeApi(), handle }, ...options });
}

/** This page, which all tests here share, began before anything was kept. */
const begun = (at: number) => vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(at);

test('the last list and threads can be read without a network', async () => {
  vi.stubGlobal('caches', fakeCaches());
  const { api, conversations } = inboxOf('Ana');
  const id = conversations[0]?.id ?? '';
  const path = paths.conversation.replace('$conversationId', id);
  const first = renderApp(path, { api });
  await screen.findByText('I am Ana');
  await waitFor(async () => expect(await addresses(routes.listMessages.path)).not.toEqual([]));
  first.unmount();
  begun(Date.now() + 1);
  reopen(path);
  expect(await screen.findByText('I am Ana')).toBeTruthy();
  expect(await screen.findByText(/^Reconnecting… Last updated /)).toBeTruthy();
});

test('another session finds nothing, and what was kept is gone', async () => {
  vi.stubGlobal('caches', fakeCaches());
  const { api } = inboxOf('Ana');
  const first = renderApp(paths.messages, { api });
  await screen.findByText('Ana Lee');
  await waitFor(async () => expect(await addresses(routes.listConversations.path)).toHaveLength(1));
  leaveSession();
  await waitFor(async () => expect(await addresses()).toEqual([]));
  first.unmount();
  startSession({ id_token: 'of another person', expires_in: 3600 });
  reopen(paths.messages, { signedIn: false });
  expect(await screen.findByText(/Your account/)).toBeTruthy();
  expect(screen.queryByText('Ana Lee')).toBeNull();
});

test('of threads, the last 20 stay', async () => {
  vi.stubGlobal('caches', fakeCaches());
  const { api, conversations } = inboxOf(...Array.from({ length: 22 }, (_, n) => `Ana${n}`));
  const { router } = renderApp(paths.messages, { api });
  await screen.findByText('Ana0 Lee');
  for (const { id, candidate } of conversations) {
    await router.navigate({ to: paths.conversation, params: { conversationId: id } });
    await screen.findByText(`I am ${candidate.firstName}`);
  }
  const last = conversations.at(-1)?.id ?? '';
  const threads = () => addresses(routes.listMessages.path);
  await waitFor(async () => expect((await threads()).some(({ url }) => url.includes(last))).toBe(true));
  await waitFor(async () => expect(await threads()).toHaveLength(20));
});

test('what staff see as someone else is not kept', async () => {
  const own = fakeCaches();
  vi.stubGlobal('caches', own);
  const open = vi.spyOn(own, 'open');
  impersonate({ id_token: 'of another person', expires_in: 3600 });
  const first = renderApp(paths.messages, { api: inboxOf('Ana').api });
  await screen.findByText('Ana Lee');
  first.unmount();
  lookAway();
  renderApp(paths.messages, { api: inboxOf('Bea').api });
  await screen.findByText('Bea Lee');
  await waitFor(async () => expect(await addresses(routes.listConversations.path)).toHaveLength(1));
  expect(new Set(open.mock.calls.map(([name]) => name)).size).toBe(1);
});
