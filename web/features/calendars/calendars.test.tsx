import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ListedShortcut } from '../../../contract/calendars.ts';
import { failures } from '../../../contract/failure.ts';
import { reorder } from '../../../contract/reorder.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeShortcut, makeUser } from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';
import { providerOf } from './provider-of.ts';

const intro = makeShortcut();
const screening = makeShortcut({
  name: 'Screening',
  shortcut: 'screening',
  url: 'https://cal.com/dana/screening',
});

function open(stored: ListedShortcut[] = [intro, screening], account = makeAccount()) {
  const api = createFakeApi();
  const kept = { shortcuts: stored, user: makeUser() };
  const turnAll = (calendarShortcutEnabled: boolean) => {
    kept.user = { ...kept.user, calendarShortcutEnabled };
    return { status: 'ok' as const };
  };
  api.answer(routes.getUser, () => kept.user);
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listCalendarShortcuts, () => kept.shortcuts);
  api.answer(routes.createCalendarShortcut, ({ body }) => {
    const made = makeShortcut(body);
    kept.shortcuts = [...kept.shortcuts, made];
    return made;
  });
  api.answer(routes.updateCalendarShortcut, ({ params, body }) => {
    const stored = kept.shortcuts.find(({ id }) => id === params.id);
    const changed = { ...makeShortcut(stored), ...(body as Partial<ListedShortcut>) };
    kept.shortcuts = kept.shortcuts.map((one) => (one.id === params.id ? changed : one));
    return changed;
  });
  api.answer(routes.deleteCalendarShortcut, ({ params }) => {
    kept.shortcuts = kept.shortcuts.filter(({ id }) => id !== params.id);
    return { status: 'ok' as const };
  });
  api.answer(routes.orderCalendarShortcuts, ({ body }) => {
    const byId = new Map(kept.shortcuts.map((one) => [one.id, one]));
    kept.shortcuts = reorder([...byId.keys()], body.ids).flatMap((id) => byId.get(id) ?? []);
    return { status: 'ok' as const };
  });
  api.answer(routes.enableCalendarShortcuts, () => turnAll(true));
  api.answer(routes.disableCalendarShortcuts, () => turnAll(false));
  return { kept, ...renderApp(paths.calendars, { api }) };
}

const names = () => screen.queryAllByRole('button', { name: /^Edit / }).map(({ textContent }) => textContent);
/** Replaces the current value. */
async function write(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await fill(user, field, text);
}
const newShortcut = async () =>
  (await screen.findAllByRole('button', { name: 'New shortcut' }))[0] as HTMLElement;

test('the list names the page behind a link, and which link templates have', async () => {
  open();
  const list = await screen.findByRole('list', { name: 'Calendar shortcuts' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('code')?.textContent)).toEqual(['#intro', '#screening']);
  expect(within(rows[0] as HTMLElement).getByText('Calendar link')).toBeTruthy();
  expect(rows[0]?.textContent).toContain('Calendly · https://calendly.com/dana/intro');
  expect(within(rows[1] as HTMLElement).queryByText('Calendar link')).toBeNull();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('where clicks are counted, a row shows how many', async () => {
  open([{ ...intro, usage: { sent: 1200, clicked: 5 } }, screening]);
  const [counted, other] = within(
    await screen.findByRole('list', { name: 'Calendar shortcuts' }),
  ).getAllByRole('listitem');
  expect(counted?.textContent).toContain('1,200 sent, 5 clicked');
  expect(other?.textContent).not.toContain('sent');
});

test('a shortcut is added, with an example of how to use it', async () => {
  const { user, api } = open([]);
  await screen.findByText('No shortcuts yet');
  await user.click(await newShortcut());
  const dialog = await screen.findByRole('dialog', { name: 'New shortcut' });
  expect(dialog.textContent).toContain('Type #intro in a text.');
  await user.click(within(dialog).getByRole('button', { name: 'Create shortcut' }));
  expect(within(dialog).getByText('The name is required')).toBeTruthy();
  await write(user, within(dialog).getByLabelText('Name'), 'Meet me');
  await write(user, within(dialog).getByLabelText('URL'), 'my calendar');
  await user.type(within(dialog).getByLabelText('Shortcut'), '#meet');
  expect(dialog.textContent).toContain('Type #meet in a text.');
  await user.click(within(dialog).getByRole('button', { name: 'Create shortcut' }));
  expect(within(dialog).getByText('The url field must be a valid URL.')).toBeTruthy();
  expect(api.asked(routes.createCalendarShortcut)).toHaveLength(0);
  await write(user, within(dialog).getByLabelText('URL'), 'calendly.com/dana');
  await user.tab();
  expect(within(dialog).getByLabelText<HTMLInputElement>('URL').value).toBe('https://calendly.com/dana');
  await user.click(within(dialog).getByRole('button', { name: 'Create shortcut' }));
  await screen.findByText('Calendar created successfully!');
  await waitFor(() => expect(names()).toEqual(['Meet me']));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.asked(routes.createCalendarShortcut)[0]?.body).toEqual({
    name: 'Meet me',
    shortcut: 'meet',
    url: 'https://calendly.com/dana',
    enabled: true,
  });
});

test('a shortcut is changed', async () => {
  const { user, api } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit Intro call' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit shortcut' });
  await write(user, within(dialog).getByLabelText('Name'), 'First call');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Calendar updated successfully!');
  await waitFor(() => expect(names()).toEqual(['First call', 'Screening']));
  expect(api.asked(routes.updateCalendarShortcut)[0]).toMatchObject({
    params: { id: intro.id },
    body: { name: 'First call', shortcut: 'intro' },
  });
});

test('a taken shortcut shows an error at its field, and one that is gone leaves the list', async () => {
  const { user, api, kept } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit Screening' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit shortcut' });
  await write(user, within(dialog).getByLabelText('Shortcut'), 'Intro');
  api.answer(routes.updateCalendarShortcut, new Refusal('shortcut_taken'));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText(failures.shortcut_taken.message);
  expect(within(dialog).getByLabelText('Shortcut').getAttribute('aria-invalid')).toBe('true');
  kept.shortcuts = [intro];
  api.answer(routes.updateCalendarShortcut, new Refusal('not_found'));
  await write(user, within(dialog).getByLabelText('Shortcut'), 'other');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText(failures.not_found.message);
  await waitFor(() => expect(names()).toEqual(['Intro call']));
});

test('a shortcut is deleted after asking, also one that is gone already', async () => {
  const { user, api, kept } = open();
  const remove = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
    const dialog = await screen.findByRole('dialog', { name: `Delete “${name}”?` });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  };
  await remove('Intro call');
  await waitFor(() => expect(names()).toEqual(['Screening']));
  expect(api.asked(routes.deleteCalendarShortcut)[0]?.params).toEqual({ id: intro.id });
  kept.shortcuts = [];
  api.answer(routes.deleteCalendarShortcut, new Refusal('not_found'));
  await remove('Screening');
  await screen.findByText('No shortcuts yet');
});

describe('the switches', () => {
  test('turn one shortcut off, and the next one is the calendar link', async () => {
    const { user, api } = open();
    const one = await screen.findByRole('switch', { name: 'Use Intro call' });
    await user.click(one);
    await waitFor(() => expect(one).toHaveProperty('checked', false));
    expect(api.asked(routes.updateCalendarShortcut)[0]?.body).toEqual({ enabled: false });
    await waitFor(() =>
      expect(screen.getByText('Calendar link').closest('li')?.textContent).toContain('Screening'),
    );
  });

  test('turn all of them off and on', async () => {
    const { user, kept } = open();
    const all = await screen.findByRole('switch', { name: /^Use shortcuts in texts/ });
    await user.click(all);
    await waitFor(() => expect(kept.user.calendarShortcutEnabled).toBe(false));
    await waitFor(() => expect(screen.queryByText('Calendar link')).toBeNull());
    expect(all).toHaveProperty('checked', false);
    await user.click(all);
    await screen.findByText('Calendar link');
    expect(all).toHaveProperty('checked', true);
  });

  test('go back where the server refuses', async () => {
    const { user, api } = open();
    api.answer(routes.updateCalendarShortcut, new Refusal('unavailable'));
    const one = await screen.findByRole('switch', { name: 'Use Intro call' });
    await user.click(one);
    await screen.findByText(failures.unavailable.message);
    await waitFor(() => expect(one).toHaveProperty('checked', true));
  });
});

test('a link is copied', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Copy the link of Intro call' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(await navigator.clipboard.readText()).toBe(intro.url);
});

test('shortcuts are moved by arrow keys and by the menu, and the first is the calendar link', async () => {
  const { user, api } = open();
  (await screen.findByRole('button', { name: 'Move Intro call' })).focus();
  await user.keyboard('{ArrowUp}');
  expect(api.asked(routes.orderCalendarShortcuts)).toHaveLength(0);
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(names()).toEqual(['Screening', 'Intro call']));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Intro call');
  await screen.findByText('Intro call is now 2 of 2.');
  expect(screen.getByText('Calendar link').closest('li')?.textContent).toContain('Screening');
  await waitFor(() =>
    expect(api.asked(routes.orderCalendarShortcuts).map(({ body }) => body.ids)).toEqual([
      [screening.id, intro.id],
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'More for Intro call' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move up', hidden: true }));
  await waitFor(() => expect(names()).toEqual(['Intro call', 'Screening']));
  api.answer(routes.orderCalendarShortcuts, new Refusal('unavailable'));
  screen.getByRole('button', { name: 'Move Screening' }).focus();
  await user.keyboard('{ArrowUp}');
  await screen.findByText(failures.unavailable.message);
  await waitFor(() => expect(names()).toEqual(['Intro call', 'Screening']));
});

test('many are searched', async () => {
  const many = Array.from({ length: 8 }, (_, i) => makeShortcut({ name: `Call ${i}`, shortcut: `call${i}` }));
  const { user } = open(many);
  await user.type(await screen.findByRole('searchbox', { name: 'Search shortcuts' }), '#call3');
  await waitFor(() => expect(names()).toEqual(['Call 3']));
  await user.type(screen.getByRole('searchbox', { name: 'Search shortcuts' }), ' nothing');
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(names()).toHaveLength(8));
});

test('a list that could not be loaded is loaded again', async () => {
  const { user, api } = open();
  api.answer(routes.listCalendarShortcuts, new Refusal('forbidden'));
  const failure = await screen.findByText("Your calendar shortcuts couldn't be loaded.");
  api.answer(routes.listCalendarShortcuts, [intro]);
  await user.click(within(failure.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toEqual(['Intro call']));
});

test('without the plan, the screen says what is missing', async () => {
  const { api } = open([], makeAccount({ planType: 'payg' }));
  await screen.findByText('You need a monthly or annual plan.');
  expect(screen.queryByText('No shortcuts yet')).toBeNull();
  expect(api.asked(routes.listCalendarShortcuts)).toHaveLength(0);
});

test.each([
  ['https://calendly.com/dana/intro', 'Calendly'],
  ['https://calendar.app.google/x1', 'Google Calendar'],
  ['https://calendar.google.com/calendar/appointments/x', 'Google Calendar'],
  ['https://outlook.office365.com/book/dana', 'Microsoft Bookings'],
  ['https://cal.com/dana', 'Cal.com'],
  ['https://notcal.com/calendly.com', undefined],
])('%s is of %s', (url, provider) => {
  expect(providerOf(url)).toBe(provider);
});
