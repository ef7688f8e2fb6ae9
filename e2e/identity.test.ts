import { enter, expect, openPart, signOut, test } from './journey.ts';
import { codeIn, linkIn, mailAbout } from './mails.ts';
import { choosePlan, makeNewcomer } from './people.ts';

async function withPlan(address: string) {
  const person = await makeNewcomer(address);
  await choosePlan(address, person);
  return person;
}

test('a forgotten password is replaced with a code from a mail', async ({ page, address }) => {
  const robin = await withPlan(address);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email').fill(robin.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(/^If the email you entered is registered in our system/)).toBeVisible();

  const code = codeIn(await mailAbout(address, robin.email, 'Your code to set a new password'));
  await page.getByLabel('Code').fill('000000' === code ? '111111' : '000000');
  await page.getByLabel('New password').fill('an entirely new password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(/This code is wrong or has expired/)).toBeVisible();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('We have successfully updated your password. Please sign in.')).toBeVisible();

  await page.getByLabel('Email').fill(robin.email);
  await page.getByLabel('Password', { exact: true }).fill('an entirely new password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await mailAbout(address, robin.email, 'Your password was changed');
});

test('signing in by a link, which works once', async ({ page, address }) => {
  const robin = await withPlan(address);
  await page.goto('/login');
  await page.getByLabel('Email').fill(robin.email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(
    page.getByText("If the email you entered is registered, we've sent you a link."),
  ).toBeVisible();

  const link = linkIn(await mailAbout(address, robin.email, 'Your link to sign in'));
  await page.goto(link);
  await expect(page).toHaveURL(/\/magicLinkSuccess$/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This link no longer works. Get a new one.')).toBeVisible();
});

test('the address is verified, then a code is asked for at every sign-in', async ({ page, address }) => {
  const robin = await withPlan(address);
  const link = linkIn(await mailAbout(address, robin.email, 'Verify your email'));
  await enter(page, robin.session, '/dashboard/account');
  await expect(page.getByRole('region', { name: 'Verify your email' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page.getByRole('region', { name: 'Verify your email' })).toHaveCount(0);

  await openPart(page, 'Security');
  await page.getByRole('switch', { name: 'Ask for a code when I sign in' }).click({ force: true });
  await expect(page.getByText('Two-factor authentication is on.')).toBeVisible();
  await signOut(page);

  await page.getByLabel('Email', { exact: true }).fill(robin.email);
  await page.getByLabel('Password', { exact: true }).fill(robin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/two-factor-authentication/);
  await expect(page.getByText('OTP sent to email!')).toBeVisible();
  const code = codeIn(await mailAbout(address, robin.email, 'Your code to sign in'));
  await page.getByRole('textbox').first().focus();
  await page.keyboard.type(code);
  await expect(page.getByText('MFA Verification Done!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
});

test('a browser that was left signed in elsewhere is signed out from here', async ({
  page,
  address,
  otherBrowser,
}) => {
  const robin = await withPlan(address);
  const left = await otherBrowser();
  await left.goto(`${address}/login`);
  await left.getByLabel('Email').fill(robin.email);
  await left.getByLabel('Password', { exact: true }).fill(robin.password);
  await left.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(left.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();

  await enter(page, robin.session, '/dashboard/account/security');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
  await left.reload();
  await expect(left).toHaveURL(/\/login/);
});
