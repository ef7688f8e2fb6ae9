import type { Page } from '@playwright/test';
import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { phoneOf } from './carrier.ts';
import { expectAccessible } from './expect-accessible.ts';
import { row } from './inbox.ts';
import { enter, expect, screenLink, test } from './journey.ts';
import { mailAbout } from './mails.ts';
import { choosePlan, makeNewcomer, type Newcomer, type Session, TEAM } from './people.ts';

const PASSWORD = 'a long and unusual passphrase';
const INVITED = "You're invited to Hiretext";

let people = 0;
const newAddress = (name: string) => {
  people += 1;
  return `${name}-${people}-${Date.now()}@team.example`;
};

/** An account of this journey alone: a team of three seats, the admin on one of them. */
async function makeTeam(address: string): Promise<Newcomer> {
  const admin = await makeNewcomer(address);
  const { token } = admin.session;
  await choosePlan(address, admin, TEAM);
  await call(address, routes.updateAccount, { token, body: { name: 'Lindgren Staffing' } });
  return admin;
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Opens the dialog of an action on a seat. */
async function ask(page: Page, whose: string, action: string) {
  await page
    .getByRole('button', { name: `Actions for ${whose}`, exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  return page.getByRole('dialog');
}

async function linkOf(address: string, email: string, after = 0): Promise<string> {
  const { text } = await mailAbout(address, email, INVITED, after);
  return /^https?:\S+invite=\S+$/m.exec(text)?.[0] ?? '';
}

/** In another browser, from the mail to the account. */
async function accept(page: Page, link: string, name: { first: string; last: string }): Promise<void> {
  await page.goto(link);
  await page.getByLabel('First name').fill(name.first);
  await page.getByLabel('Last name').fill(name.last);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Join Lindgren Staffing' }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
}

async function sessionIn(page: Page): Promise<Session> {
  const token = await page.evaluate(() => localStorage.getItem('hiretext:token') ?? '');
  return { token, expiresIn: 3600 };
}

test('an admin invites a colleague, who signs up, gets a number, and is removed again', async ({
  page,
  address,
  otherBrowser,
}) => {
  const admin = await makeTeam(address);
  const email = newAddress('nia');
  await enter(page, admin.session, '/dashboard/team');
  await expect(rowOf(page, 'Available seat')).toHaveCount(2);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('Email').fill(email);
  await expectAccessible(page, 'an invitation');
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByText('Invite sent!')).toBeVisible();
  await expect(page.getByText('Ask your team member to check their email')).toBeVisible();
  await expect(rowOf(page, email)).toContainText('Invited until');

  const colleague = await otherBrowser();
  const link = await linkOf(address, email);
  await colleague.goto(link);
  await expect(colleague.getByText('Robin invited you to text candidates')).toBeVisible();
  await expect(colleague.getByLabel('Work email')).toHaveValue(email);
  await expectAccessible(colleague, 'signing up by invitation');
  await accept(colleague, link, { first: 'Nia', last: 'Okoro' });
  // The open page of the admin hears of it.
  await expect(rowOf(page, 'Nia Okoro')).toContainText('Active now');
  await expect(screenLink(colleague, 'Team')).toBeHidden();
  await colleague.goto('/dashboard/team');
  await expect(colleague.getByRole('heading', { name: 'Only an admin can open this.' })).toBeVisible();

  await colleague.goto('/dashboard/get-number?way=new');
  await colleague.getByLabel('Area code').fill('503');
  await colleague
    .getByRole('radio', { name: /^\(503\)/ })
    .first()
    .click();
  await colleague.getByRole('button', { name: /^Get \(/ }).click();
  await colleague
    .getByRole('dialog', { name: /^(Getting your number|Your number is) ready$/ })
    .getByRole('button', { name: 'OK' })
    .click();
  await expect(colleague.getByRole('complementary').getByText('Active', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Nia Okoro')).toContainText('(503)');
  await expect(rowOf(page, 'Nia Okoro')).toContainText('Active');

  const { token } = admin.session;
  const seats = await call(address, routes.getSeats, { token });
  const number = seats.find(({ user }) => user?.email === email)?.twilioNumber ?? '';
  const candidate = phoneOf(address, '+12125550181', number);
  await candidate.text('Is the job open?');
  await colleague.goto('/dashboard/messages');
  await expect(row(colleague, candidate.formatted)).toBeVisible();
  await call(address, routes.sendMessage, {
    token: (await sessionIn(colleague)).token,
    body: { to: '+12125550181', body: 'Your interview is at 9', scheduledAt: inHours(24) },
  });

  const removal = await ask(page, 'Nia Okoro', 'Remove from seat');
  await expect(removal).toContainText('signed out everywhere right away');
  await expect(removal.getByRole('radiogroup', { name: 'Nia has 1 scheduled text' })).toBeVisible();
  await removal.getByRole('radio', { name: 'Go to a colleague' }).click();
  await removal.getByRole('combobox', { name: 'Colleague' }).click();
  await page.getByRole('option', { name: 'Robin Ashdown' }).click();
  // The admin of this journey has no number from which they could go out.
  await expect(removal).toContainText('1 scheduled text is canceled, because Robin Ashdown has no number.');
  await expectAccessible(page, 'removing a person');
  await removal.getByRole('button', { name: 'Remove Nia' }).click();
  await expect(page.getByText('Seat has been successfully removed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Former members' })).toContainText('Nia Okoro');
  // Out at once, without a click of theirs.
  await expect(colleague.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/dashboard/messages');
  await row(page, candidate.formatted).click();
  await expect(
    page.getByText('Canceled because there was no longer a number to send it from.'),
  ).toBeVisible();

  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite again: Nia Okoro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Invite again' }).click();
  await expect(page.getByText('Member account is activated')).toBeVisible();
  await expect(rowOf(page, 'Nia Okoro')).toContainText('Member');
  await expectAccessible(page, 'the team');
});

test("a hiring manager's seat goes to the next one with number and conversations", async ({
  page,
  address,
  otherBrowser,
}) => {
  const admin = await makeTeam(address);
  const { token } = admin.session;
  const [first, next] = [newAddress('priya'), newAddress('omar')];
  await call(address, routes.inviteUser, { token, body: { email: first, seatRole: 'hiringManager' } });
  const manager = await otherBrowser();
  await accept(manager, await linkOf(address, first), { first: 'Priya', last: 'Raman' });
  const session = await sessionIn(manager);
  const [offered] = await call(address, routes.findPhoneNumber, {
    token: session.token,
    query: { areaCode: '971' },
  });
  const number = offered?.phoneNumber ?? '';
  await call(address, routes.buyPhoneNumber, { token: session.token, body: { phoneNumber: number } });
  const candidate = phoneOf(address, '+12125550182', number);
  await candidate.text('Hello Priya');
  await manager.goto('/dashboard/messages');
  await expect(row(manager, candidate.formatted)).toBeVisible();
  await expect(screenLink(manager, 'Settings')).toBeVisible();
  await manager.goto('/dashboard/account');
  await expect(screenLink(manager, 'Team')).toBeHidden();
  await manager.goto('/dashboard/messages');

  await enter(page, admin.session, '/dashboard/hiring-managers');
  await expect(rowOf(page, 'Priya Raman')).toContainText('(971)');
  const dialog = await ask(page, 'Priya Raman', 'Transfer seat');
  await dialog.getByLabel('Email of the new person').fill(admin.email);
  await dialog.getByLabel('First name').fill('Omar');
  await dialog.getByLabel('Last name').fill('Haddad');
  await dialog.getByRole('button', { name: 'Transfer seat' }).click();
  await expect(dialog.getByText(`${admin.email} already used`)).toBeVisible();
  await expectAccessible(page, 'a transfer that is refused');
  await dialog.getByLabel('Email of the new person').fill(next);
  await dialog.getByRole('button', { name: 'Transfer seat' }).click();
  await expect(page.getByText('Seat transferred successfully!')).toBeVisible();
  await expect(rowOf(page, 'Omar Haddad')).toContainText('(971)');
  await expect(manager.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  const successor = await otherBrowser();
  const link = await linkOf(address, next);
  await accept(successor, link, { first: 'Omar', last: 'Haddad' });
  await successor.goto('/dashboard/messages');
  await expect(row(successor, candidate.formatted)).toContainText('Hello Priya');

  // The link is used up for everyone.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
});

test('a pasted list, seats bought and given back, and invitations that are taken back', async ({
  page,
  address,
  otherBrowser,
}) => {
  const admin = await makeTeam(address);
  const [ana, bo, cy] = [newAddress('ana'), newAddress('bo'), newAddress('cy')];
  await enter(page, admin.session, '/dashboard/team');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByText('Several people').click();
  await dialog
    .getByLabel('Email addresses')
    .fill(`Ana <${ana}>; ${bo}\n${admin.email}, ${cy}\nnot an address`);
  await dialog.getByRole('button', { name: 'Send 5 invites' }).click();
  await expect(dialog.getByText("2 of 5 invited. 3 couldn't be.")).toBeVisible();
  const outcomes = dialog.getByRole('list', { name: 'Result for each address' });
  await expect(outcomes).toContainText(`${admin.email} already used`);
  await expect(outcomes).toContainText('The email is invalid');
  await expect(outcomes).toContainText('All your seats are taken. Buy another one first.');
  await expectAccessible(page, 'outcomes of a list');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Buy seats' }).click();
  const purchase = page.getByRole('dialog', { name: 'Buy seats' });
  await purchase.getByLabel('How many seats').fill('0');
  await purchase.getByRole('button', { name: 'Buy seats' }).click();
  await expect(purchase.getByText('Buy at least 1 seat')).toBeVisible();
  await purchase.getByLabel('How many seats').fill('2');
  await expectAccessible(page, 'a purchase');
  await purchase.getByRole('button', { name: 'Buy 2 seats' }).click();
  await expect(page.getByText('You can start inviting new team members right away')).toBeVisible();
  const seats = page.getByRole('region', { name: 'Seats' });
  await expect(seats).toHaveText(/Used1Invited2Available2Total5/);

  const removal = await ask(page, 'an available seat', 'Remove seat');
  await removal.getByRole('button', { name: 'Remove seat' }).click();
  await expect(page.getByText('Seat has been successfully removed from this account')).toBeVisible();
  await expect(seats).toHaveText(/Total4/);

  const invited = await otherBrowser();
  await invited.goto(await linkOf(address, bo));
  await invited.getByLabel('First name').fill('Bo');
  await invited.getByLabel('Last name').fill('Berg');
  await invited.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const cancel = await ask(page, bo, 'Cancel invitation');
  await cancel.getByRole('button', { name: 'Cancel invitation' }).click();
  await expect(page.getByText('Invite has been canceled')).toBeVisible();
  await invited.getByRole('button', { name: 'Join Lindgren Staffing' }).click();
  await expect(invited.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
  await expectAccessible(invited, 'an invitation that is over');

  const again = await ask(page, ana, 'Send invitation again');
  await again.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Invite sent!').last()).toBeVisible();
  const link = await linkOf(address, ana, 1);
  await page.goto(link);
  await expect(page.getByText(`You're signed in as ${admin.email}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await accept(page, link, { first: 'Ana', last: 'Lopez' });
});

test('a number is changed and the old one still receives; people are found by state and tag', async ({
  page,
  address,
  recruiter,
  phone,
}) => {
  const { token } = recruiter.session;
  await choosePlan(address, recruiter, TEAM);
  const candidate = phone('+12125550183');
  await enter(page, recruiter.session, '/dashboard/team');
  const whose = `${recruiter.firstName} Ashdown`;
  await expect(rowOf(page, whose)).toContainText(recruiter.numberFormatted);

  const change = await ask(page, whose, 'Get new number');
  await change.getByLabel('Area code').fill('206');
  await change.getByRole('radio').first().click();
  await expectAccessible(page, 'a new number');
  await change.getByRole('button', { name: /^Get \(206\)/ }).click();
  await expect(page.getByText('Get new number successfully!')).toBeVisible();
  await expect(rowOf(page, whose)).toContainText('(206)');
  // The number that was given up still receives.
  await candidate.text('Do you still have this number?');

  await call(address, routes.inviteUser, {
    token,
    body: { email: newAddress('lee'), seatType: 'nonTexter' },
  });
  await expect(page.getByRole('row').filter({ hasText: 'Non-texter' })).toBeVisible();
  await page.getByRole('radiogroup').getByText('Invited', { exact: true }).click();
  await expect(rowOf(page, whose)).toBeHidden();
  await page.getByText('All', { exact: true }).click();

  const tags = await ask(page, whose, 'Edit tags');
  await tags.getByRole('combobox', { name: 'Tags' }).fill('West coast');
  await page.keyboard.press('Enter');
  await tags.getByRole('button', { name: 'Save tags' }).click();
  await expect(page.getByText('Tags updated successfully!')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('west');
  await expect(rowOf(page, whose)).toContainText('West coast');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/\/dashboard\/team\?search=west$/);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('radiogroup', { name: 'Seats shown' }).getByText('Used').click();
  await expect(page).toHaveURL(/status=used/);
  await page.goBack();
  await expect(page).toHaveURL(/\?search=west$/);

  const away = await ask(page, whose, 'Out of office');
  await expect(away.getByRole('switch', { name: /^Reply automatically/ })).toBeVisible();
  await expectAccessible(page, "a person's out of office");
  await page.keyboard.press('Escape');
  await expect(away).toBeHidden();
  await page.goto('/dashboard/messages');
  await expect(row(page, candidate.formatted)).toContainText('Do you still have this number?');
});

test('who becomes an admin, and who no longer is one, sees it at once', async ({
  page,
  address,
  otherBrowser,
}) => {
  const admin = await makeTeam(address);
  const email = newAddress('nia');
  await call(address, routes.inviteUser, { token: admin.session.token, body: { email } });
  const colleague = await otherBrowser();
  await accept(colleague, await linkOf(address, email), { first: 'Nia', last: 'Okoro' });
  const team = screenLink(colleague, 'Team');
  await expect(team).toBeHidden();

  await enter(page, admin.session, '/dashboard/team');
  const promotion = await ask(page, 'Nia Okoro', 'Make admin');
  await promotion.getByRole('button', { name: 'Make admin' }).click();
  await expect(page.getByText('User type updated')).toBeVisible();
  await team.click();
  await expect(rowOf(colleague, 'Robin Ashdown')).toBeVisible();

  const demotion = await ask(page, 'Nia Okoro', 'Make member');
  await demotion.getByRole('button', { name: 'Make member' }).click();
  await expect(colleague.getByRole('heading', { name: 'Only an admin can open this.' })).toBeVisible();
  await expect(team).toBeHidden();
});
