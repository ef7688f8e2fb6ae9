import type { Page } from '@playwright/test';
import { phoneOf } from './carrier.ts';
import { expectAccessible } from './expect-accessible.ts';
import { composer, conversations, row, text, thread, writeText } from './inbox.ts';
import { enter, expect, openPart, test } from './journey.ts';
import { choosePlan, dana, getNumber, logIn, makeColleague, makeNewcomer, TEAM } from './people.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** Neither the page nor a part of it that scrolls is wider than what is seen of it. */
async function expectToFit(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('*')]
        .filter((element) => {
          const { overflowX } = getComputedStyle(element);
          const scrolls =
            element === document.scrollingElement || overflowX === 'auto' || overflowX === 'scroll';
          return scrolls && element.scrollWidth > element.clientWidth;
        })
        .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth}`),
    );
  await expect.poll(tooWide).toEqual([]);
}

/** Whole, and within the screen. */
async function expectInSight(page: Page, name: string): Promise<void> {
  await expect(composer(page, name)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 });
}

test('from the list to a text and back', async ({ page, recruiter, phone }) => {
  const candidate = phone('+12125550161');
  await candidate.text(`https://example.com/${'a-very-long-address-without-a-place-to-break'.repeat(4)}`);
  await enter(page, recruiter.session, '/dashboard/messages');
  await expect(row(page, candidate.formatted)).toBeVisible();
  await expectToFit(page);

  await row(page, candidate.formatted).tap();
  await expectInSight(page, candidate.formatted);
  await expect(conversations(page)).toBeHidden();
  await expectToFit(page);
  await composer(page, candidate.formatted).fill('Thank you, I will read it');
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(text(page, 'Thank you, I will read it')).toBeInViewport();
  await expectInSight(page, candidate.formatted);
  await expectToFit(page);

  await page.getByRole('link', { name: 'Back to conversations' }).tap();
  await expect(row(page, candidate.formatted)).toContainText('You: Thank you, I will read it');
  await expect(thread(page)).toBeHidden();

  // The back button of the phone itself does the same.
  await row(page, candidate.formatted).tap();
  await expectInSight(page, candidate.formatted);
  await page.goBack();
  await expect(row(page, candidate.formatted)).toBeVisible();

  await row(page, candidate.formatted).tap();
  await page.getByRole('button', { name: 'More actions' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Snooze' })).toBeVisible();
  await expectAccessible(page, 'more actions on a phone');
});

test('a hiring manager has four entries in the menu, and answers with three taps', async ({
  page,
  address,
  recruiter,
}) => {
  await choosePlan(address, recruiter, TEAM);
  const priya = await makeColleague(address, recruiter, { firstName: 'Priya', seatRole: 'hiringManager' });
  const { number } = await getNumber(address, priya.session.token);
  const candidate = phoneOf(address, '+12125550163', number);
  await candidate.text('Is Monday fine?');
  await enter(page, priya.session, '/dashboard/messages');
  await page.getByRole('button', { name: 'Open menu' }).tap();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('navigation').getByRole('link')).toHaveText([
    /^Messages/,
    'Candidates',
    'Analytics',
    'Settings',
  ]);
  await menu.getByRole('button', { name: 'Close menu' }).tap();
  await row(page, candidate.formatted).tap();
  await composer(page, candidate.formatted).tap();
  await page.keyboard.type('It is');
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect.poll(candidate.received).toEqual(['It is']);
});

test('on a tablet, what sends a text is whole beside the list', async ({ page, address }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await enter(page, await logIn(address, dana), '/dashboard/messages');
  await row(page, 'Maria Santos').tap();
  await composer(page, 'Maria').fill('Thank you');
  const label = page.getByRole('button', { name: 'Send', exact: true }).getByText('Send');
  await expect(label).toBeVisible();
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the menu opens over the screen and closes when a screen is chosen', async ({ page, address }) => {
  await enter(page, await logIn(address, dana), '/dashboard/messages');
  await page.getByRole('button', { name: 'Open menu' }).tap();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toContainText('(415) 555-0120');
  await expectToFit(page);
  await menu.getByRole('link', { name: 'Candidates' }).tap();
  await expect(page.getByRole('heading', { name: 'Candidates', level: 1 })).toBeVisible();
  await expect(menu).toBeHidden();
});

test('a text that may mean stop, its review and the composer share the height', async ({
  page,
  recruiter,
  phone,
}) => {
  const candidate = phone('+12125550162');
  await candidate.text('please stop texting me');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).tap();
  const review = page.getByRole('region', { name: 'To review' });
  for (const name of ['They opted out', "It's fine, continue"])
    await expect(review.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expectToFit(page);
  await review.getByRole('button', { name: "It's fine, continue" }).tap();
  await expectInSight(page, candidate.formatted);
  await writeText(page, candidate.formatted, 'A line\n'.repeat(20));
  await expectInSight(page, candidate.formatted);
  await expectToFit(page);
});

test('no screen is wider than the phone', async ({ page, address }) => {
  for (const [path, title] of [
    ['/login', 'Sign in'],
    ['/register', 'Create your account'],
    ['/nowhere', "Oops! The page you're looking for doesn't exist."],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expectToFit(page);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The password is required')).toBeVisible();
  await expectToFit(page);

  const newcomer = await makeNewcomer(address);
  await enter(page, newcomer.session, '/dashboard/plan-selection');
  await expect(page.getByRole('button', { name: 'Choose team' })).toBeVisible();
  await expectToFit(page);
  await choosePlan(address, newcomer);
  await page.goto('/dashboard/get-number?way=new');
  await page.getByLabel('Area code').fill('917');
  await expect(page.getByRole('radio', { name: /^\(917\)/ }).first()).toBeVisible();
  await expectToFit(page);

  await enter(page, await logIn(address, dana), '/dashboard/account');
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await expectToFit(page);
  for (const part of ['Notifications', 'Availability', 'Security', 'Company'] as const) {
    await openPart(page, part);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectToFit(page);
  }
  await page.goto('/dashboard/candidates/deleted');
  await expect(page.getByText('No deleted candidates')).toBeVisible();
  await expectToFit(page);
  for (const path of ['/dashboard/team', '/dashboard/hiring-managers']) {
    await page.goto(path);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectToFit(page);
  }
  await page.goto('/dashboard/messages/new');
  await page.getByRole('combobox').fill('Katarzyna');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expectToFit(page);
  await page.goto('/dashboard/candidates?search=Katarzyna');
  await expect(
    page.getByRole('link', { name: 'Katarzyna Wojciechowska-Montgomery', exact: true }),
  ).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Filter and sort' }).tap();
  await page.getByRole('checkbox', { name: 'Select Katarzyna Wojciechowska-Montgomery' }).tap();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectToFit(page);
  await page.getByRole('link', { name: 'Katarzyna Wojciechowska-Montgomery', exact: true }).tap();
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('radiogroup', { name: 'Shown' }).getByText('Details').tap();
  await expect(page.getByRole('button', { name: 'Edit name' })).toBeVisible();
  await expectToFit(page);
  await page.goBack();
  await page.getByRole('button', { name: 'More for Katarzyna Wojciechowska-Montgomery' }).tap();
  await page.getByRole('menuitem', { name: 'Edit' }).tap();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  await expectToFit(page);

  await page.goto('/simulator');
  await expect(page.getByRole('list', { name: 'Phones with texts' })).toBeVisible();
  await expectToFit(page);
  await page.getByText('Network').tap();
  await expect(page.getByLabel('Delay')).toBeVisible();
  await expectToFit(page);
  await page.goto('/simulator?phone=14155550110');
  await expect(page.getByRole('textbox', { name: 'Text message' })).toBeInViewport({ ratio: 1 });
  await expect(thread(page)).toContainText('Oh, should I bring my certifications?');
  await expectToFit(page);
});
