import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { enter, expect, signIn, signOut, test } from './journey.ts';
import { dana, logIn, makeNewcomer } from './people.ts';

test('without a session every screen of the dashboard leads to the login, and back afterwards', async ({
  page,
}) => {
  for (const path of ['/', '/dashboard', '/dashboard/account', '/dashboard/candidates']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  }
  await page.getByLabel('Email').fill(dana.email);
  await page.getByLabel('Password', { exact: true }).fill(dana.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Candidates', level: 1 })).toBeVisible();
});

test('a wrong password shows an error and keeps the email', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(dana.email);
  await page.getByLabel('Password', { exact: true }).fill('not her password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The email or password is wrong.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(dana.email);
  await expect(page).toHaveURL(/\/login$/);
});

test('with a session the way in leads to the account', async ({ page, recruiter }) => {
  const { session } = recruiter;
  for (const path of ['/', '/login', '/register', '/dashboard']) {
    await enter(page, session, path);
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/account$/);
  }
});

test('who has a number can not get another, and who has no plan chooses one first', async ({
  page,
  address,
}) => {
  await enter(page, await logIn(address, dana), '/dashboard/get-number');
  await expect(page.getByRole('heading', { name: 'You already have a number.' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Account' }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await enter(page, (await makeNewcomer(address)).session, '/dashboard/get-number');
  await expect(page.getByRole('heading', { name: 'You need a plan.' })).toBeVisible();
  await page.getByRole('link', { name: 'See plans' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a plan', level: 1 })).toBeVisible();
});

test('an unknown path shows "not found" and leads home', async ({ page, recruiter }) => {
  await enter(page, recruiter.session, '/dashboard/nowhere');
  const sentence = page.getByRole('heading', { name: "Oops! The page you're looking for doesn't exist." });
  await expect(sentence).toBeVisible();
  await page.goto('/nowhere');
  await expect(page.getByText('404')).toBeVisible();
  await expect(sentence).toBeVisible();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
});

test('signing out in one tab ends the session in the other', async ({ page, context }) => {
  await signIn(page, dana);
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();

  const other = await context.newPage();
  await other.goto('/dashboard/account');
  await expect(other.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await signOut(other);
  await expect(other).toHaveURL(/\/login/);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a session that the server has ended leads to the login at the next call', async ({ page, address }) => {
  const session = await logIn(address, dana);
  await enter(page, session, '/dashboard/account');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await call(address, routes.logout, { token: session.token });
  // A live event may reach the page first, and then there is nothing left to click.
  await page
    .getByRole('link', { name: 'Candidates' })
    .click()
    .catch(() => {});
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
