import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { App, ConnectedApp } from '../../../contract/connected-apps.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const user = makeUser({ userType: 'admin' });
const REQUEST = 'r'.repeat(43);

afterEach(() => vi.restoreAllMocks());

function basics() {
  const api = createFakeApi();
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  return api;
}

const makeConnected = (over: Partial<ConnectedApp> = {}): ConnectedApp => ({
  id: makeId(),
  name: 'Partner',
  scopes: ['texts:read'],
  resource: 'api',
  owner: { id: user.id, firstName: user.firstName, lastName: user.lastName },
  createdAt: '2026-11-20T10:00:00.000Z',
  endsAt: '2027-05-19T10:00:00.000Z',
  lastUsedAt: null,
  ...over,
});

function openRequest() {
  const api = basics();
  api.answer(routes.getAppRequest, {
    name: 'Partner',
    host: 'partner.example',
    scopes: ['candidates:read', 'texts:send'],
    resource: 'api',
  });
  const continueTo = `/oauth/authorize/${REQUEST}`;
  api.answer(routes.allowAppRequest, { continueTo });
  api.answer(routes.refuseAppRequest, { continueTo });
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  return { ...renderApp(paths.connectApp.replace('$requestId', REQUEST), { api }), left, continueTo };
}

test('a person sees who asks for what, and allows it once', async () => {
  const { user: person, api, left, continueTo } = openRequest();
  await screen.findByRole('heading', { name: 'Connect Partner?' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['See candidates', 'Send texts']),
  );
  expect(screen.getByText('partner.example')).toBeTruthy();
  await person.dblClick(screen.getByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(left).toHaveBeenCalledWith(continueTo));
  expect(api.asked(routes.allowAppRequest)).toHaveLength(1);
  expect(left).toHaveBeenCalledTimes(1);
});

test('a person refuses', async () => {
  const { user: person, api, left, continueTo } = openRequest();
  await person.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(left).toHaveBeenCalledWith(continueTo));
  expect(api.asked(routes.allowAppRequest)).toEqual([]);
});

test('the page leads nowhere else, whatever the server says', async () => {
  const { user: person, api, left } = openRequest();
  api.answer(routes.allowAppRequest, { continueTo: 'https://evil.example/' });
  await person.click(await screen.findByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(api.asked(routes.allowAppRequest)).toHaveLength(1));
  expect(left).not.toHaveBeenCalled();
});

test('a request that has ended says what to do', async () => {
  const api = basics();
  api.answer(routes.getAppRequest, new Refusal('not_found'));
  renderApp(paths.connectApp.replace('$requestId', REQUEST), { api });
  expect(await screen.findByText('This request has ended')).toBeTruthy();
});

test('someone who is signed out signs in first, and comes back', async () => {
  const { path, router } = renderApp(paths.connectApp.replace('$requestId', REQUEST), {
    api: basics(),
    signedIn: false,
  });
  await waitFor(() => expect(path()).toBe(paths.login));
  expect(router.state.location.search).toEqual({ next: `/dashboard/connect-app/${REQUEST}` });
});

test('connected apps are listed with what they may do, and disconnected after a question', async () => {
  const api = basics();
  const kept = { apps: [makeConnected(), makeConnected({ name: 'Helper', resource: 'mcp' })] };
  api.answer(routes.listConnectedApps, () => ({ items: kept.apps, nextCursor: null }));
  api.answer(routes.listApps, { items: [], nextCursor: null });
  api.answer(routes.disconnectApp, ({ params }) => {
    kept.apps = kept.apps.filter(({ id }) => id !== params.id);
    return { status: 'ok' as const };
  });
  const { user: person } = renderApp(paths.connectedApps, { api });
  const list = await screen.findByRole('list', { name: 'Connected apps' });
  expect(within(list).getAllByText('Read texts')).toHaveLength(2);
  expect(within(list).getByText('Assistant')).toBeTruthy();
  expect(within(list).getAllByText(/ends May 19, 2027/)).toHaveLength(2);
  await person.click(screen.getByRole('button', { name: 'Disconnect Partner' }));
  const dialog = await screen.findByRole('dialog', { name: 'Disconnect Partner?' });
  await person.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(screen.queryByText('Partner')).toBeNull());
  expect(screen.getByText('Helper')).toBeTruthy();
});

test('an app is added with where it comes back to, and deleted', async () => {
  const api = basics();
  const kept: { apps: App[] } = { apps: [] };
  api.answer(routes.listConnectedApps, { items: [], nextCursor: null });
  api.answer(routes.listApps, () => ({ items: kept.apps, nextCursor: null }));
  api.answer(routes.createApp, ({ body }) => {
    const app = { id: makeId(), forEveryone: false, createdAt: '2026-11-20T10:00:00.000Z', ...body };
    kept.apps = [{ ...app, forEveryone: false }];
    return { ...app, forEveryone: false };
  });
  api.answer(routes.deleteApp, () => {
    kept.apps = [];
    return { status: 'ok' as const };
  });
  const { user: person } = renderApp(paths.connectedApps, { api });
  expect(await screen.findByText('No connected apps yet')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Add app' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add app' });
  await person.type(within(dialog).getByLabelText('Name'), 'Payroll');
  await person.type(within(dialog).getByLabelText('Addresses'), 'http://payroll.example/{Enter}');
  await person.click(within(dialog).getByRole('button', { name: 'Add app' }));
  expect(await within(dialog).findByText(/^Enter an https address/)).toBeTruthy();
  await person.type(within(dialog).getByLabelText('Addresses'), '{Backspace}https://payroll.example/{Enter}');
  await person.click(within(dialog).getByRole('button', { name: 'Add app' }));
  expect(await screen.findByText(/^Client ID: /)).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Delete Payroll' }));
  const sure = await screen.findByRole('dialog', { name: 'Delete Payroll?' });
  await person.click(within(sure).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText(/^Client ID: /)).toBeNull());
});

test('what ends within two weeks says how to keep it', async () => {
  const api = basics();
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();
  const items = [
    makeConnected({ name: 'Partner', endsAt: inDays(13) }),
    makeConnected({ name: 'Zapier', endsAt: inDays(15) }),
  ];
  api.answer(routes.listConnectedApps, { items, nextCursor: null });
  api.answer(routes.listApps, { items: [], nextCursor: null });
  renderApp(paths.connectedApps, { api });
  const [soon, later] = within(await screen.findByRole('list', { name: 'Connected apps' })).getAllByRole(
    'listitem',
  );
  expect(soon?.textContent).toMatch(/Ends soon.*To keep it, connect it again from the app\./);
  expect(later?.textContent).not.toContain('Ends soon');
});
