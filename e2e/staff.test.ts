import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { expectAccessible } from './expect-accessible.ts';
import { composer, row, text } from './inbox.ts';
import { enter, expect, test as journey } from './journey.ts';
import { linkIn, mailAbout } from './mails.ts';
import { makeNewcomer, makeRecruiter, type Session } from './people.ts';

const STAFF_DOMAIN = 'staff.example';

/** By the link in the mail. */
async function verifyEmail(address: string, email: string): Promise<void> {
  const link = new URL(linkIn(await mailAbout(address, email, 'Verify your email')));
  await call(address, routes.verifyEmail, { body: { token: link.searchParams.get('token') ?? '' } });
}

const test = journey.extend<{ staff: Session }>({
  staff: async ({ address }, use) => {
    const email = `${randomUUID()}@${STAFF_DOMAIN}`;
    const { session } = await makeNewcomer(address, email);
    await verifyEmail(address, email);
    await use(session);
  },
  // None ahead of time: staff see every number that is being linked.
  recruiter: async ({ address }, use) => {
    await use(await makeRecruiter(address));
  },
});

test.use({ variables: { STAFF_EMAIL_DOMAINS: STAFF_DOMAIN } });
// One after the other, in one worker: no second server has to start for the rest.
test.describe.configure({ mode: 'default' });

const REASON = 'Ticket 4711: texts do not arrive';

test('staff impersonate someone, change nothing, and their company reads it', async ({
  page,
  staff,
  recruiter,
  phone,
  otherBrowser,
  address,
}) => {
  const candidate = phone('+12125550171');
  await candidate.text('I can start on Monday');

  await enter(page, staff, '/dashboard/staff');
  await expect(page.getByText('Turn on two-factor authentication first')).toBeVisible();
  await call(address, routes.updateUser, { token: staff.token, body: { mfaEnabled: true } });
  await page.reload();
  await page.getByLabel('Search accounts').fill(recruiter.numberFormatted);
  const accounts = page.getByRole('list', { name: 'Accounts' });
  await expect(accounts.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'accounts');
  await accounts.getByRole('link', { name: recruiter.companyName }).click();
  await expect(page.getByRole('heading', { name: recruiter.companyName })).toBeVisible();
  await expectAccessible(page, 'one account');

  await page.getByRole('button', { name: /^Impersonate/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Impersonate' }).click();
  await expect(dialog.getByText('The reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Impersonate' }).click();

  const banner = page.getByText(/You're impersonating Robin Ashdown \(read-only\) for 30 more minutes/);
  await expect(banner).toBeVisible();
  await row(page, candidate.formatted).click();
  await expect(text(page, 'I can start on Monday')).toBeVisible();
  await expectAccessible(page, 'impersonating');
  await expect(page.getByText("You're impersonating someone, so you can't text.")).toBeVisible();
  await expect(composer(page, candidate.formatted)).toBeHidden();
  // What is still offered is refused.
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText(/so you can't make changes/).first()).toBeVisible();
  // Not even a reload ends it, and nothing of the staff's own stands here.
  await page.reload();
  await expect(banner).toBeVisible();
  await expect(page.getByRole('link', { name: 'Staff' })).toBeHidden();

  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByRole('heading', { name: recruiter.companyName })).toBeVisible();
  await expect(banner).toBeHidden();
  await expect.poll(candidate.received).toEqual([]);

  const admin = await otherBrowser();
  await enter(admin, recruiter.session, `${address}/dashboard/account/activity`);
  await expect(admin.getByText('impersonated Robin Ashdown')).toBeVisible();
  await expect(admin.getByText(`Reason: ${REASON}`)).toBeVisible();
  await expect(admin.getByRole('link', { name: /Messages/ })).toContainText('1');
  await expectAccessible(admin, 'activity');
});

test('for everyone else nothing is there', async ({ page, recruiter }) => {
  await enter(page, recruiter.session, '/dashboard/staff');
  await expect(page.getByText("Oops! The page you're looking for doesn't exist.")).toBeVisible();
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Staff' })).toBeHidden();
});

test('a feature is switched on, and numbers and jobs have their screens', async ({
  page,
  staff,
  recruiter,
  address,
}) => {
  await call(address, routes.updateUser, { token: staff.token, body: { mfaEnabled: true } });
  const { accountId } = await call(address, routes.getUser, { token: recruiter.session.token });
  await enter(page, staff, `/dashboard/staff/accounts/${accountId}`);
  await page.getByRole('switch', { name: 'Call forwarding abroad' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('They asked for it');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('switch', { name: 'Call forwarding abroad' })).toBeChecked();
  const account = await call(address, routes.getAccount, { token: recruiter.session.token });
  expect(account.metadata.featuresEnabled).toEqual(['callForwardingAbroad']);

  const tabs = page.getByRole('navigation', { name: 'Staff' });
  await tabs.getByRole('link', { name: 'Numbers' }).click();
  await expect(page.getByText('No numbers are linking')).toBeVisible();
  await expectAccessible(page, 'numbers');
  await tabs.getByRole('link', { name: 'Failed jobs' }).click();
  await expect(page.getByText('No job has failed')).toBeVisible();
  await expectAccessible(page, 'jobs');
});

test('activity is filtered, and taken away as a file', async ({ page, recruiter, address }) => {
  const { token } = recruiter.session;
  await call(address, routes.updateAccount, { token, body: { name: '=2+5' } });
  await enter(page, recruiter.session, '/dashboard/account/company');
  await page.getByRole('link', { name: 'See activity' }).click();
  const entries = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(entries.first()).toContainText('renamed the company to =2+5');
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Plan changed' }).click();
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText('chose Personal unlimited, billed monthly');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('Try another person, action or date.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(entries.first()).toContainText('renamed the company');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toContain(",account.renamed,'=2+5,");
});

test('a person who did not ask for a reset keeps their second step', async ({ page, staff, address }) => {
  await call(address, routes.updateUser, { token: staff.token, body: { mfaEnabled: true } });
  const person = await makeRecruiter(address);
  const { token } = person.session;
  await verifyEmail(address, person.email);
  await call(address, routes.updateUser, { token, body: { mfaEnabled: true } });

  const { accountId } = await call(address, routes.getUser, { token });
  await enter(page, staff, `/dashboard/staff/accounts/${accountId}`);
  await page.getByRole('button', { name: /^Reset second step of/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Called back');
  await dialog.getByRole('button', { name: 'Reset second step' }).click();
  await expect(page.getByText(/^Second step ends/)).toBeVisible();

  const subject = "We'll turn off your two-factor authentication in 24 hours";
  await page.goto(linkIn(await mailAbout(address, person.email, subject)));
  await expectAccessible(page, 'keep the second step');
  await page.getByRole('button', { name: 'Keep my second step' }).click();
  await expect(page.getByRole('heading', { name: 'Your second step stays' })).toBeVisible();
  await page.goto(`/dashboard/staff/accounts/${accountId}`);
  await expect(page.getByRole('button', { name: /^Reset second step of/ })).toBeVisible();
});
