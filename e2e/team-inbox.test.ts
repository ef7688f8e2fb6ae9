import { expectAccessible } from './expect-accessible.ts';
import { composer, conversations, row, text, thread, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';
import { dana, logIn, marcus } from './people.ts';

test('a colleague who is mentioned in a note is notified at once, and opens it', async ({
  page: author,
  otherBrowser,
  address,
}) => {
  const mentioned = await otherBrowser();
  await enter(mentioned, await logIn(address, dana), '/dashboard/candidates');
  const notifications = (page = mentioned) => page.getByRole('button', { name: /^Notifications/ });
  await expect(notifications()).toHaveAccessibleName('Notifications');

  await enter(author, await logIn(address, marcus), '/dashboard/messages');
  await row(author, 'Mei Tanaka').click();
  await author.getByRole('button', { name: 'Note', exact: true }).click();
  const note = author.getByRole('textbox', { name: 'Note for your team' });
  await note.pressSequentially('@Dan');
  await author.getByRole('option', { name: 'Dana Whitfield' }).click();
  await note.pressSequentially('can we pay her more?');
  await note.press('Enter');
  await expect(thread(author)).toContainText('@Dana Whitfield can we pay her more?');

  await expect(notifications()).toHaveAccessibleName('Notifications 1 unread');
  await notifications().click();
  await expectAccessible(mentioned, 'notifications', { inBothSchemes: true });
  await mentioned.getByRole('link', { name: /mentioned you in a note about Mei Tanaka\./ }).click();
  await expect(mentioned.getByRole('heading', { name: 'Mei Tanaka', level: 1 })).toBeVisible();
  await expect(thread(mentioned)).toContainText('can we pay her more?');
  await expect(notifications()).toHaveAccessibleName('Notifications');
  await expect(notifications(author)).toHaveAccessibleName('Notifications');
});

test('a draft goes on in another browser until it is sent', async ({
  page: desk,
  otherBrowser,
  recruiter,
  phone,
}) => {
  const kofi = phone('+12125550192');
  await kofi.text('When is it?');
  const home = await otherBrowser();
  for (const page of [desk, home]) {
    await enter(page, recruiter.session, '/dashboard/messages');
    await row(page, kofi.formatted).click();
    await expect(composer(page, kofi.formatted)).toBeEditable();
  }
  await composer(desk, kofi.formatted).pressSequentially('It is');
  await expect(composer(home, kofi.formatted)).toHaveValue('It is');
  await composer(home, kofi.formatted).pressSequentially(' at nine');
  await expect(composer(desk, kofi.formatted)).toHaveValue('It is at nine');
  await composer(desk, kofi.formatted).press('Enter');
  for (const page of [desk, home]) {
    await expect(text(page, 'It is at nine')).toHaveCount(1);
    await expect(composer(page, kofi.formatted)).toHaveValue('');
  }
  expect(await kofi.received()).toEqual(['It is at nine']);
});

test('a snoozed conversation comes back on top with the answer, and says why', async ({
  page,
  recruiter,
  phone,
}) => {
  const [kofi, lena] = [phone('+12125550193'), phone('+12125550194')];
  for (const each of [kofi, lena]) await each.text('Good morning');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, kofi.formatted).click();
  await writeText(page, kofi.formatted, 'Which day suits you?');
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Snooze ${kofi.formatted}` });
  await expectAccessible(page, 'snoozing');
  await dialog.getByRole('button', { name: 'Until they answer' }).click();
  await expect(row(page, kofi.formatted)).toBeHidden();

  await kofi.text('Monday');
  await expect(row(page, kofi.formatted)).toContainText('Back: they answered');
  // What is newer stays below it.
  await lena.text('Are you there?');
  await expect(row(page, lena.formatted)).toContainText('Are you there?');
  await expect(conversations(page).getByRole('listitem')).toContainText([kofi.formatted, lena.formatted]);
  await row(page, kofi.formatted).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'Back on top' })
    .getByRole('button', { name: 'Done' })
    .click();
  await expect(conversations(page).getByRole('listitem')).toContainText([lena.formatted, kofi.formatted]);
});

test('a word that was texted long ago is found, and read in its place', async ({
  page,
  recruiter,
  phone,
}) => {
  const kofi = phone('+12125550195');
  await kofi.text('I can drive a forklift');
  // More than the thread loads at once.
  for (let n = 1; n <= 60; n += 1) await kofi.text(`Text number ${n}`);
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, kofi.formatted).click();
  await expect(text(page, 'Text number 60')).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('forklift');
  await page.getByRole('link', { name: 'Search texts for “forklift”' }).click();
  const found = page.getByRole('list', { name: 'Texts found' }).getByRole('link');
  await expect(found).toHaveCount(1);
  await expect(found.locator('mark')).toHaveText('forklift');
  await expectAccessible(page, 'found texts', { inBothSchemes: true });
  await found.click();
  await expect(text(page, 'I can drive a forklift')).toBeInViewport();
  await expect(text(page, 'Text number 60')).toHaveCount(0);
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(text(page, 'Text number 60')).toBeInViewport();
});
