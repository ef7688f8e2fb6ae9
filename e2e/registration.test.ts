import { once } from 'node:events';
import { createServer as createSite, type Server as Site } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { PRIVACY_PAGE, TERMS_PAGE, WEBSITE } from '../server/testing/registration.ts';
import { setNetwork } from './carrier.ts';
import { expectAccessible } from './expect-accessible.ts';
import { composer, row, status, writeText } from './inbox.ts';
import { enter, expect, test as journey } from './journey.ts';

/** With the company's website. */
const test = journey.extend<{ site: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern
  site: async ({}, use) => {
    const pages: Record<string, string> = { '/privacy': PRIVACY_PAGE, '/terms': TERMS_PAGE };
    const site: Site = createSite((request, reply) => {
      reply.setHeader('content-type', 'text/html');
      reply.end(pages[request.url ?? ''] ?? WEBSITE);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    await use(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    site.close();
  },
});

/** The simulated carrier asks for registration. */
test.use({ variables: { CARRIER_REGISTRATION: 'required' } });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a company is registered with the carriers, is rejected once, and can text', async ({
  page,
  recruiter,
  phone,
  address,
  site,
}) => {
  // Two reviews, and a suspension that is looked for every ten seconds.
  const candidate = phone('+12125550161');
  await candidate.text('Is the job still open?');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await expect(
    page.getByText('You can text once your company is registered with the carriers.'),
  ).toBeVisible();
  await page
    .getByRole('region', { name: 'Carrier registration' })
    .getByRole('link', { name: 'Register' })
    .click();

  await page.getByLabel('Legal name').fill('Quayside Talent LLC');
  await expect(page.getByLabel('Brand name')).toHaveValue(recruiter.companyName);
  await choose(page, 'Company type', 'Limited liability company (LLC)');
  await page.getByLabel('EIN').fill('12-3456789');
  await page.getByLabel('Street').fill('1 Harbor Way');
  await page.getByLabel('City').fill('Oakland');
  await page.getByLabel('State').fill('CA');
  await page.getByLabel('ZIP code').fill('94607');
  await page.getByLabel('Website').fill(site);
  await expectAccessible(page, 'registration, company');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Lopez');
  await page.getByLabel('Job title').fill('Owner');
  await page.getByLabel('Business email').fill('quayside@gmail.com');
  await page.getByLabel('Business phone number').fill('(510) 555-0100');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page
    .getByLabel('Description')
    .fill('Recruiters of Quayside Talent arrange interviews with candidates who applied for a job.');
  await page
    .getByLabel('How candidates agree')
    .fill(
      'In the interview candidates sign a paper on which they agree to be texted. It says: Message frequency varies. ' +
        'Message and data rates may apply. Reply HELP for help or STOP to opt out.',
    );
  await page.getByLabel('Privacy policy').fill(`${site}/privacy`);
  await page.getByLabel('Terms').fill(`${site}/terms`);
  const sample = page.getByLabel('Sample text 1');
  await sample.fill('Quayside Talent: please reject this one. Reply STOP to opt out.');
  await page.getByLabel('Sample text 2').fill('Could you start a little earlier on Monday?');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await expect(page.getByText('Fix one thing before you submit.')).toBeVisible();
  await expectAccessible(page, 'registration, findings');
  const finding = 'Anyone can get an address at gmail.com.';
  await page.getByRole('button', { name: `Change: ${finding}` }).click();
  await expect(page.getByLabel('Business email')).toBeFocused();
  await page.getByLabel('Business email').fill('ana@quayside.example');
  await page.getByRole('button', { name: 'Check and submit' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();

  const progress = page.getByRole('list', { name: 'Progress' });
  await expect(progress.getByText('Submitted')).toBeVisible();
  await expect(progress.getByText('Rejected')).toBeVisible();
  await expect(page.getByText("A sample text doesn't match what the campaign is for.")).toBeVisible();
  await page
    .getByRole('region', { name: 'What to fix' })
    .getByRole('button', { name: /^Change/ })
    .click();
  await expect(sample).toBeFocused();
  await sample.fill('Quayside Talent: your interview is on Thursday at 10. Reply STOP to opt out.');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();

  await expect(page.getByText('Your company is registered, and its numbers can text.')).toBeVisible();
  await expect(page.getByText('Can text', { exact: true })).toBeVisible();
  await expectAccessible(page, 'registration, approved');

  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Messages' }).click();
  await row(page, candidate.formatted).click();
  await expect(composer(page, candidate.formatted)).toBeEnabled();
  await writeText(page, candidate.formatted, 'It is. Are you free on Tuesday?');
  await expect(status(page, 'Delivered')).toBeVisible();
  await expect.poll(candidate.received).toEqual(['It is. Are you free on Tuesday?']);

  await setNetwork(address, { registration: 'suspend' });
  await expect(page.getByText("You can't text: your registration is suspended.")).toBeVisible();
  await expect(
    page.getByText('You can text once your company is registered with the carriers.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page.getByText('Too many people complained about texts from this campaign.')).toBeVisible();
  await setNetwork(address, { registration: 'approve' });
  await expect(page.getByText('Your company is registered, and its numbers can text.')).toBeVisible();
});
