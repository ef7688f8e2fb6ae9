import { URI } from 'otpauth';
import { expect, signIn, test } from './journey.ts';

test('an authenticator app is set up and signs in, and so does a recovery code', async ({
  page,
  recruiter,
}) => {
  await signIn(page, recruiter);
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
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('button', { name: 'Remove the app' })).toBeVisible();

  const askForCode = async () => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
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
