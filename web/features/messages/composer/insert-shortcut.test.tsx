import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ListedShortcut } from '../../../../contract/calendars.ts';
import * as routes from '../../../../contract/routes.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import {
  makeAccount,
  makeConversation,
  makeMessage,
  makeShortcut,
  makeTemplate,
  makeUser,
} from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { asCounted } from '../../calendars/short-links.ts';

const intro = makeShortcut();
const screening = makeShortcut({
  name: 'Long call',
  shortcut: 'Screening',
  url: 'https://cal.com/dana/long',
});

function open(
  shortcuts: ListedShortcut[] = [intro, screening],
  { account = makeAccount(), user = makeUser() } = {},
) {
  const conversation = makeConversation();
  const inbox = createInboxApi({
    conversations: [conversation],
    messages: [makeMessage({ conversationId: conversation.id })],
    user,
  });
  inbox.api.answer(routes.getAccount, account);
  inbox.api.answer(routes.listCalendarShortcuts, shortcuts);
  inbox.api.answer(routes.listInsertableTemplates, [
    makeTemplate({ name: 'Invite', body: 'Pick a time: {{calendar.link}}' }),
  ]);
  inbox.api.answer(routes.sendMessage, ({ body }) =>
    makeMessage({
      conversationId: conversation.id,
      direction: 'outbound',
      body: body.body,
      status: 'queued',
    }),
  );
  return { ...inbox, ...renderApp(`/dashboard/messages/${conversation.id}`, { api: inbox.api }) };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text to Ana');
const options = () =>
  screen
    .queryAllByRole('option')
    .filter((option) => option.closest('select') === null)
    .map((option) => option.textContent);
const sentBodies = (api: ReturnType<typeof open>['api']) =>
  api.asked(routes.sendMessage).map(({ body }) => body.body);

test('a # offers the shortcuts at the beginning of a word; the keys choose, and the link is inserted', async () => {
  const { user, api } = open();
  await user.type(await field(), 'Pick a time: #');
  await screen.findByRole('listbox', { name: 'Calendar shortcuts' });
  expect(options()).toEqual(['#intro · Intro call', '#Screening · Long call']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect((await field()).value).toBe(`Pick a time: ${screening.url}`);
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard(', Ana{Enter}');
  await waitFor(() => expect(sentBodies(api)).toEqual([`Pick a time: ${screening.url}, Ana`]));
});

test('typing searches by shortcut or name; Escape closes the menu', async () => {
  const { user } = open();
  await user.type(await field(), '#s');
  await waitFor(() => expect(options()).toEqual(['#Screening · Long call']));
  await user.clear(await field());
  await user.type(await field(), '#call');
  await waitFor(() => expect(options()).toEqual(['#intro · Intro call', '#Screening · Long call']));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(await field());
});

test('a shortcut typed in full is shown, counted and sent as its link', async () => {
  const { user, api } = open();
  await user.type(await field(), 'Book: #INTRO ');
  const filled = `Book: ${intro.url}`;
  await waitFor(() =>
    expect(screen.getByText('Sent as').parentElement?.textContent).toBe(`Sent as ${filled}`),
  );
  expect((await field()).value).toBe('Book: #INTRO ');
  screen.getByText(`${160 - filled.length - 1} left in this text`);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sentBodies(api)).toEqual([filled]));
  expect(screen.queryByText('Sent as')).toBeNull();
});

test('a # that is not a shortcut stays a #, and Enter sends it', async () => {
  const { user, api } = open();
  await user.type(await field(), 'Suite #4{Enter}');
  await waitFor(() => expect(sentBodies(api)).toEqual(['Suite #4']));
  expect(screen.queryByText('Sent as')).toBeNull();
});

test('a slash offers them after the templates', async () => {
  const { user } = open();
  await user.type(await field(), '/');
  await waitFor(() => expect(options()).toEqual(['Invite', '#intro · Intro call', '#Screening · Long call']));
  await user.keyboard('int');
  await waitFor(() => expect(options()).toEqual(['#intro · Intro call']));
  await user.keyboard('{Enter}');
  expect((await field()).value).toBe(intro.url);
});

test('a template is inserted with the link of the first one that is on', async () => {
  const { user } = open([{ ...intro, enabled: false }, screening]);
  await user.type(await field(), '/inv');
  await waitFor(() => expect(options()).toEqual(['Invite']));
  await waitFor(() => expect(screen.getByText(screening.url)).toBeTruthy());
  await user.keyboard('{Enter}');
  expect((await field()).value).toBe(`Pick a time: ${screening.url}`);
});

test.each<[string, ListedShortcut[], Parameters<typeof open>[1], number]>([
  ['that is off', [{ ...intro, enabled: false }], {}, 1],
  ['of a person who has all of them off', [intro], { user: makeUser({ calendarShortcutEnabled: false }) }, 0],
  ['without the plan', [intro], { account: makeAccount({ planType: 'payg' }) }, 0],
])('a shortcut %s is sent as it is', async (_, shortcuts, who, asked) => {
  const { user, api } = open(shortcuts, who);
  await user.type(await field(), 'Book: #intro{Enter}');
  await waitFor(() => expect(sentBodies(api)).toEqual(['Book: #intro']));
  expect(api.asked(routes.listCalendarShortcuts)).toHaveLength(asked);
});

test('shortcuts are loaded once a text has a #', async () => {
  const { user, api } = open();
  await user.type(await field(), 'Hello');
  expect(api.asked(routes.listCalendarShortcuts)).toHaveLength(0);
});

describe('where clicks are counted', () => {
  const sample = 'https://go.harborview.example/l/xxxxxxxxx';
  const counting = { account: makeAccount({ linkClicks: { isCounted: true, sample } }) };

  test('a shortcut is counted as a short link, and the server makes it', async () => {
    const { user, api } = open(undefined, counting);
    await user.type(await field(), 'Book: #INTRO ');
    const counted = `Book: ${sample}`;
    await waitFor(() =>
      expect(screen.getByText('Sent as').parentElement?.textContent).toBe(`Sent as ${counted}`),
    );
    screen.getByText(`${160 - counted.length - 1} left in this text`);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sentBodies(api)).toEqual(['Book: #INTRO']));
  });

  test('a shortcut that is chosen and a template keep their names', async () => {
    const { user, api } = open(undefined, counting);
    await user.type(await field(), '#');
    await screen.findByRole('listbox', { name: 'Calendar shortcuts' });
    screen.getByText(intro.url);
    await user.keyboard('{Enter}');
    expect((await field()).value).toBe('#intro');
    await user.keyboard('{Enter}');
    await user.type(await field(), '/inv');
    await waitFor(() => expect(options()).toEqual(['Invite']));
    await user.keyboard('{Enter}');
    expect((await field()).value).toBe('Pick a time: {{calendar.link}}');
    await screen.findByText(`Pick a time: ${sample}`);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sentBodies(api)).toEqual(['#intro', 'Pick a time: {{calendar.link}}']));
  });
});

test.each([
  ['Hi', null, 'Hi'],
  [
    'Book: https://go.a.example/l/Ab3dE6gH9, ok',
    'https://go.a.example/l/xxxxxxxxx',
    'Book: https://go.a.example/l/xxxxxxxxx, ok',
  ],
  ['https://go.a.example/l/1 #4', null, 'https://go.a.example/l/1 #4'],
])('%s as counted with %s: %s', (body, sample, counted) => {
  expect(asCounted(body, sample)).toBe(counted);
});
