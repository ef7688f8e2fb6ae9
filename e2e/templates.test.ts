import { expectAccessible } from './expect-accessible.ts';
import { composer, row, status, thread } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

test('a template is written, put first, inserted, edited and sent, and then a draft', async ({
  page,
  recruiter,
  phone,
}) => {
  const candidate = phone('+12125550171');
  await candidate.text('Hello, is the job still open?');
  await enter(page, recruiter.session, '/dashboard/templates');

  for (const [name, body] of [
    ['Thanks', 'Thanks for your text.'],
    ['Interview', 'are you free on Thursday? This is '],
  ] as const) {
    await page.getByRole('button', { name: 'New template' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('textbox', { name: 'Text' }).fill(body);
    if (name === 'Interview') {
      await dialog.getByRole('button', { name: 'Insert attribute' }).click();
      await expectAccessible(page, 'merge attributes to insert');
      await page.getByRole('menuitem', { name: /^Your first name/ }).click();
      await dialog.getByRole('textbox', { name: 'Text' }).press('Home');
      await page.keyboard.type('Hi ');
      await dialog.getByRole('button', { name: 'Insert attribute' }).click();
      await page.getByRole('menuitem', { name: /^First name/ }).click();
      await page.keyboard.type(', ');
      await expect(dialog.getByText(/^First name may be missing/)).toBeVisible();
      await dialog.getByRole('button', { name: 'First name', exact: true }).click();
      await page.getByRole('textbox', { name: 'Fallback' }).fill('there');
      await expectAccessible(page, 'changing a merge attribute');
      await page.keyboard.press('Escape');
      await expect(dialog.getByRole('button', { name: 'First name, or “there”' })).toBeFocused();
      await expectAccessible(page, 'writing a template');
      await dialog.getByRole('textbox', { name: 'Text' }).press('End');
      await page.keyboard.type('.');
      await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(
        'Hi {{candidate.firstName|there}}, are you free on Thursday? This is {{recruiter.firstName}}.',
      );
    }
    await expect(dialog.getByText(/left in this text/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Create template' }).click();
    await expect(page.getByText('Template Created successfully!').first()).toBeVisible();
    await expect(dialog).toBeHidden();
  }

  const names = page.getByRole('list', { name: 'Templates' }).getByRole('button', { name: /^Edit / });
  await expect(names).toHaveText(['Thanks', 'Interview']);
  await page.getByRole('button', { name: 'Move Interview' }).press('ArrowUp');
  await expect(names).toHaveText(['Interview', 'Thanks']);
  await expect(page.getByRole('button', { name: 'Move Interview' })).toBeFocused();
  await page.reload();
  await expect(names).toHaveText(['Interview', 'Thanks']);
  // By the mouse, back again.
  const [handle, below] = [
    await page.getByRole('button', { name: 'Move Interview' }).boundingBox(),
    await page.getByRole('listitem').filter({ hasText: 'Thanks for your text' }).boundingBox(),
  ];
  if (!handle || !below) throw new Error('Nothing to drag');
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(handle.x + 8, below.y + below.height - 4, { steps: 5 });
  await page.mouse.up();
  await expect(names).toHaveText(['Thanks', 'Interview']);
  await expectAccessible(page, 'templates');

  await page.goto('/dashboard/messages');
  await row(page, candidate.formatted).click();
  const field = page.getByRole('textbox', { name: /^Text to/ });
  await field.pressSequentially('/int');
  await expect(page.getByRole('option', { name: 'Interview' })).toBeVisible();
  await expectAccessible(page, 'templates in the composer');
  await field.press('Enter');
  await expect(field).toHaveValue('Hi there, are you free on Thursday? This is Robin.');

  await page.keyboard.type(' Call me!');
  await page.keyboard.press('Enter');
  await expect(thread(page).getByText(/This is Robin\. Call me!$/)).toHaveCount(1);

  await page.getByRole('button', { name: 'Draft', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Draft' });
  await expect(panel.getByRole('button', { name: 'Confirm' })).toBeFocused();
  await panel.getByRole('button', { name: 'Ask for times' }).click();
  await panel.getByRole('button', { name: 'Shorter' }).click();
  await expectAccessible(page, 'draft');
  await panel.getByRole('button', { name: 'Insert' }).click();
  await expect(panel).toBeHidden();
  await expect(field).toHaveValue(/^Hi there, .*when are you free\?$/i);
  await expect(field).toBeFocused();
  await page.keyboard.type(' Text me!');
  await page.keyboard.press('Enter');
  await expect(thread(page).getByText(/^Hi there, .*when are you free\? Text me!$/i)).toHaveCount(1);
  await expect(composer(page, candidate.formatted)).toHaveValue('');
  // It counts once the carrier has it.
  await expect(status(page, 'Delivered').first()).toBeVisible();

  // Counted mostly within two seconds, and on a busy machine within half a minute.
  await expect(async () => {
    await page.goto('/dashboard/templates');
    const counted = page.getByRole('listitem').filter({ hasText: 'Interview' });
    await expect(counted).toBeVisible();
    await expect(counted).toContainText('Sent once', { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await page.goto('/dashboard/account/sent-drafts');
  await expect(page.getByRole('region', { name: 'Sent' })).toContainText('Text me!');
  await expectAccessible(page, 'sent drafts');
});

test('a calendar shortcut is added, and becomes its link in a text', async ({ page, recruiter, phone }) => {
  const candidate = phone('+12125550172');
  await candidate.text('When can we talk?');
  await enter(page, recruiter.session, '/dashboard/calendars');
  await page.getByRole('button', { name: 'New shortcut' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New shortcut' });
  await dialog.getByLabel('Name').fill('Intro call');
  await dialog.getByLabel('URL').fill('https://calendly.example/robin');
  await dialog.getByLabel('Shortcut').fill('intro');
  await expectAccessible(page, 'adding a calendar shortcut');
  await dialog.getByRole('button', { name: 'Create shortcut' }).click();
  await expect(page.getByText('Calendar created successfully!').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectAccessible(page, 'calendars');

  await page.goto('/dashboard/messages');
  await row(page, candidate.formatted).click();
  const field = composer(page, candidate.formatted);
  await field.pressSequentially('Pick a time: #in');
  await expect(page.getByRole('option', { name: /^#intro/ })).toBeVisible();
  await expectAccessible(page, 'calendar shortcuts in the composer');
  await field.press('Enter');
  await expect(field).toHaveValue('Pick a time: https://calendly.example/robin');
  await field.fill('Or here: #Intro');
  await expect(page.getByText('Sent as Or here: https://calendly.example/robin')).toBeVisible();
  await field.press('End');
  await field.press('Enter');
  await expect(thread(page).getByText('Or here: https://calendly.example/robin')).toHaveCount(1);
});
