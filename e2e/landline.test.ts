import type { Page } from '@playwright/test';
import type { SimulatedOwnershipCode } from '../contract/simulator.ts';
import { send } from './api.ts';
import { phoneOf } from './carrier.ts';
import { expectAccessible } from './expect-accessible.ts';
import { row, thread, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';
import { choosePlan, makeNewcomer, makeRecruiter } from './people.ts';

/* A number that a company already has, with the simulated carrier as docs/simulator.md describes it. */

async function checkNumber(page: Page, number: string): Promise<void> {
  await page.getByLabel('Your number', { exact: true }).fill(number);
  await page.getByRole('button', { name: 'Check number' }).click();
}

async function fillOwner(page: Page, company: string): Promise<void> {
  await page.getByLabel('Company').fill(company);
  await page.getByLabel('Street').fill('1 Harbor Way');
  await page.getByLabel('City').fill('Oakland');
  await page.getByLabel('State').fill('CA');
  await page.getByLabel('ZIP code').fill('94607');
}

/** The code that the phone at the office got. */
async function codeCalledTo(address: string, number: string): Promise<string> {
  const codes = await send<SimulatedOwnershipCode[]>(`${address}/simulator/ownershipCodes`, 'GET');
  const code = codes.find((each) => each.number === number)?.code;
  if (code === undefined) throw new Error('No one has called');
  return code;
}

async function sign(page: Page): Promise<void> {
  await page.getByLabel('Job title').fill('Office manager');
  await page.getByLabel('Signature').fill(await page.getByLabel('Name', { exact: true }).inputValue());
  await page.getByRole('checkbox', { name: /I'm authorized to sign for/ }).check();
  await page.getByRole('button', { name: 'Sign and submit' }).click();
  const ready = page.getByRole('dialog', { name: 'Getting your number ready' });
  await expect(ready).toContainText('Carriers review every landline.');
  await ready.getByRole('button', { name: 'OK' }).click();
}

test('a landline is proven, signed for, reviewed and texts', async ({ page, address, otherBrowser }) => {
  const office = '+12125557341';
  const newcomer = await makeNewcomer(address);
  await choosePlan(address, newcomer);
  await enter(page, newcomer.session, '/dashboard/get-number?way=new');
  await page.getByText('A number you already have').click();
  await expect(page.getByRole('heading', { name: "What's the number?" })).toBeVisible();
  await checkNumber(page, '(212) 555-7300');
  await expect(page.getByText(/Numbers from this phone company can't be used/)).toBeVisible();
  await expectAccessible(page, 'landline, refused');
  await checkNumber(page, '(800) 555-7341');
  await expect(page.getByText(/You can't use a toll-free number/)).toBeVisible();
  await checkNumber(page, '(212) 555-7341');

  await expect(page.getByRole('heading', { name: 'You can use (212) 555-7341' })).toBeFocused();
  await fillOwner(page, 'Quayside Talent LLC');
  await expectAccessible(page, 'landline, owner');
  await page.getByRole('button', { name: 'Call the number now' }).click();

  const simulator = await otherBrowser({ baseURL: address });
  await simulator.goto('/simulator');
  await expect(simulator.getByText('(212) 555-7341 rings')).toBeVisible();
  await expectAccessible(simulator, 'simulator with an office phone');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/This code is wrong/)).toBeVisible();
  await page.reload();
  await expectAccessible(page, 'landline, code');
  await page.getByLabel('Code').fill(await codeCalledTo(address, office));
  await page.getByRole('button', { name: 'Confirm' }).click();

  await expect(page.getByRole('heading', { name: 'Sign the letter of authorization' })).toBeVisible();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByText('(212) 555-7341')).toBeVisible();
  await expect(sidebar.getByText('Activating')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Sign and submit' }).click();
  await expect(page.getByText('Confirm that you can sign for the company')).toBeVisible();
  await expectAccessible(page, 'landline, letter');
  await sign(page);
  await expect(page.getByRole('heading', { name: '(212) 555-7341 is being reviewed' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the letter' }).click();
  expect((await download).suggestedFilename()).toBe('letter-of-authorization.pdf');

  await expect(page.getByRole('heading', { name: '(212) 555-7341 is ready to text' })).toBeVisible();
  await expect(sidebar.getByText('Active', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Candidates know you by (212) 555-7341.')).toBeVisible();
  const candidate = phoneOf(address, '+13125550163', office);
  await candidate.text('Is this the office?');
  await page.goto('/dashboard/messages');
  await row(page, candidate.formatted).click();
  await expect(thread(page)).toContainText('Is this the office?');
  await writeText(page, candidate.formatted, 'It is. You can text us here now.');
  await expect.poll(() => candidate.received()).toEqual(['It is. You can text us here now.']);
});

test('a letter that is refused can be signed again, on a small screen', async ({ page, address }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const newcomer = await makeNewcomer(address);
  await choosePlan(address, newcomer);
  await enter(page, newcomer.session, '/dashboard/get-number?way=landline');
  await checkNumber(page, '(312) 555-7342');
  await fillOwner(page, 'Reject & Sons');
  await page.getByText('A text', { exact: true }).click();
  await page.getByRole('button', { name: 'Text the code now' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code for (312) 555-7342' })).toBeVisible();
  await page.getByLabel('Code').fill(await codeCalledTo(address, '+13125557342'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await sign(page);
  await expect(page.getByRole('heading', { name: '(312) 555-7342 was rejected' })).toBeVisible();
  await expect(page.getByText("The carriers didn't accept the letter of authorization.")).toBeVisible();
  await expectAccessible(page, 'landline, rejected');

  await page.getByRole('button', { name: 'Try again' }).click();
  await checkNumber(page, '(312) 555-7342');
  await expect(page.getByLabel('Street')).toHaveValue('1 Harbor Way');
  await page.getByLabel('Company').fill('Sons & Daughters');
  await page.getByRole('button', { name: 'Call the number now' }).click();
  await page.getByRole('button', { name: 'Stop setting it up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('heading', { name: "What's the number?" })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
});

test('a texter moves to the landline, and nothing that candidates write gets lost', async ({
  page,
  address,
}) => {
  const office = '+13125557343';
  const recruiter = await makeRecruiter(address);
  const old = phoneOf(address, '+13125550164', recruiter.number);
  await enter(page, recruiter.session, '/dashboard/account');
  await page.getByRole('link', { name: 'Use your landline' }).click();
  await expect(page.getByText(`You text from ${recruiter.numberFormatted} until`)).toBeVisible();
  await expectAccessible(page, 'landline of a texter');
  await checkNumber(page, '(312) 555-7343');
  await fillOwner(page, 'Quayside Talent LLC');
  await page.getByRole('button', { name: 'Call the number now' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code for (312) 555-7343' })).toBeVisible();
  await page.getByLabel('Code').fill(await codeCalledTo(address, office));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByLabel('Signature')).toBeVisible();
  await page.goto('/dashboard/account');
  await expect(page.getByText(/\(312\) 555-7343 is being set up/)).toBeVisible();
  await expectAccessible(page, 'account while the number changes');
  await page.getByRole('link', { name: 'See the next step' }).click();
  await sign(page);

  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByText('(312) 555-7343')).toBeVisible();
  await expect(sidebar.getByText('Active', { exact: true })).toBeVisible();
  await old.text('Do you still read this number?');
  await page.goto('/dashboard/messages');
  await row(page, old.formatted).click();
  await expect(thread(page)).toContainText('Do you still read this number?');
});
