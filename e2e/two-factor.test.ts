import type { Page } from '@playwright/test';
import { URI } from 'otpauth';
import { expectAccessible } from './expect-accessible.ts';
import { expect, openPart, signIn, signOut, test } from './journey.ts';
import { codeIn, linkIn, mailAbout } from './mails.ts';

test('an authenticator app is set up and signs in, and so does a recovery code', async ({
  page,
  recruiter,
}) => {
  await signIn(page, recruiter);
  await openPart(page, 'Security');
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(recruiter.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = ((await dialog.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
  const app = URI.parse(`otpauth://totp/Hiretext?secret=${secret}`);
  const type = (code: string) => page.getByLabel('Digit 1 of 6').pressSequentially(code);
  await type(app.generate());

  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const recoveryCodes = await dialog.getByRole('listitem').allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('hiretext-recovery-codes.txt');
  await dialog.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByRole('button', { name: 'Remove the app' })).toBeVisible();

  const askForCode = async () => {
    await signOut(page);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.getByLabel('Email', { exact: true }).fill(recruiter.email);
    await page.getByLabel('Password', { exact: true }).fill(recruiter.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  };
  const account = page.getByRole('heading', { name: 'Account', level: 1 });

  await askForCode();
  // The one that the app shows next, since the one before has been used.
  await type(app.generate({ timestamp: Date.now() + 30_000 }));
  await expect(account).toBeVisible();

  await askForCode();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[3] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(account).toBeVisible();
});

test('a browser that is trusted is asked for no code for a while, until it is forgotten', async ({
  page,
  recruiter,
  address,
  otherBrowser,
}) => {
  await page.goto(linkIn(await mailAbout(address, recruiter.email, 'Verify your email')));
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await signIn(page, recruiter);
  await openPart(page, 'Security');
  await page.getByRole('switch', { name: /^Ask for a code when I sign in/ }).click({ force: true });
  await expect(page.getByText('Two-factor authentication is on.')).toBeVisible();

  const giveCredentials = async (to: Page) => {
    await to.getByLabel('Email', { exact: true }).fill(recruiter.email);
    await to.getByLabel('Password', { exact: true }).fill(recruiter.password);
    await to.getByRole('button', { name: 'Sign in' }).click();
  };
  const account = page.getByRole('heading', { name: 'Account', level: 1 });
  const question = (of: Page) => of.getByRole('heading', { name: 'Enter your code' });

  await signOut(page);
  await giveCredentials(page);
  await expect(question(page)).toBeVisible();
  await expectAccessible(page, 'the second step');
  await page.getByLabel('Trust this browser for 30 days').check();
  const code = codeIn(await mailAbout(address, recruiter.email, 'Your code to sign in'));
  await page.getByLabel('Digit 1 of 6').pressSequentially(code);
  await expect(account).toBeVisible();

  await signOut(page);
  await giveCredentials(page);
  await expect(account).toBeVisible();

  const stranger = await otherBrowser();
  await stranger.goto(`${address}/login`);
  await giveCredentials(stranger);
  await expect(question(stranger)).toBeVisible();

  await openPart(page, 'Security');
  const trusted = page.getByRole('list', { name: 'Trusted browsers' });
  await expect(trusted.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'account with a trusted browser');
  await page.getByRole('button', { name: 'Forget trusted browsers' }).click();
  await expect(trusted).toBeHidden();
  await signOut(page);
  await giveCredentials(page);
  await expect(question(page)).toBeVisible();
});
