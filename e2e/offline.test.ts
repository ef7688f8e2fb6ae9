import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { composer, conversations, row, text, writeText } from './inbox.ts';
import { enter, expect, signOut, test } from './journey.ts';

test.use({ serviceWorkers: 'allow' });

const NOT_SENT = "Not sent. It will be sent when you're back online.";
/** A browser whose network is only emulated to be away tells a new page that it is there. */
const OFFLINE = /^(You're offline\.|Reconnecting…) Last updated /;

/** What this browser has for later: the page, and the threads that were read. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const addresses = async (prefix: string) => {
      const found = names.filter((name) => name.startsWith(prefix));
      const lists = await Promise.all(found.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => url);
    };
    const threads = (await addresses('answers-')).filter((url) => url.includes('messages'));
    const pages = (await addresses('hiretext-')).filter((url) => url.endsWith('/dashboard'));
    return {
      threads: threads.length,
      pages: pages.length,
      isServed: navigator.serviceWorker.controller !== null,
    };
  });

async function expectKept(page: Page): Promise<void> {
  await expect.poll(() => kept(page)).toEqual({ threads: 1, pages: 1, isServed: true });
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
  await expectKept(page);

  await page.context().setOffline(true);
  await expect(page.getByText("You're offline. What you send goes out when you're back.")).toBeVisible();
  await writeText(page, candidate.formatted, 'On Monday at 9');
  await expect(text(page, NOT_SENT)).toBeVisible();
  await expect(row(page, candidate.formatted)).toContainText('Not sent');

  await page.reload();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(text(page, 'When do I start?')).toBeVisible();
  await expect(text(page, 'On Monday at 9')).toHaveCount(1);
  await expect(row(page, candidate.formatted)).toContainText('Not sent');
  await writeText(page, candidate.formatted, 'Bring your license');
  await expect(text(page, 'Bring your license')).toHaveCount(1);

  // The other tab has the same texts, and shows them as soon as they may be its own.
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(text(tab, 'When do I start?')).toBeVisible();
  await expect(text(tab, 'On Monday at 9')).toHaveCount(0);
  await page.close();
  await expect(text(tab, 'On Monday at 9')).toHaveCount(1);

  await tab.context().setOffline(false);
  await expect.poll(candidate.received).toEqual(['On Monday at 9', 'Bring your license']);
  await expect(row(tab, candidate.formatted)).not.toContainText('Not sent');
  await expect(text(tab, 'On Monday at 9')).toHaveCount(1);
  await expect(composer(tab, candidate.formatted)).toHaveValue('');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('Hiretext can be installed, opens without a network, and keeps nothing of a person who signs out', async ({
    page,
    recruiter,
    phone,
  }) => {
    const candidate = phone('+12125550172');
    await candidate.text('Is the job still open?');
    await enter(page, recruiter.session, '/dashboard/messages');
    await row(page, candidate.formatted).tap();
    await expect(text(page, 'Is the job still open?')).toBeVisible();
    await expectKept(page);

    const devTools = await page.context().newCDPSession(page);
    const { url, errors, data = '{}' } = await devTools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons, start_url: start } = JSON.parse(data);
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
        return `${width}x${height}`;
      }, new URL(src, url).href);
      expect(size).toBe(sizes);
    }

    await page.context().setOffline(true);
    await page.goto(start);
    await expect(page.getByText(OFFLINE)).toBeVisible();
    await row(page, candidate.formatted).tap();
    await expect(text(page, 'Is the job still open?')).toBeInViewport();
    await expectAccessible(page, 'a thread without a network');
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(await isTooWide()).toBe(false);

    await page.context().setOffline(false);
    await expect(page.getByText(OFFLINE)).toHaveCount(0);
    await candidate.text('Hello?');
    await expect(text(page, 'Hello?')).toBeVisible();
    await page.getByRole('link', { name: 'Back to conversations' }).tap();
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await signOut(page);
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => kept(page)).toMatchObject({ threads: 0 });
    await page.context().setOffline(true);
    await page.goto('/dashboard/messages');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(conversations(page)).toHaveCount(0);
  });
});
