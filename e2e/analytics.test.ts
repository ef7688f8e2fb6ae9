import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Counts } from '../contract/analytics.ts';
import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { phoneOf } from './carrier.ts';
import { expectAccessible } from './expect-accessible.ts';
import { composer, row, text, writeText } from './inbox.ts';
import { enter, expect, openPart, screenLink, test } from './journey.ts';
import { choosePlan, getNumber, makeCandidate, makeColleague, type Newcomer, TEAM } from './people.ts';

const DAY_MS = 86_400_000;

// On a busy machine, counting may rest longer.
/** Once what was texted is counted: mostly within two seconds, but it rests up to half a minute after much work. */
async function untilCounted(
  address: string,
  { session: { token } }: Pick<Newcomer, 'session'>,
  counts: Partial<Counts>,
): Promise<void> {
  const query = { date: new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10) };
  const figures = async () => (await call(address, routes.getAnalytics, { token, query })).figures;
  await expect.poll(figures, { intervals: [250], timeout: 60_000 }).toMatchObject(counts);
}

const card = (page: Page, label: string) =>
  page
    .getByRole('list', { name: 'Figures' })
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) });
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });

/** As a person finds someone to text. */
async function beginText(page: Page, firstName: string): Promise<void> {
  await page.getByRole('link', { name: 'New conversation' }).first().click();
  await page.getByRole('combobox', { name: 'Name, number or email' }).fill(firstName);
  await page.getByRole('option', { name: new RegExp(`^${firstName} `) }).click();
  await expect(composer(page, firstName)).toBeFocused();
}

test('an admin sees what texting did, down to one conversation, takes it along, and compares people', async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  const { token } = recruiter.session;
  await choosePlan(address, recruiter, TEAM);
  await makeColleague(address, recruiter, { firstName: 'Nia' });
  const [maria, omar, silent] = [phone('+12125550177'), phone('+12125550178'), phone('+12125550179')];
  await makeCandidate(address, recruiter, {
    firstName: 'Maria',
    lastName: 'Reyes',
    phoneNumber: maria.number,
  });
  await makeCandidate(address, recruiter, { firstName: 'Omar', lastName: 'Reyes', phoneNumber: omar.number });
  await call(address, routes.createTemplate, {
    token,
    body: { name: 'Interview', body: 'Hi {{candidate.firstName|there}}, are you free on Thursday?' },
  });

  await enter(page, recruiter.session, '/dashboard/messages');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await beginText(page, 'Maria');
  await writeText(page, 'Maria', 'Hello Maria, are you still looking?');
  await expect(page.getByRole('heading', { name: 'Maria Reyes', level: 1, exact: true })).toBeVisible();
  await beginText(page, 'Omar');
  await composer(page, 'Omar').pressSequentially('/int');
  await expect(page.getByRole('option', { name: 'Interview' })).toBeVisible();
  await composer(page, 'Omar').press('Enter');
  await expect(composer(page, 'Omar')).toHaveValue('Hi Omar, are you free on Thursday?');
  await composer(page, 'Omar').press('Enter');
  await call(address, routes.sendMessage, { token, body: { to: silent.number, body: 'Hello there' } });
  for (const { received } of [maria, omar, silent]) await expect.poll(received).toHaveLength(1);
  await maria.text('Yes, I am');
  await omar.text('STOP');
  await expect.poll(omar.received).toHaveLength(2);
  // One was sent by itself: that we won't text Omar again.
  await untilCounted(address, recruiter, { sent: 4, delivered: 4, received: 2, optOuts: 1, answered: 2 });

  await screenLink(page, 'Analytics').click();
  await expect(card(page, 'Sent')).toContainText('1 automatic');
  for (const link of ['4, Sent', '2, Received', '3, Conversations started', '67%, Reply rate', '1, Opt-outs'])
    await expect(page.getByRole('link', { name: `${link}: see conversations`, exact: true })).toBeVisible();
  await expect(card(page, 'Reply rate')).toContainText('2 of 3');
  await expect(table(page, 'Templates').getByRole('rowheader')).toHaveText(['Interview']);
  await expect(table(page, 'Templates').getByRole('cell')).toHaveText(['1', '100%', '1']);
  await expectAccessible(page, 'analytics');

  await page.getByRole('link', { name: '2, Received: see conversations' }).click();
  const behind = page.getByRole('dialog', { name: 'Received' });
  const found = behind.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
  await expect(found).toHaveText([/^Omar Reyes/, /^Maria Reyes/]);
  await expectAccessible(page, 'conversations behind a figure');
  await behind.getByRole('link', { name: /^Maria Reyes/ }).click();
  await expect(text(page, 'Yes, I am')).toBeVisible();
  await page.goBack();
  await expect(found).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(behind).toBeHidden();

  await page.getByRole('combobox', { name: 'Days' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Last 30 days', selected: true })).toBeVisible();
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByText(/^Today so far\. There's nothing to compare to/)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/analytics\?range=today$/);
  await expect(page.getByRole('combobox', { name: 'Days' })).toBeFocused();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^analytics-(\d{4}-\d\d-\d\d)-to-\1\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\u{FEFF}Analytics');
  expect(lines).toEqual(
    expect.arrayContaining(['Sent,4,0', 'Received,2,0', 'Opt-outs,1,0', 'Interview,1,100%,1']),
  );
  expect(lines).toContain('Robin Ashdown,Recruiter,4,2,100%,0,3,67%,1');

  const people = table(page, 'People').getByRole('rowheader');
  await expect(people).toHaveText(['Nia Okoro', 'Robin Ashdown']);
  await expect(table(page, 'People').getByRole('button')).toHaveCount(0);
  await page.goto('/dashboard/account');
  await openPart(page, 'Company');
  await page.getByRole('switch', { name: /^Let admins compare people/ }).click();
  await expect(page.getByText('Company updated')).toBeVisible();
  await screenLink(page, 'Analytics').click();
  await table(page, 'People').getByRole('button', { name: 'Sent' }).click();
  await expect(people).toHaveText(['Robin Ashdown', 'Nia Okoro']);
  await expect(page).toHaveURL(/\?sort=sent$/);
  await page.reload();
  await expect(people).toHaveText(['Robin Ashdown', 'Nia Okoro']);
  await expectAccessible(page, 'people compared');
});

test("a member sees only their own figures beside the team's", async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  await choosePlan(address, recruiter, TEAM);
  const nia = await makeColleague(address, recruiter, { firstName: 'Nia' });
  const { token } = nia.session;
  await call(address, routes.updateUser, { token, body: { undoSeconds: 0 } });
  const { number } = await getNumber(address, token);
  const [others, own] = [phone('+12125550177'), phoneOf(address, '+12125550178', number)];
  for (const body of ['Hello from Robin', 'Are you there?'])
    await call(address, routes.sendMessage, {
      token: recruiter.session.token,
      body: { to: others.number, body },
    });
  await call(address, routes.sendMessage, { token, body: { to: own.number, body: 'Hello from Nia' } });
  await expect.poll(own.received).toHaveLength(1);
  await own.text('Hello Nia');
  await others.text('Hello Robin');
  await untilCounted(address, recruiter, { sent: 3, received: 2, answered: 2 });

  await enter(page, nia.session, '/dashboard/messages');
  await expect(row(page, own.formatted)).toBeVisible();
  await screenLink(page, 'Analytics').click();
  await expect(card(page, 'Sent')).toContainText('Team: 3');
  await expect(card(page, 'Received')).toContainText('Team: 2');
  await expect(table(page, 'People').getByRole('rowheader')).toHaveText(['Nia Okoro']);
  await expect(page.getByRole('combobox', { name: 'Days' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Person' })).toBeHidden();
  await expectAccessible(page, 'analytics of a member');
  await page.getByRole('link', { name: '1, Sent: see conversations' }).click();
  const found = page.getByRole('dialog', { name: 'Sent' }).getByRole('listitem');
  await expect(found).toHaveText([new RegExp(own.formatted.replace(/[()]/g, '\\$&'))]);

  // Whatever link they follow.
  const { id } = await call(address, routes.getUser, { token: recruiter.session.token });
  await page.goto(`/dashboard/analytics?person=${id}`);
  await expect(card(page, 'Sent')).toContainText('Team: 3');
  await expect(page.getByRole('link', { name: '1, Sent: see conversations' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeHidden();
});

test('texts of a hiring manager are seen by the admin, and not by themselves', async ({
  page,
  address,
  recruiter,
  otherBrowser,
}) => {
  await choosePlan(address, recruiter, TEAM);
  const priya = await makeColleague(address, recruiter, { firstName: 'Priya', seatRole: 'hiringManager' });
  const { token } = priya.session;
  const { number } = await getNumber(address, token);
  const candidate = phoneOf(address, '+12125550179', number);
  await candidate.text('Is the job open?');
  const manager = await otherBrowser();
  await enter(manager, priya.session, '/dashboard/messages');
  await row(manager, candidate.formatted).click();
  await writeText(manager, candidate.formatted, 'It is. Are you free at 9?');
  await expect.poll(candidate.received).toHaveLength(1);
  await expect(screenLink(manager, 'Candidates')).toBeVisible();
  await expect(screenLink(manager, 'Analytics')).toHaveAttribute('href', '/dashboard/text-analytics');
  for (const path of ['/dashboard/analytics', '/dashboard/analytics-hiring-managers']) {
    await manager.goto(path);
    await expect(manager.getByRole('heading', { name: 'You need a recruiter seat.' })).toBeVisible();
    await expect(manager.getByText(/^You have a hiring manager seat\. Ask Robin Ashdown/)).toBeVisible();
  }
  await expectAccessible(manager, 'analytics, closed');

  await untilCounted(address, recruiter, { sent: 1, received: 1, startedByCandidates: 1 });
  await enter(page, recruiter.session, '/dashboard/account');
  await screenLink(page, 'Analytics').click();
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Hiring managers' }).click();
  await expect(page.getByRole('heading', { name: 'Hiring manager analytics', level: 1 })).toBeVisible();
  await expect(card(page, 'Conversations started')).toContainText('1 more by candidates');
  await expect(table(page, 'People').getByRole('rowheader')).toHaveText(['Priya Okoro']);
  await expect(page.getByRole('combobox', { name: 'Seats' })).toBeHidden();
  await page.getByRole('link', { name: '1, Sent: see conversations' }).click();
  await page
    .getByRole('dialog', { name: 'Sent' })
    .getByRole('link', { name: new RegExp(candidate.formatted.slice(1, 4)) })
    .click();
  await expect(text(page, 'It is. Are you free at 9?')).toBeVisible();
});
