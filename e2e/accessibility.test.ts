import { paths } from '../web/paths.ts';
import { expectAccessible } from './expect-accessible.ts';
import { row, thread } from './inbox.ts';
import { enter, expect, test } from './journey.ts';
import { choosePlan, dana, logIn, makeNewcomer } from './people.ts';

const heading = { level: 1 } as const;

test('before signing in', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The password is required')).toBeVisible();
  await expectAccessible(page, 'login with faults', { inBothSchemes: true });
  await page.goto('/register');
  await expect(page.getByRole('heading', heading)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await expectAccessible(page, 'register', { inBothSchemes: true });
  await page.goto('/nowhere');
  await expect(page.getByRole('link', { name: 'Go Home' })).toBeVisible();
  await expectAccessible(page, 'not found', { inBothSchemes: true });
});

test('getting started', async ({ page, address }) => {
  const newcomer = await makeNewcomer(address);
  await enter(page, newcomer.session, '/dashboard/plan-selection');
  await expect(page.getByRole('button', { name: 'Choose team' })).toBeVisible();
  await expectAccessible(page, 'plans', { inBothSchemes: true });
  await page.goto('/dashboard/get-number?way=new');
  await expect(page.getByRole('heading', { name: 'You need a plan.' })).toBeVisible();
  await expectAccessible(page, 'a closed screen', { inBothSchemes: true });
  await page.goto('/dashboard/messages');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await expectAccessible(page, 'empty inbox', { inBothSchemes: true });
  await choosePlan(address, newcomer);
  await page.goto('/dashboard/get-number?way=new');
  await page.getByLabel('Area code').fill('917');
  await page
    .getByRole('radio', { name: /^\(917\)/ })
    .first()
    .click();
  await expectAccessible(page, 'numbers to choose from', { inBothSchemes: true });
});

test('the inbox', async ({ page, address }) => {
  await enter(page, await logIn(address, dana), '/dashboard/messages');
  await expect(row(page, 'Maria Santos')).toBeVisible();
  await expectAccessible(page, 'list', { inBothSchemes: true });
  for (const name of ['Hannah Lindqvist', 'Connor McBride', 'Rosa Delgado']) {
    await row(page, name).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(thread(page)).toContainText('Harborview');
    await expectAccessible(page, `thread with ${name}`, { inBothSchemes: true });
  }
  const panel = page.getByRole('complementary', { name: 'Candidate details' });
  for (const section of ['Consent history', 'Pictures', 'Calls'])
    await panel.getByRole('button', { name: section }).click();
  await panel.getByRole('button', { name: 'Edit name' }).click();
  await expect(panel.getByLabel('First name')).toBeFocused();
  await expectAccessible(page, 'candidate details', { inBothSchemes: true });
  await thread(page).getByRole('button', { name: 'Text details' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Text details' })).toBeVisible();
  await expectAccessible(page, 'text details', { inBothSchemes: true });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Candidate details' }).click();
  await expect(page.getByRole('dialog')).toContainText('Consent');
  await expectAccessible(page, 'candidate details in a sheet', { inBothSchemes: true });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Emoji' }).click();
  await expect(page.getByLabel('Search emoji')).toBeVisible();
  await expectAccessible(page, 'emoji', { inBothSchemes: true });
  await page.goto('/dashboard/messages/new');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'new conversation', { inBothSchemes: true });
});

test('a candidate who opted out, and a text that failed', async ({ page, recruiter, phone }) => {
  const [gone, landline] = [phone('+12125550163'), phone('+12125550404')];
  await gone.text('STOP');
  await landline.text('Hello');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, gone.formatted).click();
  await expect(page.getByText('opted out of texts · Today')).toBeVisible();
  await expectAccessible(page, 'opted out', { inBothSchemes: true });
  await row(page, landline.formatted).click();
  await page.getByRole('textbox', { name: /^Text to/ }).fill('Hello to you');
  await page.keyboard.press('Enter');
  await expect(thread(page)).toContainText("This number can't receive texts.");
  await expectAccessible(page, 'failed text', { inBothSchemes: true });
});

test('candidates, account and the phone', async ({ page, address }) => {
  await enter(page, await logIn(address, dana), '/dashboard/candidates');
  await expect(page.getByRole('link', { name: 'Maria Santos', exact: true })).toBeVisible();
  await expectAccessible(page, 'candidates', { inBothSchemes: true });
  await page.getByRole('button', { name: 'More for Maria Santos' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expectAccessible(page, 'menu of a candidate', { inBothSchemes: true });
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog').getByLabel('First name')).toHaveValue('Maria');
  await expectAccessible(page, 'editing a candidate', { inBothSchemes: true });
  await page.goto('/dashboard/candidates');
  await page.getByRole('checkbox', { name: 'Select Maria Santos' }).check();
  await expectAccessible(page, 'selected candidates', { inBothSchemes: true });
  await page.getByRole('link', { name: 'Maria Santos', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, "a candidate's page", { inBothSchemes: true });
  await page.goto('/dashboard/account');
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await expectAccessible(page, 'account', { inBothSchemes: true });
  await page.goto('/simulator?phone=14155550110');
  await expect(thread(page)).toContainText('Oh, should I bring my certifications?');
  await expectAccessible(page, 'simulator', { inBothSchemes: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard/candidates');
  // The menu closes when a screen opens.
  await expect(page.getByRole('link', { name: 'Maria Santos', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: /^Dana Whitfield.*settings$/ }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expectAccessible(page, 'menu on a phone', { inBothSchemes: true });
});

/** Looked at above, and what only someone sees whose account requires a second step in the journey of that. */
const elsewhere: string[] = [
  paths.register,
  paths.messages,
  paths.newConversation,
  paths.candidates,
  paths.account,
  paths.simulator,
  paths.setUpTwoFactor,
];
const walked = Object.values(paths).filter((path) => !path.includes('$') && !elsewhere.includes(path));

test('every screen before signing in, at first sight', async ({ page }) => {
  await page.goto('/login');
  // Whose second step is waited for.
  await page.evaluate(() => sessionStorage.setItem('hiretext:email', 'dana@harborview.example'));
  for (const path of walked.filter((each) => each !== paths.root && !each.startsWith(paths.dashboard))) {
    await page.goto(path);
    await expect(page.getByRole('heading', heading)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expectAccessible(page, path, { inBothSchemes: true });
  }
  for (const path of [paths.emailVerificationSuccess, paths.magicLinkSuccess, paths.callback]) {
    await page.goto(`${path}?token=no-such-token#error=sso_failed`);
    await expect(page.getByRole('button').or(page.getByRole('link')).first()).toBeVisible();
    await expectAccessible(page, `${path} with what it was sent`, { inBothSchemes: true });
  }
});

test('every screen of the dashboard, at first sight', async ({ page, address }) => {
  await enter(page, await logIn(address, dana), paths.account);
  for (const path of walked.filter((each) => each.startsWith(`${paths.dashboard}/`))) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expectAccessible(page, path, { inBothSchemes: true });
  }
});

test('the Support tab', async ({ page, address }) => {
  await enter(page, await logIn(address, dana), paths.account);
  await page.getByRole('button', { name: 'Support' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('The message is required')).toBeVisible();
  await expectAccessible(page, 'the contact form with faults', { inBothSchemes: true });
});
