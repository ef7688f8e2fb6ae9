import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import {
  CALENDAR_NAMES,
  type CalendarConnection,
  type CalendarProvider,
} from '../../../../contract/calendar-connections.ts';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeConnection, makeUser } from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

const EVERY: CalendarProvider[] = ['google', 'microsoft', 'caldav', 'ics'];

function open(
  connections: CalendarConnection[] = [],
  available: CalendarProvider[] = EVERY,
  simulatedUrl: string | null = null,
) {
  const api = createFakeApi();
  const kept = { connections };
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listCalendarConnections, () => kept.connections);
  api.answer(
    routes.listCalendarProviders,
    EVERY.map((provider) => ({
      provider,
      name: CALENDAR_NAMES[provider],
      oauth: provider === 'google' || provider === 'microsoft',
      available: available.includes(provider),
      simulatedUrl: provider === 'ics' ? simulatedUrl : null,
    })),
  );
  api.answer(routes.connectCalendar, ({ body }) => {
    const made = makeConnection({ provider: body.provider, name: 'Dana', canWrite: body.provider !== 'ics' });
    kept.connections = [...kept.connections, made];
    return made;
  });
  api.answer(routes.disconnectCalendar, ({ params }) => {
    kept.connections = kept.connections.filter(({ id }) => id !== params.id);
    return { status: 'ok' as const };
  });
  return { kept, ...renderApp(paths.calendars, { api }) };
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Connected calendars' })).findAllByRole('listitem');

async function choose(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: 'Connect calendar' }));
  await user.click(await screen.findByRole('menuitem', { name, hidden: true }));
}

test('the list shows whose calendar each is, what we can do there, and what is wrong', async () => {
  const message = 'CalDAV no longer lets us in. Connect it again.';
  open([
    makeConnection(),
    makeConnection({ provider: 'ics', name: 'Team off-sites', canWrite: false }),
    makeConnection({ provider: 'caldav', name: 'dana@icloud.example', state: 'refused', error: { message } }),
  ]);
  const [google, ics, caldav] = await rows();
  expect(google?.textContent).toBe('Google CalendarConnecteddana@harborview.exampleDisconnect');
  expect(ics?.textContent).toBe('Calendar link (ICS)ConnectedRead onlyTeam off-sitesDisconnect');
  expect(caldav?.textContent).toContain(`Not connecteddana@icloud.example${message}Connect again`);
  expect(screen.getByText("We check when you're busy and add booked interviews.")).toBeTruthy();
});

test('only what this server can connect is offered', async () => {
  const { user } = open([], ['microsoft', 'caldav', 'ics']);
  await screen.findByText('No calendars connected yet.');
  await user.click(screen.getByRole('button', { name: 'Connect calendar' }));
  const items = await screen.findAllByRole('menuitem', { hidden: true });
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Microsoft 365 or Outlook.com',
    'CalDAV',
    'Calendar link (ICS)',
  ]);
});

test('in local mode, a simulated one is connected by one click', async () => {
  const url = 'http://127.0.0.1:3000/simulator/calendar.ics';
  const { user, api } = open([], EVERY, url);
  await choose(user, 'Try it with a simulated calendar');
  expect(await rows()).toHaveLength(1);
  expect(api.asked(routes.connectCalendar).map(({ body }) => body)).toEqual([{ provider: 'ics', url }]);
});

test('a CalDAV calendar is connected with an app password', async () => {
  const { user, api } = open();
  await choose(user, 'CalDAV');
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect a CalDAV calendar' }));
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  for (const field of ['address', 'user name', 'password'])
    expect(dialog.getByText(`The ${field} is required`)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Fastmail' }));
  expect(dialog.getByText(/^Not your Fastmail password\./)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'iCloud' }));
  expect(dialog.getByText(/^Not your Apple password\./)).toBeTruthy();
  await fill(user, dialog.getByLabelText('User name'), 'dana@icloud.example');
  await fill(user, dialog.getByLabelText('App password'), 'abcd-efgh');
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  await screen.findByText('Calendar connected');
  expect(await rows()).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Connect calendar' }));
  expect(api.asked(routes.connectCalendar).map(({ body }) => body)).toEqual([
    {
      provider: 'caldav',
      url: 'https://caldav.icloud.com',
      username: 'dana@icloud.example',
      password: 'abcd-efgh',
    },
  ]);
});

test('a link is connected, once the server finds a calendar there', async () => {
  const { user, api } = open();
  api.answer(routes.connectCalendar, new Refusal('invalid', { url: ["We can't find a calendar."] }));
  await choose(user, 'Calendar link (ICS)');
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect a calendar link' }));
  await fill(user, dialog.getByLabelText('Address'), 'webcal://calendar.example/dana.ics');
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  await dialog.findByText("We can't find a calendar.");
  expect(dialog.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  expect(dialog.queryByRole('alert')).toBeNull();
  for (const code of ['calendar_refused', 'calendar_unavailable', 'calendar_connections_used_up'] as const) {
    api.answer(routes.connectCalendar, new Refusal(code));
    await user.click(dialog.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(failures[code].message));
    expect(screen.getAllByText(failures[code].message)).toHaveLength(1);
  }
  api.answer(routes.connectCalendar, makeConnection());
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  await screen.findByText('Calendar connected');
  expect(api.asked(routes.connectCalendar).at(-1)?.body).toEqual({
    provider: 'ics',
    url: 'https://calendar.example/dana.ics',
  });
});

const popUp = () => ({ closed: false, close: vi.fn(), location: { replace: vi.fn() } });
const tellOtherWindow = (outcome: string) =>
  act(() => {
    const newValue = JSON.stringify({ outcome, vendor: 'google', at: 7 });
    window.dispatchEvent(new StorageEvent('storage', { key: 'hiretext:calendarOauthResult', newValue }));
  });

test('a Google calendar is connected by signing in there, in a pop-up', async () => {
  const opened = popUp();
  vi.spyOn(window, 'open').mockReturnValue(opened as never);
  const { user, api, kept } = open();
  api.answer(routes.startCalendarOauth, { state: 'a b', url: 'https://elsewhere.example' });
  await choose(user, 'Google Calendar');
  const to = 'http://localhost:3000/v1/calendarConnections/google/oauth/?state=a%20b';
  await waitFor(() => expect(opened.location.replace.mock.calls).toEqual([[to]]));
  expect(screen.getByText('Continue in the window that opened.')).toBeTruthy();
  // Not connected, though the address claims success.
  tellOtherWindow('success');
  await screen.findByText("We couldn't connect the calendar. Try again.");
  kept.connections = [makeConnection()];
  tellOtherWindow('success');
  await screen.findByText('Calendar connected');
  expect(await rows()).toHaveLength(1);
});

test('one that no longer lets us in is connected again, the way it was', async () => {
  const opened = popUp();
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(opened as never);
  const { user, api, kept } = open([
    makeConnection({ state: 'refused', error: { message: 'Google no longer lets us in.' } }),
    makeConnection({ provider: 'ics', name: 'Team', state: 'refused', error: { message: 'Gone.' } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Connect Team again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect a calendar link' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(openWindow).not.toHaveBeenCalled();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Connect Team again');
  api.answer(routes.startCalendarOauth, new Refusal('unavailable'));
  await user.click(screen.getByRole('button', { name: 'Connect dana@harborview.example again' }));
  await screen.findByText(failures.unavailable.message);
  expect(opened.close).toHaveBeenCalledOnce();
  kept.connections = [makeConnection()];
  tellOtherWindow('success');
  await waitFor(() => expect(screen.queryByText('Not connected')).toBeNull());
});

test('a calendar is disconnected after asking, also one that is gone already', async () => {
  const { user, api, kept } = open([makeConnection(), makeConnection({ name: 'Team', canWrite: false })]);
  const disconnect = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Disconnect ${name}` }));
    const dialog = await screen.findByRole('dialog', { name: `Disconnect ${name}?` });
    expect(dialog.textContent).toContain("We won't see when you're busy there anymore.");
    await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  };
  const [{ id } = { id: '' }] = kept.connections;
  await disconnect('dana@harborview.example');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(api.asked(routes.disconnectCalendar)[0]?.params).toEqual({ id });
  kept.connections = [];
  api.answer(routes.disconnectCalendar, new Refusal('not_found'));
  await disconnect('Team');
  await screen.findByText('No calendars connected yet.');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Connect calendar'));
});

test('calendars that could not be loaded are loaded again', async () => {
  const { user, api } = open([makeConnection()]);
  api.answer(routes.listCalendarConnections, new Refusal('forbidden'));
  await screen.findByText("Your connected calendars couldn't be loaded.");
  api.answer(routes.listCalendarConnections, [makeConnection()]);
  const section = within(screen.getByRole('region', { name: 'Connected calendars' }));
  await user.click(section.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});
