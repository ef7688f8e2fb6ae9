import type { Page } from '@playwright/test';
import { composer, row, text, writeText } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

const NOT_SENT = "Not sent. It will be sent when you're back online.";

/** As a train in a tunnel: pages of the browser's cache come, texts don't get out. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const isText = (url: URL) => url.pathname === '/v1/messages';
  await page.context().route(isText, (route) => route.abort('internetdisconnected'));
  return () => page.context().unroute(isText);
}

test('a text written offline survives a reload and a second tab, and is sent once when the person is back', async ({
  page,
  recruiter,
  phone,
}) => {
  const candidate = phone('+12125550171');
  await candidate.text('When do I start?');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await expect(text(page, 'When do I start?')).toBeVisible();

  await page.context().setOffline(true);
  await expect(page.getByText("You're offline. What you send goes out when you're back.")).toBeVisible();
  await writeText(page, candidate.formatted, 'On Monday at 9');
  await expect(text(page, NOT_SENT)).toBeVisible();
  await expect(row(page, candidate.formatted)).toContainText('Not sent');

  const back = await cutOff(page);
  await page.context().setOffline(false);
  await page.reload();
  await expect(text(page, 'On Monday at 9')).toHaveCount(1);
  await expect(row(page, candidate.formatted)).toContainText('Not sent');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();

  // The other tab has the same text, and shows it as soon as it may be its own.
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(text(tab, 'When do I start?')).toBeVisible();
  await expect(text(tab, 'On Monday at 9')).toHaveCount(0);
  await page.close();
  await expect(text(tab, 'On Monday at 9')).toHaveCount(1);

  await back();
  await tab.context().setOffline(true);
  await expect(tab.getByText("You're offline. What you send goes out when you're back.")).toBeVisible();
  await tab.context().setOffline(false);
  await expect.poll(candidate.received).toEqual(['On Monday at 9']);
  await expect(row(tab, candidate.formatted)).not.toContainText('Not sent');
  await expect(text(tab, 'On Monday at 9')).toHaveCount(1);
  await expect(composer(tab, candidate.formatted)).toHaveValue('');
});
