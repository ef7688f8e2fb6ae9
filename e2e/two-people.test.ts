import { expectAccessible } from './expect-accessible.ts';
import { composer, row, status, text, thread, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';
import { choosePlan, dana, logIn, makeColleague, marcus, TEAM } from './people.ts';

test('two browsers of one person show the same at once', async ({
  page: desk,
  otherBrowser,
  recruiter,
  phone,
}) => {
  const [kofi, lena] = [phone('+12125550148'), phone('+12125550149')];
  await kofi.text('Good morning');
  await lena.text('Hi there');
  const home = await otherBrowser();
  for (const page of [desk, home]) {
    await enter(page, recruiter.session, '/dashboard/messages');
    await expect(row(page, kofi.formatted)).toContainText('1 unread');
    await expect(page).toHaveTitle(/^\(2\) Messages/);
  }

  await row(desk, kofi.formatted).click();
  await expect(text(desk, 'Good morning')).toBeVisible();
  await expect(row(home, kofi.formatted)).not.toContainText('unread');
  await expect(row(home, lena.formatted)).toContainText('1 unread');
  await expect(home).toHaveTitle(/^\(1\) Messages/);

  await row(home, kofi.formatted).click();
  await expect(text(home, 'Good morning')).toBeVisible();
  await writeText(desk, kofi.formatted, 'Good morning, Kofi');
  for (const page of [desk, home]) {
    await expect(text(page, 'Good morning, Kofi')).toHaveCount(1);
    await expect(status(page, 'Delivered')).toHaveCount(1);
    await expect(row(page, kofi.formatted)).toContainText('You: Good morning, Kofi');
  }
  await writeText(home, kofi.formatted, 'Are you free today?');
  for (const page of [desk, home]) {
    await expect(text(page, 'Are you free today?')).toHaveCount(1);
    await expect(status(page, 'Delivered')).toHaveCount(1);
  }
  expect(await kofi.received()).toEqual(['Good morning, Kofi', 'Are you free today?']);
});

test('what an admin writes in the conversation of a colleague carries their name there', async ({
  page: recruiters,
  otherBrowser,
  address,
}) => {
  await enter(recruiters, await logIn(address, marcus), '/dashboard/messages');
  await row(recruiters, 'Mei Tanaka').click();
  await expect(composer(recruiters, 'Mei')).toBeVisible();

  const admins = await otherBrowser();
  await enter(admins, await logIn(address, dana), new URL(recruiters.url()).pathname);
  await writeText(admins, 'Mei', 'Marcus is on holiday today, so I am here for you.');
  await expect(admins.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(text(recruiters, 'Marcus is on holiday today, so I am here for you.')).toHaveCount(1);
  await expect(text(recruiters, 'Dana Whitfield')).toBeVisible();
});

test('a deleted candidate leaves every open screen, and comes back with the conversation', async ({
  page: admin,
  otherBrowser,
  recruiter,
  phone,
}) => {
  const kofi = phone('+12125550147');
  await kofi.text('Good morning');
  const reader = await otherBrowser();
  await enter(reader, recruiter.session, '/dashboard/messages');
  await row(reader, kofi.formatted).click();
  await expect(text(reader, 'Good morning')).toBeVisible();

  await enter(admin, recruiter.session, '/dashboard/candidates');
  await admin.getByRole('button', { name: `More for ${kofi.formatted}` }).click();
  await admin.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = admin.getByRole('dialog', { name: `Delete ${kofi.formatted}?` });
  await expect(dialog).toContainText(`This deletes ${kofi.formatted} and 1 conversation: yours.`);
  await expectAccessible(admin, 'deleting a candidate');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(admin.getByText('Candidate deleted')).toBeVisible();
  await expect(reader.getByText('Conversation not found')).toBeVisible();
  await expect(row(reader, kofi.formatted)).toHaveCount(0);

  await admin.getByRole('link', { name: 'Deleted candidates' }).click();
  await expect(admin.getByText(`${kofi.formatted} · 1 conversation`)).toBeVisible();
  await expectAccessible(admin, 'deleted candidates');
  await admin.getByRole('button', { name: `Restore ${kofi.formatted}` }).click();
  await expect(admin.getByText('Candidate restored')).toBeVisible();
  await expect(text(reader, 'Good morning')).toBeVisible();
  await expect(row(reader, kofi.formatted)).toBeVisible();
});

test('colleagues share a conversation: who has it, who is there, and an answer that crosses', async ({
  page: robins,
  otherBrowser,
  recruiter,
  phone,
  address,
}) => {
  await choosePlan(address, recruiter, TEAM);
  const ben = await makeColleague(address, recruiter, { firstName: 'Ben' });
  const kofi = phone('+12125550146');
  await kofi.text('Good morning');
  const bens = await otherBrowser();
  await enter(bens, ben.session, '/dashboard/messages');
  await expect(bens.getByText('No conversations yet')).toBeVisible();

  await enter(robins, recruiter.session, '/dashboard/messages');
  await row(robins, kofi.formatted).click();
  await expect(text(robins, 'Good morning')).toBeVisible();
  await robins.keyboard.press('a');
  const dialog = robins.getByRole('dialog', { name: `Assign ${kofi.formatted}` });
  await expect(dialog.getByRole('option', { name: 'Ben Okoro' })).toBeVisible();
  await expectAccessible(robins, 'assigning a conversation');
  await dialog.getByRole('combobox').fill('ben');
  await dialog.getByRole('combobox').press('Enter');
  await expect(robins.getByText(`Assigned ${kofi.formatted} to Ben Okoro`)).toBeVisible();
  await expect(row(robins, kofi.formatted)).toHaveCount(0);

  await row(bens, kofi.formatted).click();
  await expect(thread(bens).getByText('Robin Ashdown assigned this to you')).toBeVisible();
  await robins.getByRole('combobox', { name: 'Whose conversations' }).selectOption("Everyone's");
  await expect(row(robins, kofi.formatted)).toContainText('Assigned to Ben Okoro');
  await row(robins, kofi.formatted).click();
  await expect(thread(robins).getByText('You assigned this to Ben Okoro')).toBeVisible();
  await expect(robins.getByRole('img', { name: 'Ben has this open too' })).toBeVisible();
  await expect(bens.getByRole('img', { name: 'Robin has this open too' })).toBeVisible();
  await composer(bens, kofi.formatted).pressSequentially('Morning');
  await expect(robins.getByText('Ben is typing…')).toBeVisible();
  await expectAccessible(robins, 'a conversation in which a colleague types');

  // Ben's text comes while Robin's is on its way.
  const { promise: bensTurn, resolve: goOn } = Promise.withResolvers<void>();
  await robins.route(
    '**/v1/messages',
    async (route) => {
      await bensTurn;
      await route.continue();
    },
    { times: 1 },
  );
  await writeText(robins, kofi.formatted, 'Hello Kofi');
  await expect(thread(robins).getByText('Sending…')).toBeVisible();
  await writeText(bens, kofi.formatted, 'Morning, Kofi');
  await expect(status(bens, 'Delivered')).toBeVisible();
  goOn();
  await expect(thread(robins).getByText(/^Ben answered .+ ago: “Morning, Kofi”/)).toHaveCount(1);
  expect(await kofi.received()).toEqual(['Morning, Kofi']);
  await thread(robins).getByRole('button', { name: 'Send anyway' }).click();
  await expect(text(bens, 'Hello Kofi')).toBeVisible();
  await expect.poll(() => kofi.received()).toEqual(['Morning, Kofi', 'Hello Kofi']);
});
