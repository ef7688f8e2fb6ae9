import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { composer, conversations, row, status, text, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

const confirmedStop =
  "Quayside Talent: You're opted out and won't get any more texts from us. Reply START to rejoin.";
const confirmedStart =
  "Quayside Talent: You're opted in. Frequency varies. Msg & data rates may apply. HELP for help, STOP to opt out.";
const closed = 'This candidate has opted out of texts. Only they can opt back in, by texting START.';

test('STOP closes the composer and is confirmed once; START opens it again', async ({
  page,
  recruiter,
  phone,
}) => {
  const candidate = phone('+12125550143');
  await candidate.text('Is the nurse position open?');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await writeText(page, candidate.formatted, 'It is. Shall I call you?');
  await expect(status(page, 'Delivered')).toBeVisible();

  await candidate.text('STOP');
  await expect(page.getByText('This candidate opted out of texts · Today')).toBeVisible();
  await expect(page.getByText(closed)).toBeVisible();
  await expect(composer(page, candidate.formatted)).toBeHidden();
  await expect(row(page, candidate.formatted)).toContainText('Opted out');
  await expect(text(page, confirmedStop)).toBeVisible();

  await candidate.text('Stop!!');
  await expect(text(page, 'Stop!!')).toBeVisible();
  await candidate.text('START');
  await expect(composer(page, candidate.formatted)).toBeVisible();
  await expect(page.getByText(closed)).toBeHidden();
  await writeText(page, candidate.formatted, 'Welcome back.');
  await expect
    .poll(candidate.received)
    .toEqual(['It is. Shall I call you?', confirmedStop, confirmedStart, 'Welcome back.']);
});

test('a text that may mean stop holds everything until a person has read it', async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  const candidate = phone('+12125550144');
  await candidate.text('please stop texting me');
  await enter(page, recruiter.session, '/dashboard/messages');
  await expect(row(page, candidate.formatted)).toContainText('To review');
  await row(page, candidate.formatted).click();
  const review = page.getByRole('region', { name: 'To review' });
  await expect(review).toContainText('please stop texting me');
  await expect(page.getByText('Review their text above before you text again.')).toBeVisible();
  await expect(composer(page, candidate.formatted)).toBeHidden();

  await review.getByRole('button', { name: "It's fine, continue" }).click();
  await expect(review).toBeHidden();
  await writeText(page, candidate.formatted, 'Sorry, this was my last text.');
  await expect(status(page, 'Delivered')).toBeVisible();

  await candidate.text('please stop texting me now');
  await review.getByRole('button', { name: 'They opted out' }).click();
  await expect(review).toBeHidden();
  await expect(page.getByText(closed)).toBeVisible();
  await expect(composer(page, candidate.formatted)).toBeHidden();
  await expect(conversations(page).getByText('Opted out')).toBeVisible();
  const { token } = recruiter.session;
  const again = call(address, routes.sendMessage, {
    token,
    body: { to: candidate.number, body: 'One more thing' },
  });
  await expect(again).rejects.toThrow('403');

  // Only the candidate's own word counts, and it is heard.
  await candidate.text('UNSTOP');
  await expect(composer(page, candidate.formatted)).toBeVisible();
  await expect.poll(candidate.received).toEqual(['Sorry, this was my last text.', confirmedStart]);
});
