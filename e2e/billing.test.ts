import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { composer, status, text } from './inbox.ts';
import { expect, openSettings, test } from './journey.ts';

test.use({
  variables: { PRICES: '{"payg":15,"personalMonthly":29,"teamMonthly":25,"teamAnnual":250}' },
});

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const openBilling = (page: Page) => openSettings(page, 'Billing');

async function signUp(page: Page): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Imani');
  await page.getByLabel('Last name').fill('Okoro');
  await page.getByLabel('Work email').fill(`imani-${Date.now()}@mail.example`);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose a plan' }).first().click();
}

async function getNumber(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Get a number' });
  await asked.getByRole('link', { name: 'Get number' }).click();
  await page.getByLabel('Area code').fill('415');
  await page
    .getByRole('radio', { name: /^\(\d{3}\) \d{3}-\d{4}/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Get \(415\)/ }).click();
  await page
    .getByRole('dialog', { name: 'Your number is ready' })
    .getByRole('button', { name: 'OK' })
    .click();
}

test('from the first card over texts and a team to the end of the plan', async ({ page }) => {
  await signUp(page);

  await page.getByRole('button', { name: 'Choose pay as you go' }).click();
  const payg = page.getByRole('dialog', { name: 'Pay as you go' });
  await expect(payg).toContainText('Nothing is charged on this server.');
  await expectAccessible(page, 'a plan to confirm, with a card');
  await payg.getByLabel('Full name').fill('Imani Okoro');
  await payg.getByLabel('Expiry date').pressSequentially('0439');
  await payg.getByLabel('Security code').fill('123');
  // The bank says no to this one.
  await payg.getByLabel('Card number').pressSequentially('4000000000000002');
  await payg.getByRole('button', { name: 'Pay $15' }).click();
  await expect(payg).toContainText('Your card was declined.');
  await payg.getByLabel('Card number').fill('');
  await payg.getByLabel('Card number').pressSequentially('4242424242424242');
  await expect(payg.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await payg.getByRole('button', { name: 'Pay $15' }).click();
  await expect(page.getByText('Plan updated')).toBeVisible();
  await getNumber(page);

  // A number is there, and no text to send from it.
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: 'Candidates' })
    .click();
  await page.getByRole('button', { name: 'Add candidate' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add candidate' });
  await form.getByLabel('First name').fill('Inez');
  await form.getByLabel('Last name').fill('Calloway');
  await form.getByLabel('Phone').pressSequentially('2125550171');
  await form.getByRole('button', { name: 'Add candidate' }).click();
  await page.getByRole('link', { name: 'Text Inez Calloway' }).click();
  await page.getByRole('link', { name: 'Buy texts' }).click();

  const texts = part(page, 'Texts');
  await expect(texts).toContainText('0 texts left');
  await texts.getByRole('button', { name: 'Buy 200 texts' }).click();
  const bought = page.getByRole('dialog', { name: 'Buy 200 texts?' });
  await expect(bought).toContainText("We'll charge Visa ending in 4242.");
  await bought.getByRole('button', { name: 'Pay $16' }).dblclick();
  await expect(page.getByText('Text package successfully purchased')).toBeVisible();
  await expect(texts).toContainText('200 texts left');
  await expect(part(page, 'Invoices').getByRole('listitem')).toHaveCount(2);

  await page.goBack();
  const first = 'Are you free on Tuesday?';
  await composer(page, 'Inez').fill(first);
  await composer(page, 'Inez').press('Enter');
  await expect(text(page, first)).toBeVisible();
  await expect(status(page, 'Delivered')).toBeVisible();
  await openBilling(page);
  await expect(texts).toContainText('199 texts left');
  await expect(part(page, 'Usage')).toContainText('1 text sent in 30 days');
  await expect(part(page, 'Usage').getByRole('application', { name: 'Usage by day' })).toBeVisible();

  await expectAccessible(page, 'billing');

  await part(page, 'Plan').getByRole('link', { name: 'Change plan' }).click();
  const team = part(page, 'Team unlimited');
  await expect(team).toContainText('3 recruiters: $75 per month');
  await team.getByLabel('Company name').fill('Quayside Talent');
  await team.getByRole('button', { name: 'Choose team' }).click();
  const confirm = page.getByRole('dialog', { name: 'Team unlimited, monthly' });
  await expect(confirm).toContainText('for $75, then every month.');
  await expect(confirm).toContainText('The 199 texts you have left are kept for pay as you go.');
  await confirm.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('Plan updated')).toBeVisible();
  await openBilling(page);
  await expect(part(page, 'Plan')).toContainText('Team unlimited, billed monthly');
  await expect(part(page, 'Seats')).toContainText('1 of 3 seats in use');

  const invoices = part(page, 'Invoices');
  await expect(invoices.getByRole('listitem')).toHaveCount(3);
  const href = await invoices
    .getByRole('link', { name: /^PDF of/ })
    .first()
    .getAttribute('href');
  // Without a session: a new tab has only the address.
  const pdf = await page.request.get(href ?? '', { headers: { cookie: '' } });
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

  await part(page, 'Plan').getByRole('button', { name: 'Cancel plan' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel your plan?' });
  await expect(cancel).toContainText("everything works as before. You aren't charged again.");
  await cancel.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(part(page, 'Plan')).toContainText('Canceled');
  await expect(part(page, 'Plan')).toContainText(/Ends on [A-Z][a-z]+ \d\d, \d{4}\./);
});
