import type { Locator, Page } from '@playwright/test';
import * as routes from '../contract/routes.ts';
import { FakeClock } from '../server/adapters/ats/fakes/fake-ats.ts';
import { type FakeGreenhouse, startFakeGreenhouse } from '../server/adapters/ats/fakes/fake-greenhouse.ts';
import { call } from './api.ts';
import { expectAccessible } from './expect-accessible.ts';
import { composer, row, status, writeText } from './inbox.ts';
import { test as base, enter, expect, openSettings } from './journey.ts';

/** A Greenhouse that the server of this file asks instead of the real one. */
const test = base.extend<object, { greenhouse: FakeGreenhouse }>({
  greenhouse: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern
    async ({}, use) => {
      const greenhouse = await startFakeGreenhouse(new FakeClock(new Date()));
      await use(greenhouse);
      await greenhouse.stop();
    },
    { scope: 'worker' },
  ],
  variables: [
    async ({ greenhouse }, use) => {
      await use({
        GREENHOUSE_API_BASE_URL: greenhouse.url,
        GREENHOUSE_CLIENT_ID: greenhouse.partner.id,
        GREENHOUSE_CLIENT_SECRET: greenhouse.partner.secret,
      });
    },
    { scope: 'worker' },
  ],
});

const card = (page: Page): Locator => page.getByRole('article', { name: 'Greenhouse', exact: true });

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Connect Greenhouse', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Greenhouse' });
  await expect(dialog.getByText('Hiretext needs these permissions:')).toBeVisible();
  return dialog;
}

test('a recruiter connects Greenhouse by key: a number gets its name, texts are noted, a stage changes, a reminder is confirmed', async ({
  page,
  address,
  recruiter,
  phone,
  greenhouse,
}) => {
  // Notes are written every few seconds.
  const candidate = phone('+12125550187');
  const job = greenhouse.addJob({ name: 'Line cook' });
  const inGreenhouse = greenhouse.addPerson({
    firstName: 'Noor',
    lastName: 'Haddad',
    phones: ['212-555-0187'],
    job,
  });
  const startsAt = new Date(Date.now() + 25 * 3600_000);
  greenhouse.addInterview?.({
    person: inGreenhouse,
    title: 'Trial shift',
    startsAt,
    endsAt: new Date(startsAt.getTime() + 3600_000),
    timezone: 'America/New_York',
    interviewer: { name: 'Mia Chen', email: 'mia@quayside.example' },
  });
  await candidate.text('Is the job still open?');
  await enter(page, recruiter.session, '/dashboard/messages');
  await expect(row(page, candidate.formatted)).toBeVisible();

  await openSettings(page, 'Integrations');
  const dialog = await openDialog(page);
  await expectAccessible(page, 'connect Greenhouse');
  const { clientId = '', clientSecret = '' } = greenhouse.access.credentials;
  await dialog.getByLabel('Client ID').fill(clientId);
  await dialog.getByLabel('Client secret').fill('not the secret');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByRole('alert')).toContainText("Greenhouse didn't accept the key.");
  await dialog.getByLabel('Client secret').fill(clientSecret);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('Connection works.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('ATS successfully connected')).toBeVisible();
  const webhook = page.getByRole('dialog', { name: 'Add the webhook in Greenhouse' });
  await expect(webhook.getByText(/\/webhooks\/ats\/greenhouse\//)).toBeVisible();
  await webhook.getByRole('button', { name: 'Done' }).click();
  await expect(card(page).getByText(/^Up to date, last sync/)).toBeVisible();
  await expectAccessible(page, 'integrations');

  await page.getByRole('link', { name: 'Messages' }).click();
  await row(page, 'Noor Haddad').click();
  await expect(composer(page, 'Noor')).toBeVisible();
  await writeText(page, 'Noor', 'It is. Can you come by on Thursday?');
  await expect(status(page, 'Delivered')).toBeVisible();
  await expect
    .poll(() => greenhouse.notesOf(inGreenhouse.externalId).join('\n'))
    .toContain('It is. Can you come by on Thursday?');

  await expectAccessible(page, 'candidate in Greenhouse');
  await page.getByRole('button', { name: 'Move Line cook to another stage' }).click();
  const move = page.getByRole('dialog', { name: 'Move Noor Haddad' });
  await move.getByRole('combobox', { name: 'New stage' }).click();
  await page.getByRole('option', { name: 'Offer' }).click();
  await move.getByRole('button', { name: 'Move to Offer' }).click();
  await expect(page.getByText('Moved to Offer')).toBeVisible();
  const offer = job.stages.find(({ name }) => name === 'Offer');
  expect(greenhouse.stageOf(inGreenhouse.applicationExternalId ?? '')).toBe(offer?.externalId);

  const { token } = recruiter.session;
  await call(address, routes.createAutomation, {
    token,
    body: {
      type: 'interviewReminder',
      name: 'A day before',
      body: 'Your trial shift is on {{interview.date}}. Reply C to confirm.',
      timing: 'before',
      offsetMinutes: 24 * 60,
    },
  });
  const planned = async () => (await call(address, routes.listPlanned, { token, query: {} })).items;
  await expect.poll(planned).toHaveLength(1);
  const [reminder] = await planned();
  await call(address, routes.sendPlannedNow, { token, params: { id: reminder?.id ?? '' } });
  await expect
    .poll(() => candidate.received())
    .toContainEqual(expect.stringContaining('Your trial shift is on'));
  await candidate.text('C');
  await expect(page.getByText(/confirmed/i).first()).toBeVisible();
  await expect.poll(() => greenhouse.notesOf(inGreenhouse.externalId).join('\n')).toMatch(/confirmed/i);
});

test('a recruiter connects Greenhouse by signing in there, and disconnects it', async ({
  page,
  recruiter,
}) => {
  await enter(page, recruiter.session, '/dashboard/integrations');
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Connect with Greenhouse' }).click();
  await expect(page.getByText('ATS successfully connected')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(card(page).getByText(/connected by signing in/)).toBeVisible();

  await card(page).getByRole('button', { name: 'Disconnect Greenhouse' }).click();
  const asked = page.getByRole('dialog', { name: 'Disconnect Greenhouse?' });
  await asked.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect Greenhouse', exact: true })).toBeVisible();
});

test('the help for a system is there for the person who makes the key', async ({ page }) => {
  await page.goto('/help/workable');
  await expect(page.getByRole('heading', { name: 'Connect Workable', level: 1 })).toBeVisible();
  const picture = page.getByRole('img', { name: /^The dialog Connect Workable/ });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page, 'help');
});
