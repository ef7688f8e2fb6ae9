import { setNetwork } from './carrier.ts';
import { composer, row, status, text, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

const refused = [
  { ending: '0400', sentence: "This number isn't a valid phone number." },
  { ending: '0404', sentence: "This number can't receive texts." },
  {
    ending: '0410',
    sentence: "The candidate's phone couldn't be reached. It may be off or out of coverage.",
  },
  {
    ending: '0451',
    sentence: 'The carrier blocked this text as spam. Reword it before you try again.',
  },
];

test('a text that does not arrive shows why in a sentence', async ({ page, recruiter, phone }) => {
  for (const { ending, sentence } of refused) {
    const candidate = phone(`+1212555${ending}`);
    await enter(page, recruiter.session, '/dashboard/messages/new');
    await page.getByRole('combobox', { name: 'Name, number or email' }).fill(candidate.formatted);
    await page.getByRole('option', { name: `Text ${candidate.formatted}` }).click();
    await writeText(page, candidate.formatted, 'Hello from Quayside');
    await expect(status(page, sentence)).toBeVisible();
    await expect(row(page, candidate.formatted).getByRole('img', { name: 'Not delivered' })).toBeVisible();
  }
});

test('a text whose answer got lost is asked about, and is not sent twice', async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  await setNetwork(address, { outcome: 'acceptThenTimeout' });
  const candidate = phone('+12125550145');
  await candidate.text('Hello?');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await writeText(page, candidate.formatted, 'Hello, how can I help?');
  // How long it isn't confirmed depends on when the carrier is asked: the next test sees it for as long as it likes.
  await expect(status(page, 'Delivered')).toBeVisible();
  expect(await candidate.received()).toEqual(['Hello, how can I help?']);
});

test('a text that a broken carrier never took goes out once it is whole again', async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  await setNetwork(address, { outcome: 'serverError' });
  const candidate = phone('+12125550146');
  await candidate.text('Hello?');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await writeText(page, candidate.formatted, 'Hello, how can I help?');
  await expect(status(page, 'Not confirmed yet')).toBeVisible();
  await setNetwork(address);
  await expect(status(page, 'Delivered')).toBeVisible({ timeout: 20_000 });
  expect(await candidate.received()).toEqual(['Hello, how can I help?']);
});

test('reports that come twice and in reverse order leave one delivered text', async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  await setNetwork(address, { duplicate: true, reorder: true });
  const candidate = phone('+12125550147');
  await candidate.text('Are you there?');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await expect(text(page, 'Are you there?')).toHaveCount(1);
  await writeText(page, candidate.formatted, 'Yes.');
  await expect(status(page, 'Delivered')).toBeVisible();
  await candidate.text('Good.');
  await expect(text(page, 'Good.')).toBeVisible();
  await writeText(page, candidate.formatted, 'What can I do for you?');
  // Receipts for the first text come before this one for the second.
  await expect(status(page, 'Delivered')).toHaveCount(2);

  await page.reload();
  await expect(composer(page, candidate.formatted)).toBeVisible();
  await expect(status(page, 'Delivered')).toHaveCount(2);
  for (const body of ['Are you there?', 'Yes.', 'Good.', 'What can I do for you?'])
    await expect(text(page, body)).toHaveCount(1);
  expect(await candidate.received()).toEqual(['Yes.', 'What can I do for you?']);
});
