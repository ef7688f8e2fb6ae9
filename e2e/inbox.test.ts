import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { storePicture } from './carrier.ts';
import { composer, conversations, row, status, text, thread, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';
import { dana, logIn } from './people.ts';

const focused = (page: Page) => page.locator(':focus');

/** Goes on by Tab, as far as a person would before giving up. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab');
    const label = await focused(page).evaluate((element) => element.ariaLabel ?? element.textContent ?? '');
    if (name.test(label)) return;
  }
  throw new Error(`Twenty-five times Tab do not lead to ${name}.`);
}

test('a whole morning without a mouse', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(dana.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(dana.password);
  await page.keyboard.press('Enter');
  await expect(row(page, 'Maria Santos')).toBeVisible();

  await page.keyboard.press('j');
  await expect(row(page, '(925) 555-0149')).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(page, 'Maria Santos')).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(page, 'Jamal Carter')).toBeFocused();
  await page.keyboard.press('k');
  await expect(row(page, 'Maria Santos')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Maria Santos', level: 1 })).toBeVisible();

  await tabTo(page, /^Text to/);
  await page.keyboard.type('A text without a mouse');
  await page.keyboard.press('Enter');
  await expect(text(page, 'A text without a mouse')).toHaveCount(1);
  await expect(composer(page, 'Maria')).toHaveValue('');
  await expect(row(page, 'Maria Santos')).toContainText('You: A text without a mouse');

  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search conversations')).toBeFocused();
  await page.keyboard.type('hannah');
  await expect(conversations(page).getByRole('listitem')).toHaveCount(1);
  await tabTo(page, /Hannah Lindqvist/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Hannah Lindqvist', level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Maria Santos')).toBeVisible();

  const panel = page.getByRole('complementary', { name: 'Candidate details' });
  await expect(panel).toContainText('(206) 555-0112');
  await tabTo(page, /^Candidate details/);
  await page.keyboard.press('Enter');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Candidate details' })).toBeFocused();
  await page.keyboard.press('i');
  await expect(panel).toBeFocused();
  await tabTo(page, /^Edit email/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('hannah@example.com');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('link', { name: 'hannah@example.com' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Edit email' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Hannah Lindqvist', level: 1 })).toBeVisible();

  await page.keyboard.press('t');
  const offer = page.getByRole('dialog', { name: 'Offer times to Hannah Lindqvist' });
  await expect(offer.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(offer).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  await page.keyboard.type('add a tag');
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('New tag', { exact: true })).toBeFocused();
  await page.keyboard.type('day shift');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Remove tag day shift' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('e');
  await expect(row(page, 'Hannah Lindqvist')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Hannah Lindqvist', level: 1 })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible();
  await expect(page.getByText(/^Archived .+ .+/).last()).toBeVisible();

  await page.keyboard.press('c');
  await expect(page.getByRole('combobox', { name: 'Name, number or email' })).toBeFocused();
  await page.keyboard.type('646 555 0188');
  await expect(page.getByRole('option', { name: 'Text (646) 555-0188' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(composer(page, '(646) 555-0188')).toBeFocused();
  await page.keyboard.type('A new number by keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '(646) 555-0188', level: 1, exact: true })).toBeVisible();
  await expect(composer(page, '(646) 555-0188')).toBeFocused();
  await expect(text(page, 'A new number by keyboard')).toHaveCount(1);
  await expect(row(page, '(646) 555-0188')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
});

test('twenty conversations are triaged by keyboard alone', async ({ page, recruiter, phone }) => {
  const phones = Array.from({ length: 20 }, (_, n) => phone(`+121255503${String(n).padStart(2, '0')}`));
  for (const [n, candidate] of phones.entries()) await candidate.text(`Question ${n}`);
  await enter(page, recruiter.session, '/dashboard/messages');
  await expect(row(page, phones.at(-1)?.formatted ?? '')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  // The latest is on top.
  for (const [n, candidate] of phones.toReversed().entries()) {
    await expect(page.getByRole('heading', { name: candidate.formatted, level: 1 })).toBeVisible();
    if (n % 4 === 0) {
      await page.keyboard.press('r');
      await expect(composer(page, candidate.formatted)).toBeFocused();
      await page.keyboard.type(`Answer ${n}`);
      await page.keyboard.press('Enter');
      await expect(text(page, `Answer ${n}`)).toHaveCount(1);
      await page.keyboard.press('Escape');
    }
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await page.keyboard.press('e');
  }
  await expect(page.getByText('No conversations yet')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.keyboard.press('z');
  await expect(row(page, phones[0]?.formatted ?? '')).toBeFocused();
  await expect(conversations(page).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  await page.keyboard.type('archived');
  await page.keyboard.press('Enter');
  await expect(conversations(page).getByRole('listitem').first()).toBeVisible();
  expect(await phones[19]?.received()).toEqual(['Answer 0']);
});

test('unread and waiting show what is left to do', async ({ page, recruiter, phone }) => {
  const [kofi, lena, omar] = [phone('+12125550151'), phone('+12125550152'), phone('+12125550153')];
  await kofi.text('First');
  await lena.text('Second');
  await omar.text('Third');
  await enter(page, recruiter.session, '/dashboard/messages');
  await expect(conversations(page).getByRole('listitem')).toHaveCount(3);
  const show = (name: RegExp) => page.getByRole('button', { name });

  await show(/^Unread/).click();
  await expect(show(/^Unread/)).toHaveText('Unread3');
  await row(page, kofi.formatted).click();
  await expect(text(page, 'First')).toBeVisible();
  // What is open stays in sight although it is read.
  await expect(show(/^Unread/)).toHaveText('Unread2');
  await expect(row(page, kofi.formatted)).toBeVisible();
  await row(page, lena.formatted).click();
  await expect(row(page, kofi.formatted)).toBeHidden();
  await expect(show(/^Unread/)).toHaveText('Unread1');

  await show(/^Waiting/).click();
  await expect(show(/^Waiting/)).toHaveText('Waiting3');
  await writeText(page, lena.formatted, 'Answered');
  await expect(show(/^Waiting/)).toHaveText('Waiting2');
  await expect(row(page, lena.formatted)).toBeVisible();
  await row(page, omar.formatted).click();
  await expect(row(page, lena.formatted)).toBeHidden();
  await expect(row(page, kofi.formatted)).toBeVisible();
  await show(/^Archived/).click();
  await expect(page.getByText('Nothing archived')).toBeVisible();
});

test('a text taken back in time is in the composer again and never on the phone', async ({
  page,
  recruiter,
  phone,
}) => {
  const candidate = phone('+12125550154');
  await candidate.text('Hello?');
  await enter(page, recruiter.session, '/dashboard/account');
  await page.getByLabel('Time to undo a text').fill('3');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();

  await page.getByRole('link', { name: /^Messages/ }).click();
  await row(page, candidate.formatted).click();
  await writeText(page, candidate.formatted, 'Hello, Dear Sir');
  await expect(status(page, 'Sending in 3 s')).toBeVisible();
  await thread(page).getByRole('button', { name: 'Undo' }).click();
  await expect(composer(page, candidate.formatted)).toHaveValue('Hello, Dear Sir');
  await expect(text(page, 'Hello, Dear Sir')).toBeHidden();
  await expect(row(page, candidate.formatted)).not.toContainText('You: ');

  await composer(page, candidate.formatted).fill('Hello, Kofi');
  await composer(page, candidate.formatted).press('Enter');
  // Its own time to undo began later, so that of the first is over too.
  await expect(status(page, 'Delivered')).toBeVisible();
  expect(await candidate.received()).toEqual(['Hello, Kofi']);
  await page.reload();
  await expect(text(page, 'Hello, Kofi')).toBeVisible();
  await expect(text(page, 'Hello, Dear Sir')).toBeHidden();
});

test('emoji and pictures, in both directions', async ({ page, context, address, recruiter, phone }) => {
  const candidate = phone('+12125550155');
  const png = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#2f6fb0' } })
    .png()
    .toBuffer();
  await candidate.text('My certificate', [await storePicture(address, png)]);
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await expect(text(page, 'My certificate')).toBeVisible();
  const pictures = thread(page).getByRole('img', { name: 'Attachment' });
  await expect(pictures).toHaveCount(1);
  await expect(pictures).toHaveJSProperty('complete', true);
  await expect(pictures).not.toHaveJSProperty('naturalWidth', 0);

  await composer(page, candidate.formatted).fill('Well done ');
  await page.getByRole('button', { name: 'Emoji' }).click();
  await page.getByLabel('Search emoji').fill('party');
  await page.getByLabel('Search emoji').press('Enter');
  await expect(composer(page, candidate.formatted)).toHaveValue(/^Well done \p{Extended_Pictographic}/u);
  await expect(composer(page, candidate.formatted)).toBeFocused();
  const body = await composer(page, candidate.formatted).inputValue();
  await page.getByLabel('Pictures').setInputFiles({ name: 'office.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByRole('img', { name: 'office.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(text(page, body)).toHaveCount(1);
  await expect(status(page, 'Delivered')).toBeVisible();
  await expect(pictures).toHaveCount(2);
  await expect(pictures.last()).not.toHaveJSProperty('naturalWidth', 0);
  await expect(page.getByRole('img', { name: 'office.png' })).toBeHidden();

  const phones = await context.newPage();
  await phones.goto(`/simulator?phone=${candidate.number}&business=${recruiter.number}`);
  await expect(text(phones, body)).toBeVisible();
  const onPhone = thread(phones).getByRole('img', { name: 'Attachment' });
  await expect(onPhone).toHaveCount(2);
  await expect(onPhone.last()).not.toHaveJSProperty('naturalWidth', 0);
});

test('a file that cannot be texted is refused in a sentence', async ({ page, address }) => {
  await enter(page, await logIn(address, dana), '/dashboard/messages');
  await row(page, 'Maria Santos').click();
  await page
    .getByLabel('Pictures')
    .setInputFiles({ name: 'contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expect(page.getByText('contract.pdf: You can send JPEG, PNG and GIF pictures only.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
});
