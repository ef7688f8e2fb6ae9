import { paths } from '../web/paths.ts';
import { expectAccessible } from './expect-accessible.ts';
import { row, text, writeText } from './inbox.ts';
import { expect, screenLink, signIn, test } from './journey.ts';

test('a newcomer tries everything without an account elsewhere: from signing in to a note in the ATS', async ({
  page,
  context,
  recruiter,
}) => {
  await signIn(page, recruiter);
  await screenLink(page, 'Integrations').click();
  const greenhouse = page.getByRole('article', { name: 'Greenhouse', exact: true });
  await page.getByRole('button', { name: 'Connect Greenhouse', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Greenhouse' });
  await expect(dialog.getByLabel('Client ID')).toBeVisible();
  await expectAccessible(page, 'connect the simulated Greenhouse');
  await dialog.getByRole('button', { name: 'Try it with the simulated Greenhouse' }).click();
  await expect(dialog).toBeHidden();
  await expect(greenhouse.getByText('Candidates', { exact: true }).locator('xpath=..')).toContainText('8');

  // Its people are candidates, and a text to one of them is a note there.
  await screenLink(page, 'Candidates').click();
  await page.getByRole('link', { name: 'Text Owen Tallis' }).click();
  const hello = 'Hi Owen, are you free on Tuesday?';
  await writeText(page, 'Owen', hello);
  await expect(text(page, hello)).toBeVisible();

  const ats = await context.newPage();
  await ats.goto(paths.simulatedAts);
  await ats.getByRole('link', { name: /^Owen Tallis/ }).click();
  const owen = ats.getByRole('article', { name: 'Owen Tallis' });
  await expect(owen.getByText(hello)).toBeVisible();
  await expectAccessible(ats, 'simulated ATS', { inBothSchemes: true });

  // What is done there arrives here, and their phone answers.
  await owen
    .getByRole('combobox', { name: 'Stage for Night-shift nurse' })
    .selectOption('Face to Face Interview');
  await expect(page.getByText('Face to Face Interview').first()).toBeVisible();
  await owen.getByRole('link', { name: '(360) 555-0162' }).click();
  const phone = ats.getByRole('region', { name: 'Phone (360) 555-0162' });
  await expect(phone.getByText(hello)).toBeVisible();
  await phone.getByLabel('Text message').fill('Tuesday is fine');
  await phone.getByLabel('Text message').press('Enter');
  await expect(text(page, 'Tuesday is fine')).toBeVisible();
  await expect(row(page, 'Owen Tallis')).toBeVisible();

  // A calendar, too.
  await page.goto(paths.calendars);
  await page.getByRole('button', { name: 'Connect calendar' }).click();
  await page.getByRole('menuitem', { name: 'Try it with a simulated calendar' }).click();
  await expect(page.getByRole('list', { name: 'Connected calendars' })).toContainText('Simulated calendar');
});
