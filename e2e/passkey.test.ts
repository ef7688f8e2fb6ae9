import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { enter, expect, openPart, signIn, signOut, test } from './journey.ts';
import { linkIn, mailAbout } from './mails.ts';
import { addDevice, named } from './passkeys.ts';
import { choosePlan, makeColleague, makeNewcomer, TEAM } from './people.ts';

const account = (page: Page) => page.getByRole('heading', { name: 'Account', level: 1 });
const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

async function giveCredentials(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a passkey is added, signs in alone and after the password, and is removed', async ({
  page,
  recruiter,
  address,
}) => {
  const device = await addDevice(page);
  await page.goto(named(address, '/login'));
  await expectAccessible(page, 'login with passkeys');
  await giveCredentials(page, recruiter);
  await expect(account(page)).toBeVisible();

  await openPart(page, 'Security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The password is wrong')).toBeVisible();
  expect(await device.passkeys()).toBe(0);
  await dialog.getByLabel('Your password').fill(recruiter.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(passkeys(page)).toHaveCount(1);
  await expect(passkeys(page)).toContainText(/Chrome on \w+/);
  expect(await device.passkeys()).toBe(1);
  await mailAbout(address, recruiter.email, 'A passkey was added');
  await expectAccessible(page, 'account with a passkey');

  await passkeys(page).getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('The blue laptop');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(passkeys(page)).toContainText('The blue laptop');

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(account(page)).toBeVisible();
  await openPart(page, 'Security');
  await expect(passkeys(page)).toContainText('Last used');

  await signOut(page);
  await giveCredentials(page, recruiter);
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await expectAccessible(page, 'a passkey as the second step');
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(account(page)).toBeVisible();

  await openPart(page, 'Security');
  await passkeys(page).getByRole('button', { name: 'Remove' }).click();
  await dialog.getByLabel('Your password').fill(recruiter.password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeHidden();
  await mailAbout(address, recruiter.email, 'A passkey was removed');

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText("That passkey didn't work. Try again, or sign in another way.")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a device that does not know its owner signs no one in', async ({ page, recruiter, address }) => {
  const device = await addDevice(page);
  await page.goto(named(address, '/login'));
  await giveCredentials(page, recruiter);
  await openPart(page, 'Security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(recruiter.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await signOut(page);
  await device.break();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was used. Try again or choose another way.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('at an address that is a number, the account says where passkeys work', async ({ page, recruiter }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
  await signIn(page, recruiter);
  await openPart(page, 'Security');
  await expect(page.getByText(/^Passkeys need an address with a name/)).toBeVisible();
  await page.getByRole('link', { name: /^localhost:\d+$/ }).click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
});

test('a person without a required second step sets one up before anything else', async ({
  page,
  address,
}) => {
  const admin = await makeNewcomer(address);
  await choosePlan(address, admin, TEAM);
  await page.goto(linkIn(await mailAbout(address, admin.email, 'Verify your email')));
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await enter(page, admin.session, '/dashboard/account/security');
  const require = page.getByRole('switch', { name: /^Require it for everyone/ });
  await expect(require).toBeDisabled();
  await page.getByRole('switch', { name: /^Ask for a code when I sign in/ }).click({ force: true });
  await expect(require).toBeEnabled();
  await require.click({ force: true });
  await expect(page.getByText('Two-factor authentication is required for everyone.')).toBeVisible();

  const member = await makeColleague(address, admin, { firstName: 'Sam' });
  await signOut(page);
  await giveCredentials(page, member);
  await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible();
  await expectAccessible(page, 'a second step to be set up');
  // Whatever else is opened leads back here.
  await page.goto('/dashboard/candidates');
  await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible();
  await page.getByRole('button', { name: 'Use codes by email' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication is on' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Candidates', level: 1 })).toBeVisible();
});
