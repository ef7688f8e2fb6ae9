import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { expectAccessible } from './expect-accessible.ts';
import { composer, row } from './inbox.ts';
import { enter, expect, test } from './journey.ts';
import { makeCandidate } from './people.ts';

const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();

test('a reminder is written, planned, sent, and answered with a letter', async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  const { token } = recruiter.session;
  const candidate = phone('+12125550175');
  const { id } = await makeCandidate(address, recruiter, {
    firstName: 'Ana',
    lastName: 'Ruiz',
    phoneNumber: candidate.number,
  });
  await call(address, routes.createInterview, {
    token,
    body: { candidateId: id, title: 'Screening', startsAt: inHours(25), endsAt: inHours(26) },
  });

  await enter(page, recruiter.session, '/dashboard/automations');
  await expect(page.getByText('No interview reminders yet')).toBeVisible();
  await expectAccessible(page, 'automations, none yet');
  await page.getByRole('button', { name: 'A day before' }).click();
  const dialog = page.getByRole('dialog', { name: 'New interview reminder' });
  await expect(dialog.getByText(/^Would go to Ana Ruiz on .* their time\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'See who' }).click();
  await expect(dialog.getByRole('list', { name: 'Who would get it' }).getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'More options' }).click();
  await expectAccessible(page, 'writing a reminder');
  await dialog.getByRole('button', { name: 'Create interview reminder' }).click();
  await expect(page.getByText("1 day before the interview, from the candidate's recruiter")).toBeVisible();
  await expectAccessible(page, 'automations');

  // What a new automation plans is there within a moment.
  const planned = async () => (await call(address, routes.listPlanned, { token, query: {} })).items.length;
  await expect.poll(planned).toBe(1);
  await page.getByRole('link', { name: 'Planned texts' }).click();
  await expect(page.getByRole('link', { name: 'Ana Ruiz' })).toBeVisible();
  await expectAccessible(page, 'planned texts');
  await page.getByRole('button', { name: 'Edit text to Ana Ruiz' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit the text to Ana Ruiz' });
  await editing.getByLabel('Text').fill('See you tomorrow, Ana! Reply C to confirm or R to reschedule.');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Edited', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send now to Ana Ruiz' }).click();
  await expect(page.getByText('Nothing planned')).toBeVisible();
  await expect.poll(() => candidate.received()).toEqual([expect.stringContaining('See you tomorrow, Ana!')]);

  await candidate.text('C');
  await page.getByText('Done', { exact: true }).click();
  await page.getByRole('link', { name: 'Ana Ruiz' }).click();
  await expect(row(page, 'Ana Ruiz')).toBeVisible();
  const panel = page.getByRole('complementary', { name: 'Candidate details' });
  await panel.getByRole('button', { name: 'Interviews' }).click();
  await expect(panel.getByRole('list', { name: 'Upcoming interviews' })).toContainText('Confirmed');
});

test('a candidate is offered times by text, books one by its number, and is reminded of it', async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  const { token } = recruiter.session;
  const candidate = phone('+12125550176');
  await candidate.text('When can we talk?');
  await call(address, routes.createAutomation, {
    token,
    body: {
      type: 'interviewReminder',
      name: 'An hour before',
      body: 'We talk at {{interview.time}}.',
      timing: 'before',
      offsetMinutes: 60,
    },
  });

  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await expect(composer(page, candidate.formatted)).toBeVisible();
  const panel = page.getByRole('complementary', { name: 'Candidate details' });
  await panel.getByRole('button', { name: 'Interviews' }).click();
  await panel.getByRole('button', { name: 'Offer times' }).click();
  const dialog = page.getByRole('dialog', { name: /^Offer times to/ });
  const days = dialog.getByRole('group');
  await days.nth(0).getByRole('button').first().click();
  await days.nth(1).getByRole('button').first().click();
  await expect(dialog.getByLabel('Text')).toHaveValue(/2\) /);
  await expectAccessible(page, 'offering times');
  await dialog.getByRole('button', { name: 'Send times' }).click();
  await expect(panel.getByRole('list', { name: 'Offered times' })).toContainText('Waiting for an answer');
  await expect.poll(() => candidate.received()).toEqual([expect.stringContaining('2) ')]);

  await candidate.text('2');
  await expect
    .poll(() => candidate.received())
    .toEqual([expect.any(String), expect.stringMatching(/booked/i)]);
  await expect(panel.getByRole('list', { name: 'Upcoming interviews' }).getByRole('listitem')).toHaveCount(1);
  const planned = async () => (await call(address, routes.listPlanned, { token, query: {} })).items;
  await expect.poll(planned).toEqual([expect.objectContaining({ status: 'planned' })]);
});
