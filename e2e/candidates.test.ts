import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { expectAccessible } from './expect-accessible.ts';
import { text, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

test('from the list to one candidate: filter, open the page, fix a detail, text, and find the way back', async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  const { token } = recruiter.session;
  const add = (firstName: string, phoneNumber: string, tags: string[]) =>
    call(address, routes.createCandidate, {
      token,
      body: { firstName, lastName: 'Reyes', phoneNumber, tags },
    });
  await add('Carla', '+12125550141', ['forklift']);
  await add('Bruno', '+12125550142', []);
  await add('Ana', '+12125550143', ['forklift']);
  await phone('+12125550141').text('Is the warehouse job still open?');
  await phone('+12125550142').text('Hello');

  await enter(page, recruiter.session, '/dashboard/candidates');
  const table = page.getByRole('table', { name: 'Candidates' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row', { name: /Carla Reyes/ })).toContainText(
    'Carla: Is the warehouse job still open?',
  );
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'forklift' }).click();
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Name, A to Z' }).click();
  await expect(table.getByRole('link', { name: /^(?!Text).* Reyes$/ })).toHaveText([
    'Ana Reyes',
    'Carla Reyes',
  ]);
  await expectAccessible(page, 'the filtered list');

  await table.getByRole('link', { name: 'Carla Reyes', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Carla Reyes' })).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Is the warehouse job still open?');
  await page.getByRole('button', { name: 'Edit job title' }).click();
  await page.getByRole('textbox', { name: 'Job title' }).fill('Order picker');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Order picker');
  await expectAccessible(page, "a candidate's page");

  await page.getByRole('link', { name: 'Text', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/messages\/[\da-f-]{36}$/);
  await writeText(page, 'Carla', 'Yes, it is!');
  await expect(text(page, 'Yes, it is!')).toBeVisible();

  await page.goBack();
  await expect(timeline.getByRole('listitem').first()).toContainText('Yes, it is!');
  await page.goBack();
  await expect(page).toHaveURL(/tag=forklift/);
  await expect(table.getByRole('link', { name: /^(?!Text).* Reyes$/ })).toHaveText([
    'Ana Reyes',
    'Carla Reyes',
  ]);
  await expect(table.getByRole('row', { name: /Carla Reyes/ })).toContainText('You: Yes, it is!');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Search candidates').fill('picker');
  await expect(table.getByRole('link', { name: /^(?!Text).* Reyes$/ })).toHaveText(['Carla Reyes']);
});
