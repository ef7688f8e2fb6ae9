import { expectAccessible } from './expect-accessible.ts';
import { conversations, row } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

test('a candidate joins by the word on a poster, and tells their name, job and city', async ({
  page,
  recruiter,
  phone,
}) => {
  await enter(page, recruiter.session, '/dashboard/keywords');
  await page.getByRole('button', { name: 'New keyword' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New keyword' });
  await dialog.getByLabel('Keyword').fill('stop');
  await dialog.getByRole('button', { name: 'Add keyword' }).click();
  await expect(dialog.getByText(/mean something else/)).toBeVisible();
  await dialog.getByLabel('Keyword').fill('jobs');
  await dialog.getByLabel('Tags').fill('Job fair');
  await expectAccessible(page, 'a new keyword', { inBothSchemes: true });
  await dialog.getByRole('button', { name: 'Add keyword' }).click();
  await expect(page.getByRole('button', { name: 'Edit JOBS' })).toBeVisible();
  await page.getByRole('button', { name: 'More for JOBS' }).click();
  const poster = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download poster' }).click();
  expect((await poster).suggestedFilename()).toBe('jobs-poster.pdf');

  const candidate = phone('+12125550171');
  await candidate.text('Jobs please');
  await expect.poll(async () => (await candidate.received()).length).toBe(1);
  await candidate.text('rosa delgado');
  await expect.poll(async () => (await candidate.received()).at(-1)).toMatch(/kind of job/);
  await candidate.text('Night nurse');
  await expect.poll(async () => (await candidate.received()).at(-1)).toMatch(/city/);
  await candidate.text('Oakland');

  await page.getByRole('link', { name: 'Messages' }).click();
  await row(page, 'Rosa Delgado').click();
  const panel = page.getByRole('complementary', { name: 'Candidate details' });
  await expect(panel).toContainText('Night nurse');
  await expect(panel).toContainText('Oakland');
  await expect(panel.getByRole('list', { name: 'Tags', exact: true })).toContainText('Job fair');
  await panel.getByRole('button', { name: 'Consent history' }).click();
  await expect(panel.getByRole('list', { name: 'Consent history' })).toContainText('Text JOBS to');
  await expect(conversations(page).getByRole('listitem')).toHaveCount(1);
});
