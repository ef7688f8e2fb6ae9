import { expectAccessible } from './expect-accessible.ts';
import { composer, row, text, thread, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

test('a candidate calls and no one answers: the missed call and the voicemail are in the thread, and are texted back', async ({
  page,
  recruiter,
  phone,
  otherBrowser,
}) => {
  const candidate = phone('+12125550161');
  await enter(page, recruiter.session, '/dashboard/account/availability');
  const forwarding = page.getByRole('region', { name: 'Call forwarding' });
  await forwarding.getByRole('switch').click();
  await forwarding.getByLabel('Forward to').fill('2065550142');
  await forwarding.getByRole('button', { name: 'Save forwarding' }).click();
  await expect(page.getByText('Call forwarding is on.')).toBeVisible();
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeAttached();

  const theirs = await otherBrowser();
  const query = new URLSearchParams({ phone: candidate.number, business: recruiter.number });
  await theirs.goto(`/simulator?${query}`);
  const call = theirs.getByRole('region', { name: `Phone ${candidate.formatted}` });
  await call.getByRole('button', { name: 'Call this number' }).click();
  await call.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(call.getByRole('status')).toHaveText('Ringing at (206) 555-0142');
  await call.getByRole('button', { name: "Don't answer" }).click();
  await expect(call.getByText(/Please leave a message after the tone/)).toBeVisible();
  await expectAccessible(theirs, 'a call from the phone');

  // The call has not ended yet, and is in the inbox already.
  await expect(row(page, candidate.formatted)).toContainText('Missed call');
  await call.getByRole('button', { name: 'Leave a 5-second message' }).click();
  await expect(call.getByText('Thank you. Goodbye.')).toBeVisible();
  await expect(row(page, candidate.formatted)).toContainText('Voicemail');
  await expect(row(page, candidate.formatted)).toContainText('1 unread');
  await row(page, candidate.formatted).click();
  await expect(text(page, 'Voicemail 0:05')).toBeVisible();
  const player = page.getByLabel('Voicemail', { exact: true });
  await expect(player).toBeVisible();
  // It can be played: the browser knows how long it is.
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(5);

  await expectAccessible(page, 'a thread with calls');
  await page.getByRole('button', { name: 'Text back' }).click();
  await expect(composer(page, candidate.formatted)).toBeFocused();
  await writeText(page, candidate.formatted, 'Sorry I missed you. Is 3 PM good?');
  await expect.poll(candidate.received).toEqual(['Sorry I missed you. Is 3 PM good?']);
  await expect(page.getByRole('button', { name: 'Text back' })).toBeHidden();

  // They call again, and this time the phone is picked up.
  await call.getByRole('button', { name: 'Call again' }).click();
  await call.getByRole('button', { name: 'Pick up' }).click();
  await expect(
    call.getByText('Call from 2 1 2, 5 5 5, 0 1 6 1 for Hiretext. Press 1 to accept.'),
  ).toBeVisible();
  await call.getByRole('button', { name: 'Press 1' }).click();
  await expect(call.getByRole('status')).toHaveText('Talking with (206) 555-0142');
  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(thread(page).getByText(/^Call answered on your phone, \d+ sec$/)).toBeVisible();
});
