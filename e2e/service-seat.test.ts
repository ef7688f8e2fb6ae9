import { randomUUID } from 'node:crypto';
import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { phoneOf } from './carrier.ts';
import { expectAccessible } from './expect-accessible.ts';
import { enter, expect, openSettings, test } from './journey.ts';
import { choosePlan, makeNewcomer, TEAM } from './people.ts';

test('software gets a seat, a number and a key, texts under its own name, and is removed with the key', async ({
  page,
  address,
}) => {
  const admin = await makeNewcomer(address);
  const { token } = admin.session;
  await choosePlan(address, admin, TEAM);
  await call(address, routes.updateAccount, { token, body: { name: 'Lindgren Staffing' } });
  await enter(page, admin.session, '/dashboard/account');
  await openSettings(page, 'Integrations');
  await page.getByRole('link', { name: 'API keys' }).click();

  await page.getByRole('button', { name: 'Add service seat' }).click();
  const addService = page.getByRole('dialog', { name: 'Add service seat' });
  await addService.getByLabel('Name').fill('Payroll');
  await expectAccessible(page, 'adding a service seat');
  await addService.getByRole('button', { name: 'Add service seat' }).click();
  const choose = page.getByRole('dialog', { name: 'A number for Payroll' });
  await choose.getByLabel('Area code').fill('628');
  await choose
    .getByRole('radio', { name: /^\(\d{3}\) / })
    .first()
    .click();
  const get = choose.getByRole('button', { name: /^Get \(/ });
  const number = `+1${(await get.innerText()).replace(/\D/g, '')}`;
  await get.click();
  await expect(choose).toBeHidden();

  await page.getByRole('button', { name: 'Create key' }).first().click();
  const createKey = page.getByRole('dialog', { name: 'Create API key' });
  await createKey.getByLabel('Name').fill('Nightly');
  await createKey.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option', { name: 'Payroll' }).click();
  await createKey.getByLabel('Send texts').check();
  await createKey.getByRole('button', { name: 'Create key' }).click();
  const secret = await page
    .getByRole('dialog', { name: 'The secret of Nightly' })
    .locator('code')
    .innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'API keys' })).toContainText('Rights of Payroll');

  const candidate = phoneOf(address, '+12125550117', number);
  const send = () =>
    fetch(`${address}/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ to: candidate.number, body: 'Your shift starts at 7.' }),
    });
  // The number may still be on its way.
  await expect.poll(async () => (await send()).status).toBe(201);
  await expect.poll(() => candidate.received()).toEqual(['Your shift starts at 7.']);

  await page.goto(`${address}/dashboard/messages`);
  await page.getByRole('combobox', { name: 'Whose conversations' }).selectOption("Everyone's");
  await page.getByText('Your shift starts at 7.').first().click();
  await expect(page.getByRole('log', { name: 'Texts' })).toContainText('Payroll');

  await page.goto(`${address}/dashboard/team`);
  const row = page.getByRole('row').filter({ hasText: 'Payroll' });
  await expect(row).toContainText('Service');
  await page.getByRole('button', { name: 'Actions for Payroll', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove from seat' }).click();
  await page.getByRole('button', { name: 'Remove Payroll' }).click();
  await expect(row).toBeHidden();
  expect((await send()).status).toBe(401);
});
