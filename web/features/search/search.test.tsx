import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { SearchResult } from '../../../contract/search.ts';
import { paths } from '../../paths.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const makeResult = (over: Partial<SearchResult> = {}): SearchResult => ({
  conversationId: makeId(),
  messageId: makeId(),
  noteId: null,
  candidate: {
    id: makeId(),
    firstName: 'Ben',
    lastName: 'Ito',
    phoneNumber: '+13125550101',
    phoneNumberFormatted: '(312) 555-0101',
  },
  snippet: [
    { text: 'Is the ', match: false },
    { text: 'interview', match: true },
    { text: ' on Friday?', match: false },
  ],
  createdAt: '2026-11-20T15:00:00.000Z',
  ...over,
});

function apiWith(pages: SearchResult[][]) {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount({ type: 'team' }));
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getSeats, []);
  api.answer(routes.getFormerMembers, []);
  api.answer(routes.search, ({ query }) => {
    const at = Number(query.cursor ?? 0);
    return { items: pages[at] ?? [], nextCursor: at + 1 < pages.length ? String(at + 1) : null };
  });
  return api;
}

test('marks what matched, and leads to the text in its conversation', async () => {
  const result = makeResult();
  renderApp(`${paths.search}?q=interview`, { api: apiWith([[result, makeResult({ snippet: [] })]]) });
  const list = await screen.findByRole('list', { name: 'Texts found' });
  const [first, second] = within(list).getAllByRole('link');
  expect(first?.querySelector('mark')?.textContent).toBe('interview');
  expect(first?.textContent).toContain('Is the interview on Friday?');
  expect(first?.getAttribute('href')).toBe(
    `/dashboard/messages/${result.conversationId}?message=${result.messageId}`,
  );
  expect(second?.textContent).toContain('A picture or file without words');
});

test('a note says that it is one, and leads to its place among the texts', async () => {
  const noteId = makeId();
  const note = makeResult({ messageId: null, noteId });
  renderApp(`${paths.search}?q=interview`, { api: apiWith([[note]]) });
  const link = await screen.findByRole('link', { name: /Note Is the interview on Friday\?/ });
  expect(link.getAttribute('href')).toBe(
    `/dashboard/messages/${note.conversationId}?at=${encodeURIComponent(note.createdAt)}&note=${noteId}`,
  );
});

test('keeps what is asked in the address, and asks for days by the own clock', async () => {
  const api = apiWith([[makeResult()]]);
  const { user, router } = renderApp(`${paths.search}?q=interview&from=2026-11-02&to=2026-11-03`, { api });
  await screen.findByRole('list', { name: 'Texts found' });
  await user.click(screen.getByRole('checkbox', { name: 'Not delivered' }));
  await waitFor(() =>
    expect(api.asked(routes.search).at(-1)?.query).toMatchObject({
      q: 'interview',
      from: '2026-11-02T05:00:00.000Z',
      to: '2026-11-04T05:00:00.000Z',
      failed: true,
    }),
  );
  expect(router.state.location.search).toMatchObject({ q: 'interview', failed: true });
});

test('goes on after a page without a text, and says when there is none', async () => {
  renderApp(`${paths.search}?q=zebra`, { api: apiWith([[], []]) });
  expect(await screen.findByText('No match')).toBeTruthy();
});
