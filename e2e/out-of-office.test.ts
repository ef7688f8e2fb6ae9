import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { phoneOf } from './carrier.ts';
import { expectAccessible } from './expect-accessible.ts';
import { row, text, thread, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';
import { choosePlan, dana, logIn, marcus, TEAM } from './people.ts';

test("away: candidates are answered once each, until it's turned off in the inbox", async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  const { token } = recruiter.session;
  await choosePlan(address, recruiter, TEAM);
  const [known, stranger] = [phone('+12125550171'), phone('+12125550172')];
  await call(address, routes.sendMessage, { token, body: { to: known.number, body: 'Hello from Robin' } });
  await expect.poll(known.received).toEqual(['Hello from Robin']);

  await enter(page, recruiter.session, '/dashboard/account/availability');
  const form = page.getByRole('region', { name: 'Out of office' });
  await form.getByRole('switch', { name: /^Reply automatically/ }).click();
  await form.getByRole('textbox', { name: 'Message' }).fill('I am at the beach until Monday.');
  await form.getByLabel('Ends').fill('2099-07-09T17:30');
  await expect(form.getByText('On until Jul 9, 2099 5:30 PM.')).toBeVisible();
  await expectAccessible(page, 'the form');
  await form.getByRole('button', { name: 'Save out of office' }).click();
  const mark = page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: 'Out of Office' });
  await expect(mark).toBeVisible();

  await page.goto('/dashboard/messages');
  const banner = page.getByRole('region', { name: 'Out of office' });
  await expect(banner).toContainText('Out of office until Jul 9, 2099 5:30 PM');
  await known.text('Are you there?');
  await known.text('Hello?');
  await stranger.text('Is the job open?');
  await row(page, known.formatted).click();
  await expect(text(page, 'I am at the beach until Monday.')).toBeVisible();
  await expect(thread(page)).toContainText('Automatic text');
  await expect
    .poll(stranger.received)
    .toEqual(['Quayside Talent: I am at the beach until Monday.\nReply STOP to opt out.']);
  await expectAccessible(page, 'the inbox');

  await mark.click();
  await expect(page).toHaveURL(/\/dashboard\/account\/availability$/);
  await expect(form.getByText('On until Jul 9, 2099 5:30 PM.')).toBeInViewport();
  await page.goto('/dashboard/messages');
  await banner.getByRole('button', { name: 'Turn off' }).click();
  await expect(banner).toBeHidden();
  await expect(mark).toBeHidden();
  await stranger.text('Thanks, I will wait');
  await expect(row(page, stranger.formatted)).toContainText('Thanks, I will wait');
  // Whatever was to come has come before this text, which goes out after it.
  for (const candidate of [known, stranger])
    await call(address, routes.sendMessage, { token, body: { to: candidate.number, body: 'Back again' } });
  await expect.poll(stranger.received).toHaveLength(2);
  await expect
    .poll(known.received)
    .toEqual(['Hello from Robin', 'I am at the beach until Monday.', 'Back again']);
});

test('an admin makes a colleague the delegate of another: they read and answer what comes in meanwhile', async ({
  page,
  address,
}) => {
  const { token } = await logIn(address, dana);
  const seats = await call(address, routes.getSeats, { token });
  const seatOf = (firstName: string) => seats.find(({ user }) => user?.firstName === firstName);
  const [priya, delegate] = [seatOf('Priya'), seatOf('Marcus')];
  const params = { id: priya?.user?.id ?? '' };
  const candidate = phoneOf(address, '+12125550173', priya?.twilioNumber ?? '');
  await enter(page, await logIn(address, marcus), '/dashboard/messages');
  await expect(row(page, 'Mei Tanaka')).toBeVisible();

  await call(address, routes.updateOutOfOfficeByUserId, {
    token,
    params,
    body: {
      outOfOfficeMessageEnabled: true,
      outOfOfficeMessage: 'Marcus will answer you soon.',
      delegateUserId: delegate?.user?.id ?? null,
    },
  });
  await expect(page.getByRole('region', { name: 'Covering' })).toHaveText('Covering for Priya');
  await candidate.text('Is Priya there?');
  await expect(row(page, candidate.formatted)).toContainText('For Priya');
  await row(page, candidate.formatted).click();
  await writeText(page, candidate.formatted, 'Marcus here, how can I help?');
  await expect.poll(candidate.received).toHaveLength(2);
  expect((await candidate.received()).at(-1)).toBe('Marcus here, how can I help?');
  await expectAccessible(page, 'the inbox of a delegate');

  await page.goto('/dashboard/messages');
  await expect(page.getByRole('region', { name: 'Covering' })).toBeVisible();
  await expect(row(page, candidate.formatted)).toBeVisible();
  await call(address, routes.updateOutOfOfficeByUserId, {
    token,
    params,
    body: { outOfOfficeMessageEnabled: false },
  });
  await expect(page.getByRole('region', { name: 'Covering' })).toBeHidden();
  await expect(row(page, candidate.formatted)).toBeHidden();
  await expect(row(page, 'Mei Tanaka')).toBeVisible();
});
