import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

/** In a window of this width; the shell's queries are maximum widths in em. */
function inWindowOf(width: number) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: width <= Number(/max-width: ([\d.]+)em/.exec(query)?.[1] ?? 0) * 16,
        media: query,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      }) as MediaQueryList,
  );
}

function open() {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listCandidates, { items: [], nextCursor: null });
  api.answer(routes.getHelpChat, { type: 'form' });
  return renderApp(paths.candidates, { api });
}

test('the sidebar is minimized and expanded, and stays so', async () => {
  inWindowOf(1440);
  const { user, unmount } = open();
  await user.click(await screen.findByRole('button', { name: 'Minimize sidebar' }));
  expect(await screen.findByRole('button', { name: 'Expand sidebar' })).toBeTruthy();
  expect(screen.queryByText('(415) 555-0100')).toBeNull();
  unmount();
  const again = open();
  await again.user.click(await screen.findByRole('button', { name: 'Expand sidebar' }));
  expect(await screen.findByText('(415) 555-0100')).toBeTruthy();
});

test.each([
  [767, true],
  [768, false],
])('at %d px the sidebar is collapsed: %s', async (width, collapsed) => {
  inWindowOf(width);
  open();
  await screen.findByRole('heading', { name: 'Candidates', level: 1 });
  expect(screen.queryByRole('complementary', { name: 'Sidebar' }) === null).toBe(collapsed);
  expect(screen.queryByRole('button', { name: 'Open menu' }) !== null).toBe(collapsed);
});

test('on a phone one bar has the menu, how much is unread, and the name of the screen', async () => {
  inWindowOf(360);
  const { api } = open();
  api.answer(routes.getInboxCounts, { unread: 3, waiting: 0 });
  const count = await screen.findByRole('link', { name: 'Messages, 3 unread' });
  expect(count.getAttribute('href')).toBe(paths.messages);
  const bar = count.closest('header');
  expect(bar?.textContent).toBe('3Candidates');
  expect(within(bar as HTMLElement).getByRole('button', { name: 'Open menu' })).toBeTruthy();
});

test('on a phone the menu closes when a link is chosen', async () => {
  inWindowOf(360);
  const { user, path } = open();
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
  await user.click(menu.getByRole('link', { name: 'Settings' }));
  await waitFor(() => expect(path()).toBe(paths.account));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
});

test('on a phone Support takes the place of the menu', async () => {
  inWindowOf(360);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
  await user.click(menu.getByRole('button', { name: 'Support' }));
  expect(await screen.findByRole('dialog', { name: 'Support' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
});

test('the minimized sidebar says by name what it shows as pictures', async () => {
  inWindowOf(1440);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Minimize sidebar' }));
  const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }));
  for (const name of ['Messages', 'Candidates', 'Settings'])
    expect(sidebar.getByRole('link', { name })).toBeTruthy();
  for (const name of ['Support', 'Check Status', 'Expand sidebar'])
    expect(sidebar.getByRole('button', { name })).toBeTruthy();
  await user.hover(sidebar.getByRole('button', { name: 'Check Status' }));
  expect(await screen.findByText('Check Status')).toBeTruthy();
});

test.each([1024, 1440])('at %d px the sidebar is whole until someone minimizes it', async (width) => {
  inWindowOf(width);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Minimize sidebar' }));
  expect(await screen.findByRole('button', { name: 'Expand sidebar' })).toBeTruthy();
  expect(localStorage.getItem('hiretext:sidebarMinimized')).toBe('yes');
});

test('below 1024 px the sidebar has pictures only, until it is widened for now', async () => {
  inWindowOf(900);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Expand sidebar' }));
  expect(await screen.findByRole('button', { name: 'Minimize sidebar' })).toBeTruthy();
  expect(localStorage.getItem('hiretext:sidebarMinimized')).toBeNull();
});

test('a sidebar that was minimized before its key had a new name stays so', async () => {
  inWindowOf(1440);
  localStorage.setItem('hiretext:sidebarMinimised', 'yes');
  open();
  expect(await screen.findByRole('button', { name: 'Expand sidebar' })).toBeTruthy();
});

test('another screen begins at its top, and the way back leads to where the person was', async () => {
  inWindowOf(1440);
  const { user, router } = open();
  await screen.findByRole('heading', { name: 'Candidates', level: 1 });
  const frame = screen.getByRole('main');
  frame.scrollTop = 480;
  await router.navigate({ to: paths.candidates, search: { search: 'ana' } });
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'ana' }));
  expect(frame.scrollTop).toBe(480);
  await user.click(screen.getByRole('link', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'Account', level: 1 });
  expect(frame.scrollTop).toBe(0);
  router.history.back();
  await screen.findByRole('heading', { name: 'Candidates', level: 1 });
  await waitFor(() => expect(frame.scrollTop).toBe(480));
});

test('out of office is two clicks away, also on a phone', async () => {
  inWindowOf(360);
  // happy-dom has no layout, so the menu can't take the focus, and the warning about it prints the whole page.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { user, path } = open();
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
  await user.click(await menu.findByRole('button', { name: /, settings$/ }));
  await user.click(await screen.findByRole('link', { name: 'Out of office', hidden: true }));
  await waitFor(() => expect(path()).toBe(paths.accountAvailability));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
});
