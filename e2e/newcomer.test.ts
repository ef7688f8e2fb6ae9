import { composer, row, status, text, thread } from './inbox.ts';
import { expect, test } from './journey.ts';

test('from signing up to reading the first reply', async ({ page, context }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Noor');
  await page.getByLabel('Last name').fill('Ellison');
  await page.getByLabel('Work email').fill(`noor-${Date.now()}@mail.example`);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Choose a plan' }).first().click();
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose personal' }).click();
  const plan = page.getByRole('dialog', { name: 'Personal unlimited, monthly' });
  await plan.getByLabel('Full name').fill('Noor Ellison');
  await plan.getByLabel('Card number').fill('4242 4242 4242 4242');
  await plan.getByLabel('Expiry date').fill('04/39');
  await plan.getByLabel('Security code').fill('123');
  await plan.getByRole('button', { name: 'Pay $29' }).click();

  await expect(page.getByRole('heading', { name: 'Get a number', level: 1 })).toBeAttached();
  const asked = page.getByRole('dialog', { name: 'Get a number' });
  await expect(asked).toContainText('Getting a number uses one of the available seats.');
  await asked.getByRole('link', { name: 'Get number' }).click();
  await page.getByLabel('Area code').fill('415');
  const offered = page.getByRole('radio', { name: /^\(\d{3}\) \d{3}-\d{4}/ }).first();
  await expect(offered).toContainText('San Francisco, CA');
  const number = /\(415\) 555-\d{4}/.exec((await offered.textContent()) ?? '')?.[0] ?? '';
  await offered.click();
  await page.getByRole('button', { name: `Get ${number}` }).click();
  // The simulator is quick.
  const ready = page.getByRole('dialog', { name: 'Your number is ready' });
  await expect(ready).toContainText(`Ready. Text your first candidate from ${number}.`);
  await ready.getByRole('button', { name: 'OK' }).click();

  await expect(page).toHaveURL(/\/dashboard\/messages$/);
  await page.evaluate(() => {
    document.body.dataset.loaded = 'once';
  });
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar).toContainText(number);
  await expect(sidebar.getByText('Active', { exact: true })).toBeVisible();

  await sidebar.getByRole('link', { name: 'Candidates' }).click();
  await page.getByRole('button', { name: 'Add candidate' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add candidate' });
  await form.getByLabel('First name').fill('Inez');
  await form.getByLabel('Last name').fill('Calloway');
  await form.getByLabel('Phone').pressSequentially('2125550171');
  await expect(form.getByLabel('Phone')).toHaveValue('(212) 555-0171');
  await form.getByRole('button', { name: 'Add candidate' }).click();

  await page.getByRole('link', { name: 'Text Inez Calloway' }).click();
  await page.getByRole('button', { name: /^Start with/ }).click();
  const first = 'Hi Inez, this is Noor. Are you free on Tuesday? Reply STOP to opt out.';
  await page.keyboard.type('Are you free on Tuesday?');
  await expect(composer(page, 'Inez')).toHaveValue(first);
  await page.keyboard.press('Enter');
  await expect(text(page, first)).toBeVisible();
  await expect(thread(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(status(page, 'Delivered')).toBeVisible();

  const phones = await context.newPage();
  await phones.goto('/simulator');
  await phones.getByRole('link', { name: /^\(212\) 555-0171/ }).click();
  const inez = phones.getByRole('region', { name: 'Phone (212) 555-0171' });
  await expect(inez.getByText(first)).toBeVisible();
  await inez.getByLabel('Text message').fill('Tuesday is fine');
  await inez.getByLabel('Text message').press('Enter');
  await expect(text(page, 'Tuesday is fine')).toBeVisible();

  // An unknown number texts too, and its phone is open while Inez goes on.
  await phones.getByLabel('Text from another phone').fill('(212) 555-0174');
  await phones.getByRole('button', { name: 'Open' }).click();
  const stranger = phones.getByRole('region', { name: 'Phone (212) 555-0174' });
  await stranger.getByLabel('Text message').fill('Is this the agency?');
  await stranger.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveTitle(/^\(1\) Messages/);
  await row(page, '(212) 555-0174').click();
  await expect(text(page, 'Is this the agency?')).toBeVisible();
  await expect(page).toHaveTitle(/^Messages/);

  await phones.getByRole('link', { name: /^\(212\) 555-0171/ }).click();
  await inez.getByLabel('Text message').fill('At what time?');
  await inez.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveTitle(/^\(1\) Messages/);
  await expect(row(page, 'Inez Calloway')).toContainText('1 unread');
  await row(page, 'Inez Calloway').click();
  await expect(text(page, 'At what time?')).toBeVisible();
  await expect(page).toHaveTitle(/^Messages/);

  // All of it on one page load.
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once');
});
