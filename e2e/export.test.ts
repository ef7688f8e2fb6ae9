import { expectAccessible } from './expect-accessible.ts';
import { enter, expect, openPart, test } from './journey.ts';
import { makeNewcomer } from './people.ts';

test('a company takes everything with it, and another account takes it over', async ({
  page,
  address,
  recruiter,
  phone,
  otherBrowser,
}) => {
  test.slow();
  const candidate = phone('+12125550166');
  await candidate.text('Is the welding job still open?');
  await enter(page, recruiter.session, '/dashboard/messages');
  await expect(page.getByText('Is the welding job still open?').first()).toBeVisible();
  await page.goto('/dashboard/account');
  await openPart(page, 'Company');
  await page.getByRole('link', { name: 'Export and import' }).click();
  await expect(page.getByText('No one exported the account in the last 30 days.')).toBeVisible();
  await expect(page.getByText('Import an export')).toBeHidden();
  await page.getByRole('button', { name: 'Export everything' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  await expectAccessible(page, 'an export');
  const zip = await (await download).path();

  const newcomer = await makeNewcomer(address);
  const other = await otherBrowser();
  await enter(other, newcomer.session, '/dashboard/account/export');
  await expectAccessible(other, 'before an import');
  const chooser = other.waitForEvent('filechooser');
  await other.getByRole('button', { name: 'Choose an export' }).click();
  await (await chooser).setFiles(zip);
  await expect(other.getByText('Everything was imported')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(other, 'after an import');
  await expect(other.getByRole('button', { name: 'Choose an export' })).toBeHidden();
  await other.goto(`${address}/dashboard/candidates`);
  await expect(other.getByText(candidate.formatted).first()).toBeVisible();
});
