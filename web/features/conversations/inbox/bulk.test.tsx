import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import type { View } from '../../../../contract/views.ts';
import { paths } from '../../../paths.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeConversation, makeConversationCandidate, makeId, makeUser } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const named = (firstName: string, minute: number, over = {}) => {
  const conversation = makeConversation({ unreadCount: 1, ...over });
  return {
    ...conversation,
    candidate: makeConversationCandidate({ firstName, lastName: 'Test' }),
    lastMessage: conversation.lastMessage && {
      ...conversation.lastMessage,
      createdAt: `2026-11-20T15:${String(minute).padStart(2, '0')}:00.000Z`,
    },
  };
};

function fourOf() {
  const conversations = [named('Ana', 40), named('Ben', 30), named('Cat', 20), named('Dan', 10)];
  const made = createInboxApi({ conversations });
  made.api.answer(routes.listConversationTags, [{ tag: 'Night shift', conversations: 1 }]);
  made.api.answer(routes.listCandidateTags, [
    { tag: 'night shift', candidates: 1 },
    { tag: 'RN', candidates: 3 },
  ]);
  const undoId = makeId();
  made.api.answer(routes.changeConversations, ({ body }) => ({ changed: body.ids.length, undoId }));
  made.api.answer(routes.undoBulk, { changed: 2 });
  return { ...made, conversations, undoId, ids: conversations.map(({ id }) => id) };
}

const names = () =>
  screen.queryAllByRole('listitem').map((row) => /(Ana|Ben|Cat|Dan) Test/.exec(row.textContent ?? '')?.[1]);
const selected = () =>
  screen
    .getAllByRole('button', { name: /^Select \w+ Test$/, pressed: true })
    .map((button) => button.getAttribute('aria-label'));

test('keys select rows, archive them at once, and z brings exactly these back', async () => {
  const { api, ids, undoId } = fourOf();
  const { user } = renderApp(paths.messages, { api });
  await screen.findByText('Ana Test');
  await user.keyboard('jx');
  expect(await screen.findByText('1 selected')).toBeTruthy();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(selected()).toEqual(['Select Ana Test', 'Select Ben Test']);
  await user.keyboard('e');
  await waitFor(() => expect(names()).toEqual(['Cat', 'Dan']));
  expect(api.asked(routes.changeConversations).map(({ body }) => body)).toEqual([
    { ids: ids.slice(0, 2), action: 'archive' },
  ]);
  await screen.findByText(/Archived 2 conversations/);
  expect(screen.queryByText(/selected$/)).toBeNull();
  await user.keyboard('z');
  await waitFor(() => expect(names()).toEqual(['Ana', 'Ben', 'Cat', 'Dan']));
  expect(api.asked(routes.undoBulk).map(({ params }) => params)).toEqual([{ undoId }]);
});

test('what the server refuses comes back', async () => {
  const { api } = fourOf();
  api.answer(routes.changeConversations, new Refusal('internal'));
  const { user } = renderApp(paths.messages, { api });
  await user.click(await screen.findByRole('button', { name: 'Select Ben Test' }));
  await user.click(await screen.findByRole('button', { name: 'Archive: 1 conversation' }));
  await waitFor(() => expect(api.asked(routes.changeConversations)).toHaveLength(1));
  await waitFor(() => expect(names()).toEqual(['Ana', 'Ben', 'Cat', 'Dan']));
});

test('Shift and a click take all rows between; Esc lets go of them', async () => {
  const { api } = fourOf();
  const { user } = renderApp(paths.messages, { api });
  await user.click(await screen.findByRole('button', { name: 'Select Dan Test' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByText('Ben Test'));
  await user.keyboard('{/Shift}');
  expect(selected()).toHaveLength(3);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull());
});

test('all of the view is selected, also what was not loaded yet, and marked as read', async () => {
  const { api, conversations } = fourOf();
  api.answer(routes.listConversations, ({ query }) =>
    query.cursor === undefined
      ? { items: conversations.slice(0, 2), nextCursor: 'more' }
      : { items: conversations.slice(2), nextCursor: null },
  );
  const { user } = renderApp(paths.messages, { api });
  await user.click(await screen.findByRole('button', { name: 'Select Ana Test' }));
  await user.click(await screen.findByRole('button', { name: 'Select all of this view' }));
  await screen.findByText('4 selected');
  await user.click(screen.getByRole('button', { name: 'Mark as read: 4 conversations' }));
  await screen.findByText(/Marked 4 conversations as read/);
  expect(api.asked(routes.changeConversations)[0]?.body.ids).toHaveLength(4);
  await waitFor(() => expect(screen.queryByText(/^\d+ unread/)).toBeNull());
});

test('a tag is added to those without it, and shows in their rows', async () => {
  const { api, conversations, ids } = fourOf();
  const first = conversations[0];
  if (first) Object.assign(first, { tags: ['RN', 'ICU', 'Denver'] });
  const { user } = renderApp(paths.messages, { api });
  expect((await screen.findAllByRole('listitem'))[0]?.textContent).toContain('RNICU+1');
  await user.click(screen.getByRole('button', { name: 'Select Ana Test' }));
  await user.click(screen.getByRole('button', { name: 'Select Ben Test' }));
  await screen.findByText('2 selected');
  await user.keyboard('l');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a tag to 2 conversations' }));
  await user.type(dialog.getByLabelText('Tag'), 'rn');
  await user.click(dialog.getByRole('button', { name: 'Add tag' }));
  await screen.findByText(/Added the tag rn to 1 conversation/);
  expect(api.asked(routes.changeConversations)[0]?.body).toEqual({ ids: [ids[1]], action: 'tag', tag: 'rn' });
  expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('rn');
});

const view = (over: Partial<View> = {}): View => ({
  id: '01890000-0000-7000-8000-00000000000a',
  name: 'Night nurses',
  shared: false,
  query: { filter: 'unread', assignee: 'me', tags: ['RN'] },
  owner: { id: makeUser().id, firstName: 'Me', lastName: 'Myself' },
  can: { change: true },
  ...over,
});

test('what the inbox shows is saved as a view, which its address opens', async () => {
  const { api } = fourOf();
  let views: View[] = [];
  api.answer(routes.listViews, () => views);
  api.answer(routes.createView, ({ body }) => {
    views = [view({ name: body.name, query: { filter: 'waiting', assignee: 'me', tags: ['RN'] } })];
    return views[0] as View;
  });
  const { user, router } = renderApp(paths.messages, { api });
  await user.click(await screen.findByRole('button', { name: /^Waiting/ }));
  await user.click(screen.getByRole('button', { name: 'Views and tags' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Filter by tags…', hidden: true }));
  await user.type(await screen.findByLabelText('Tags', { selector: 'input' }), 'RN{Enter}');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() =>
    expect(api.asked(routes.listConversations).at(-1)?.query).toMatchObject({ filter: 'waiting', tag: 'RN' }),
  );
  await user.click(screen.getByRole('button', { name: 'Views and tags' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a new view…', hidden: true }));
  await user.type(await screen.findByLabelText('Name'), 'Night nurses');
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ view: view().id }));
  expect(api.asked(routes.createView)[0]?.body).toMatchObject({
    name: 'Night nurses',
    query: { filter: 'waiting', assignee: 'me', tags: ['RN'] },
  });
  expect(await within(screen.getByRole('region', { name: 'View' })).findByText('Night nurses')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the whole inbox' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("a member sees their own conversations in an admin's view of everyone's, which says so", async () => {
  const { api } = fourOf();
  api.answer(routes.getUser, makeUser({ userType: 'member' }));
  api.answer(routes.listViews, [
    view({
      shared: true,
      query: { filter: 'all', assignee: 'all', tags: [] },
      owner: { id: makeId(), firstName: 'Dana', lastName: 'Reyes' },
      can: { change: false },
    }),
  ]);
  const { user } = renderApp(`${paths.messages}?view=${view().id}`, { api });
  await screen.findByText("It shows colleagues' conversations too. You see yours.");
  expect(api.asked(routes.listConversations).every(({ query }) => query.assignee === 'me')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Views and tags' }));
  const item = await screen.findByRole('menuitem', { name: /Night nurses/, hidden: true });
  expect(item.textContent).toContain('Dana Reyes');
  expect(screen.queryByRole('menuitem', { name: /^Delete/, hidden: true })).toBeNull();
});
