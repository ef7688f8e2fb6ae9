import { expectAccessible } from './expect-accessible.ts';
import { composer, row, thread } from './inbox.ts';
import { expect, signIn, test } from './journey.ts';
import { dana } from './people.ts';

test('a draft is asked for, read, edited and sent by a person', async ({ page }) => {
  await signIn(page, dana);
  await page.goto('/dashboard/messages');
  await row(page, 'Maria Santos').click();
  await page.getByRole('button', { name: 'Draft', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Draft' });
  await expect(panel.getByLabel('What to write')).toBeFocused();
  await panel.getByLabel('What to write').fill('Ask if Tuesday at 3 PM works');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('Tuesday at 3 PM');
  await expect(panel.getByRole('button', { name: 'Insert' })).toBeVisible();
  await expectAccessible(page, 'draft');
  await panel.getByRole('button', { name: 'Insert' }).click();
  await expect(panel).toBeHidden();
  await expect(composer(page, 'Maria')).toHaveValue(/Tuesday at 3 PM/);
  await expect(composer(page, 'Maria')).toBeFocused();
  await page.keyboard.type(' Call me!');
  await page.keyboard.press('Enter');
  await expect(thread(page).getByText(/Tuesday at 3 PM.* Call me!/)).toHaveCount(1);
});
