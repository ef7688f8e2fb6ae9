import { expectAccessible } from './expect-accessible.ts';
import { conversations, row } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

test('several conversations are selected by keys, archived and brought back', async ({
  page,
  otherBrowser,
  recruiter,
  phone,
}) => {
  const [kofi, lena, omar] = [phone('+12125550171'), phone('+12125550172'), phone('+12125550173')];
  for (const each of [kofi, lena, omar]) await each.text('Good morning');
  const home = await otherBrowser();
  for (const each of [page, home]) {
    await enter(each, recruiter.session, '/dashboard/messages');
    await expect(conversations(each).getByRole('listitem')).toHaveCount(3);
  }

  await page.keyboard.press('j');
  await expect(row(page, omar.formatted)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('region', { name: 'Selected conversations' });
  await expect(bar).toContainText('2 selected');
  await expectAccessible(page, 'selected conversations');
  await page.keyboard.press('e');
  for (const each of [page, home]) {
    await expect(conversations(each).getByRole('listitem')).toHaveCount(1);
    await expect(row(each, kofi.formatted)).toBeVisible();
  }
  await expect(page.getByText('Archived 2 conversations')).toBeVisible();

  // What comes in meanwhile is newer than the undo.
  await omar.text('Are you there?');
  await expect(row(home, omar.formatted)).toContainText('2 unread');
  await page.keyboard.press('z');
  for (const each of [page, home]) {
    await expect(conversations(each).getByRole('listitem')).toHaveCount(3);
    await expect(row(each, omar.formatted)).toContainText('2 unread');
  }

  await page.getByRole('button', { name: `Select ${lena.formatted}` }).click();
  await page.keyboard.press('Control+a');
  await expect(bar).toContainText('3 selected');
  await page.keyboard.press('u');
  for (const each of [page, home])
    await expect(conversations(each).getByRole('listitem').filter({ hasText: 'unread' })).toHaveCount(0);
  await page.keyboard.press('z');
  for (const each of [page, home]) await expect(row(each, omar.formatted)).toContainText('2 unread');
});
