import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeConversation, makeId, makeMessage, makeUser } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

// As browsers do: no further than to the end, with the event afterward.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function (this: Element, to?: unknown) {
    const { top = 0 } = to as ScrollToOptions;
    this.scrollTop = Math.min(Math.max(0, top), this.scrollHeight - this.clientHeight);
    queueMicrotask(() => act(() => void fireEvent.scroll(this)));
  });
});

const COUNT = 1000;
const HOUR_MS = 3600_000;
const NEWEST = Date.parse('2026-11-20T15:00:00.000Z');
const timeOf = (number: number) => new Date(NEWEST - (COUNT - number) * HOUR_MS).toISOString();

/** A thread of a thousand texts, an hour apart: "No. 1" to "No. 1000". */
function open(search = '') {
  const user = makeUser();
  const conversation = makeConversation();
  const all = Array.from({ length: COUNT }, (_, index) =>
    makeMessage({
      id: makeId(),
      conversationId: conversation.id,
      body: `No. ${index + 1}.`,
      createdAt: timeOf(index + 1),
    }),
  ).toReversed();
  const { api, live } = createInboxApi({ conversations: [conversation], user });
  // A cursor is the place in the list, as the server's is.
  api.answer(routes.listMessages, ({ query }) => {
    const { limit = 40, cursor, around, at } = query;
    if (cursor?.startsWith('>')) {
      const end = Number(cursor.slice(1));
      const start = Math.max(0, end - limit);
      return {
        items: all.slice(start, end),
        nextCursor: `${end}`,
        previousCursor: start ? `>${start}` : null,
      };
    }
    const isPlace = cursor === undefined && (around ?? at) !== undefined;
    const place = around
      ? all.findIndex(({ id }) => id === around)
      : all.findIndex((text) => text.createdAt < (at ?? ''));
    if (isPlace && place === -1) return new Refusal('not_found');
    const start = isPlace ? Math.max(0, place - limit / 2) : Number(cursor ?? 0);
    const end = start + limit;
    return {
      items: all.slice(start, end),
      nextCursor: end < COUNT ? `${end}` : null,
      ...(isPlace ? { previousCursor: start ? `>${start}` : null } : {}),
    };
  });
  const idOf = (number: number) => all[COUNT - number]?.id ?? '';
  const app = renderApp(
    `/dashboard/messages/${conversation.id}${search.replace(/<(\d+)>/, (_, n) => idOf(Number(n)))}`,
    { api },
  );
  return { ...app, live, conversation, idOf };
}

const log = () => screen.findByRole('log');
const isShown = (number: number) =>
  screen.queryByText(`No. ${number}.`, { selector: '[role="log"] *' }) !== null;
const numbers = (element: HTMLElement) =>
  [...(element.textContent ?? '').matchAll(/No\. (\d+)\./g)].map(([, number]) => Number(number));

function scrollTo(element: HTMLElement, top: number) {
  act(() => {
    element.scrollTop = top;
    fireEvent.scroll(element);
  });
}

test('only what is on the screen is in the page, from the newest on; older texts are loaded as one reads', async () => {
  const { api } = open();
  const element = await log();
  expect(isShown(COUNT)).toBe(true);
  for (let page = 2; page < 9; page += 1) {
    const asked = api.asked(routes.listMessages).length;
    scrollTo(element, 0);
    await waitFor(() => expect(api.asked(routes.listMessages).length).toBeGreaterThan(asked));
  }
  await waitFor(() => expect(Math.min(...numbers(element))).toBeLessThan(700));
  expect(numbers(element).length).toBeLessThan(60);
  expect(isShown(COUNT)).toBe(false);
});

test('after a long sleep the newest are loaded again, and as much of the rest as one was reading', async () => {
  const { api, live } = open();
  const element = await log();
  await live.connected();
  const readOn = async () => {
    const before = api.asked(routes.listMessages).length;
    scrollTo(element, 0);
    await waitFor(() => expect(api.asked(routes.listMessages).length).toBeGreaterThan(before));
  };
  for (let page = 0; page < 3; page += 1) await readOn();
  let before = api.asked(routes.listMessages).length;
  const since = () => api.asked(routes.listMessages).slice(before);
  live.emit({ type: 'reset' });
  await waitFor(() => expect(since().length).toBeGreaterThan(3));
  expect(numbers(element)[0]).toBeLessThan(COUNT - 100);
  scrollTo(element, element.scrollHeight);
  await waitFor(() => expect(isShown(COUNT)).toBe(true));
  before = api.asked(routes.listMessages).length;
  live.emit({ type: 'reset' });
  await waitFor(() => expect(since()[0]?.query).toEqual({ limit: 40 }));
  expect(isShown(COUNT)).toBe(true);
  expect(since().length).toBeLessThan(3);
});

test('away from the end a new text is announced and can be jumped to', async () => {
  const { live, user, conversation } = open();
  const element = await log();
  await live.connected();
  scrollTo(element, 0);
  const text = makeMessage({
    id: makeId(),
    conversationId: conversation.id,
    body: 'Are you there?',
    createdAt: new Date().toISOString(),
  });
  live.emit({ type: 'message.created', message: text });
  await screen.findByText('Ana: Are you there?');
  expect(within(element).queryByText('Are you there?')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'New texts' }));
  scrollTo(element, element.scrollTop);
  expect(await within(element).findByText('Are you there?')).toBeTruthy();
});

test('an address leads to a text in the middle, which is marked, and on from there both ways', async () => {
  const { api, user, router } = open('?message=<500>');
  const element = await log();
  await waitFor(() => expect(within(element).getByText('No. 500.').closest('[data-found]')).toBeTruthy());
  expect(document.activeElement?.textContent).toContain('No. 500');
  expect(isShown(COUNT)).toBe(false);
  await waitFor(() => {
    const asked = api.asked(routes.listMessages).map(({ query }) => query.cursor?.startsWith('>'));
    expect(asked).toContain(true);
    expect(asked).toContain(false);
  });
  await user.click(screen.getByRole('button', { name: 'Newest' }));
  await waitFor(() => expect(isShown(COUNT)).toBe(true));
  expect(router.state.location.search).toEqual({});
});

test('an address leads to a note in the middle, which comes after the texts of its time', async () => {
  const noteId = makeId();
  const { api, conversation } = open(`?at=${timeOf(500)}&note=${noteId}`);
  const note = {
    id: noteId,
    conversationId: conversation.id,
    body: 'Call her first',
    author: null,
    mentionUserIds: [],
    createdAt: timeOf(500),
    editedAt: null,
    can: { edit: false, delete: false },
  };
  const newer = { ...note, id: makeId(), body: 'Another', createdAt: timeOf(990) };
  // The first page is too new to have it.
  api.answer(routes.listNotes, ({ query }) =>
    query.cursor ? { items: [note], nextCursor: null } : { items: [newer], nextCursor: 'older' },
  );
  const element = await log();
  const shown = await within(element).findByText('Call her first');
  await waitFor(() => expect(shown.closest('[data-found]')).toBeTruthy());
  expect(document.activeElement?.textContent).toContain('Call her first');
  expect(isShown(500)).toBe(true);
});

test('a new text is not put below texts from the middle', async () => {
  const { live, conversation } = open('?message=<500>');
  const element = await log();
  await live.connected();
  const text = makeMessage({
    id: makeId(),
    conversationId: conversation.id,
    body: 'Just now',
    createdAt: new Date().toISOString(),
  });
  live.emit({ type: 'message.created', message: text });
  scrollTo(element, element.scrollHeight);
  await waitFor(() => expect(Math.max(...numbers(element))).toBeGreaterThan(505));
  expect(within(element).queryByText('Just now')).toBeNull();
});

test('a text that is gone leads to the newest', async () => {
  const { router } = open(`?message=${makeId()}`);
  expect(await screen.findByText('This text is no longer there.')).toBeTruthy();
  await waitFor(() => expect(isShown(COUNT)).toBe(true));
  expect(router.state.location.search).toEqual({});
});

test('a date is jumped to, by the reader’s own clock', async () => {
  const { api, user } = open();
  await log();
  await user.click(await screen.findByRole('button', { name: /Jump to a date$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Jump to a date' }));
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-11-02' } });
  await user.click(dialog.getByRole('button', { name: 'Jump' }));
  // Midnight in New York.
  const midnight = '2026-11-02T05:00:00.000Z';
  await waitFor(() =>
    expect(api.asked(routes.listMessages).some(({ query }) => query.at === midnight)).toBe(true),
  );
  const first = Array.from({ length: COUNT }, (_, index) => index + 1).find(
    (number) => timeOf(number) >= midnight,
  );
  await waitFor(() => expect(isShown(first ?? 0)).toBe(true));
  expect(isShown(COUNT)).toBe(false);
});
