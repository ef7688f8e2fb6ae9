import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import {
  makeAccount,
  makeConversation,
  makeConversationCandidate,
  makeId,
  makeUser,
} from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const ben = { id: makeId(), firstName: 'Ben', lastName: 'Okafor', avatar: null };
const mia = { id: makeId(), firstName: 'Mia', lastName: 'Benson', avatar: null };

const of = (firstName: string, assigneeId: string | null) =>
  makeConversation({ assigneeId, candidate: makeConversationCandidate({ firstName, lastName: 'Test' }) });

function inboxOf(conversations: ReturnType<typeof of>[], user = makeUser()) {
  const made = createInboxApi({ conversations, user });
  const undoId = makeId();
  made.api.answer(routes.listAssignees, [ben, { ...user, avatar: null }, mia]);
  made.api.answer(routes.changeConversations, ({ body }) => ({ changed: body.ids.length, undoId }));
  made.api.answer(routes.undoBulk, { changed: 1 });
  return { ...made, undoId, sent: () => made.api.asked(routes.changeConversations).map(({ body }) => body) };
}

const at = (id: string) => paths.conversation.replace('$conversationId', id);
const me = makeUser();

test('a key gives the open conversation to a colleague who is found by name, and z takes it back', async () => {
  const [zoe, kim] = [of('Zoe', me.id), of('Kim', me.id)];
  const { api, sent, undoId } = inboxOf([zoe, kim]);
  const { user, router } = renderApp(at(zoe.id), { api });
  await screen.findByRole('heading', { name: 'Zoe Test' });
  await user.keyboard('a');
  const dialog = await screen.findByRole('dialog', { name: 'Assign Zoe Test' });
  await within(dialog).findByRole('option', { name: 'Ben Okafor' });
  await user.type(within(dialog).getByRole('combobox'), 'ben');
  expect(
    within(dialog)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['BOBen Okafor', 'MBMia Benson']);
  await user.keyboard('{Enter}');
  await screen.findByText('Assigned Zoe Test to Ben Okafor');
  expect(sent()).toEqual([{ ids: [zoe.id], action: 'assign', userId: ben.id }]);
  // Out of the list, and on to the next.
  await waitFor(() => expect(router.state.location.pathname).toBe(at(kim.id)));
  expect(screen.queryByText('Zoe Test')).toBeNull();
  await user.keyboard('z');
  await waitFor(() => expect(api.asked(routes.undoBulk)).toMatchObject([{ params: { undoId } }]));
  await screen.findByText('Zoe Test');
});

test('what a colleague has carries their name, and its button takes it over', async () => {
  const [theirs, own] = [of('Zoe', ben.id), of('Kim', me.id)];
  const { api, sent } = inboxOf([theirs, own]);
  const { user } = renderApp(paths.messages, { api });
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Whose conversations' }),
    "Everyone's",
  );
  const [zoes, kims] = await screen.findAllByRole('listitem');
  await within(zoes as HTMLElement).findByText('Assigned to Ben Okafor');
  expect(within(kims as HTMLElement).queryByText(/Assigned to/)).toBeNull();
  expect(api.asked(routes.listConversations).at(-1)?.query.assignee).toBe('all');
  await user.click(within(zoes as HTMLElement).getByRole('link'));
  await user.click(await screen.findByRole('button', { name: 'Assigned to Ben Okafor' }));
  await user.click(await screen.findByRole('option', { name: 'You' }));
  await screen.findByRole('button', { name: 'Assigned to you' });
  expect(sent()).toEqual([{ ids: [theirs.id], action: 'assign', userId: me.id }]);
});

test('a phone has no room for the button, and says who has it above the thread', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: query.includes('max-width: 47'),
        media: query,
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  );
  const zoe = of('Zoe', ben.id);
  const { api } = inboxOf([zoe]);
  renderApp(at(zoe.id), { api });
  expect(await screen.findByText(/^Assigned to Ben Okafor · /)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Assigned to Ben Okafor' })).toBeNull();
});

test('several are left to no one, together', async () => {
  const all = [of('Zoe', me.id), of('Kim', me.id)];
  const { api, sent } = inboxOf(all);
  const { user } = renderApp(paths.messages, { api });
  await screen.findByText('Zoe Test');
  await user.keyboard('jx');
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await screen.findByText('2 selected');
  await user.keyboard('a');
  await user.click(await screen.findByRole('option', { name: 'No one' }));
  await screen.findByText('Unassigned 2 conversations');
  expect(sent()).toEqual([{ ids: all.map(({ id }) => id), action: 'assign', userId: null }]);
  expect(screen.queryByText('Zoe Test')).toBeNull();
});

test.each([
  ['an admin of a team', {}, {}, ['Mine', 'Unassigned', "Everyone's"]],
  ['a member', { userType: 'member' as const }, {}, null],
  ['a person alone', {}, { type: 'personal' as const }, null],
])('%s chooses whose conversations are shown', async (_, user, account, names) => {
  const { api } = inboxOf([of('Zoe', me.id)], makeUser(user));
  api.answer(routes.getAccount, makeAccount(account));
  renderApp(paths.messages, { api });
  await screen.findByText('Zoe Test');
  const shown = screen.queryByRole('combobox', { name: 'Whose conversations' });
  expect(
    shown &&
      within(shown)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
  ).toEqual(names);
});

test('a member is offered what no one has, once there is something', async () => {
  const { api } = inboxOf([of('Zoe', me.id)], makeUser({ userType: 'member' }));
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0, unassigned: 2 });
  renderApp(paths.messages, { api });
  const shown = await screen.findByRole('combobox', { name: 'Whose conversations' });
  expect(
    within(shown)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Mine', 'Unassigned (2)']);
});
