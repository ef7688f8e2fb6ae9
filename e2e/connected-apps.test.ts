import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appOf } from '../server/testing/apps-of-others.ts';
import { expectAccessible } from './expect-accessible.ts';
import { test as base, enter, expect, openSettings } from './journey.ts';

/** Another company's software: where people come back to it. */
const test = base.extend<{ partner: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern
  partner: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back at the partner</h1>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`);
    server.closeAllConnections();
    server.close();
  },
});

test('a company adds an app, an admin connects it, it calls, and is disconnected', async ({
  page,
  address,
  recruiter,
  partner,
}) => {
  await enter(page, recruiter.session, '/dashboard/account');
  await openSettings(page, 'Integrations');
  await page.getByRole('link', { name: 'Connected apps' }).click();
  await expect(page.getByText('No connected apps yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add app' }).click();
  const addApp = page.getByRole('dialog', { name: 'Add app' });
  await addApp.getByLabel('Name').fill('Partner');
  await addApp.getByLabel('Addresses').fill(partner);
  await addApp.getByLabel('Addresses').press('Enter');
  await expectAccessible(page, 'adding an app');
  await addApp.getByRole('button', { name: 'Add app' }).click();
  const clientId = (await page.getByText(/^Client ID: /).innerText()).slice('Client ID: '.length);

  const software = await appOf({ url: address }, clientId);
  const asked = { redirect_uri: partner, scope: 'candidates:read texts:read' };
  await page.goto(software.address(asked).href);
  await expect(page.getByRole('heading', { name: 'Connect Partner?' })).toBeVisible();
  await expect(page.getByText('Read texts')).toBeVisible();
  await expectAccessible(page, 'an app that asks');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Back at the partner')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');

  await page.goto(software.address(asked).href);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Back at the partner')).toBeVisible();
  const tokens = await software.exchange(new URL(page.url()));
  const call = () =>
    fetch(`${address}/v1/candidates`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect((await call()).status).toBe(200);

  await page.goto(`${address}/dashboard/integrations/apps`);
  await expect(page.getByRole('list', { name: 'Connected apps' })).toContainText(
    'See candidates · Read texts',
  );
  await expectAccessible(page, 'connected apps');
  await page.getByRole('button', { name: 'Disconnect Partner' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No connected apps yet')).toBeVisible();
  expect((await call()).status).toBe(401);
});
