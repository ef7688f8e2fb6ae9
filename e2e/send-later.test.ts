import { expectAccessible } from './expect-accessible.ts';
import { composer, row, status, text, thread } from './inbox.ts';
import { enter, expect, screenLink, test } from './journey.ts';

test('a text for tomorrow is changed, listed, and canceled by an answer; another is sent now, once', async ({
  page,
  recruiter,
  phone,
}) => {
  // In Los Angeles, while the recruiter is in New York.
  const kofi = phone('+13105550181');
  await kofi.text('When can we talk?');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, kofi.formatted).click();

  const schedule = async (body: string) => {
    await composer(page, kofi.formatted).fill(body);
    await composer(page, kofi.formatted).press('Control+Shift+Enter');
    await page.getByRole('menuitem', { name: 'Tomorrow 9:00 AM their time' }).click();
    await expect(text(page, body)).toHaveCount(1);
    await expect(composer(page, kofi.formatted)).toHaveValue('');
  };
  const planned = 'Scheduled for Tomorrow 9:00 AM their time · canceled if they answer';
  await schedule('Does ten work?');
  await expect(status(page, planned)).toBeVisible();

  await thread(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit scheduled text' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Does eleven work?');
  await expectAccessible(page, 'editing a scheduled text');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(text(page, 'Does eleven work?')).toHaveCount(1);
  await expect(text(page, 'Does ten work?')).toHaveCount(0);
  await expect(status(page, planned)).toBeVisible();

  await screenLink(page, 'Scheduled').click();
  const list = page.getByRole('list', { name: 'Scheduled texts' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('Does eleven work?');
  await expectAccessible(page, 'scheduled texts', { inBothSchemes: true });
  await kofi.text('I found it, thanks');
  await expect(page.getByText('Nothing scheduled')).toBeVisible();

  await page.goBack();
  await expect(text(page, 'I found it, thanks')).toBeVisible();
  await expect(status(page, 'Canceled because the candidate texted first.')).toBeVisible();
  expect(await kofi.received()).toEqual([]);

  await schedule('See you then');
  await thread(page).getByRole('button', { name: 'Send now' }).dblclick();
  await expect(status(page, 'Delivered')).toHaveCount(1);
  await expect(text(page, 'See you then')).toHaveCount(1);
  expect(await kofi.received()).toEqual(['See you then']);
});
