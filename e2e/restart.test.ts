import { composer, row, status, text, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

test('a server that restarts is waited for, and nothing is lost or shown twice', async ({
  page,
  server,
  recruiter,
  phone,
}) => {
  const candidate = phone('+12125550156');
  await candidate.text('Before the break');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await writeText(page, candidate.formatted, 'Answered before it');
  await expect(status(page, 'Delivered')).toBeVisible();

  await server.stop();
  const reconnecting = page.getByText('Reconnecting…');
  await expect(reconnecting).toBeVisible();
  await writeText(page, candidate.formatted, 'Written during it');
  await expect(text(page, "Not sent. It will be sent when you're back online.")).toBeVisible();
  await expect(row(page, candidate.formatted)).toContainText('Not sent');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();

  await server.start();
  await candidate.text('After the break');
  await expect(reconnecting).toBeHidden();
  await expect(text(page, 'After the break')).toBeVisible();
  await expect(status(page, 'Delivered').last()).toBeVisible();
  await expect(composer(page, candidate.formatted)).toHaveValue('');
  const all = ['Before the break', 'Answered before it', 'Written during it', 'After the break'];
  for (const body of all) await expect(text(page, body)).toHaveCount(1);
  await expect.poll(candidate.received).toEqual(['Answered before it', 'Written during it']);
  for (const body of all) await expect(text(page, body)).toHaveCount(1);
});
