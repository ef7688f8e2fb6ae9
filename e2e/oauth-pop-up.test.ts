import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './journey.ts';

/* An ATS is at another origin: after it, the pop-up and the window that opened it do not know each other anymore. */

let ats: Server;
let atsUrl: string;

test.beforeAll(async () => {
  ats = createServer((request, reply) => {
    const back = new URL(request.url ?? '/', atsUrl).searchParams.get('back');
    reply.setHeader('content-type', 'text/html');
    reply.end(`<h1>Consent</h1><a href="${back}">Allow</a>`);
  }).listen(0);
  await once(ats, 'listening');
  atsUrl = `http://localhost:${(ats.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  ats.close();
});

for (const [path, outcome] of [
  ['/oauthSuccess', 'success'],
  ['/oauthFailure', 'failure'],
] as const)
  test(`the pop-up at ${path} notifies its opener, and closes`, async ({ page, context, address }) => {
    await page.goto('/login');
    await page.evaluate(() => {
      window.addEventListener('storage', ({ key, newValue }) => {
        if (key === 'hiretext:oauthResult' && newValue !== null) document.title = newValue;
      });
    });
    const back = `${address}${path}?atsType=lever`;
    const [popUp] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(
        (url) => {
          window.open(url, 'ats', 'popup,width=600,height=700');
        },
        `${atsUrl}/?back=${encodeURIComponent(back)}`,
      ),
    ]);
    const closed = popUp.waitForEvent('close');
    await popUp.getByRole('link', { name: 'Allow' }).click();
    await closed;
    await expect(page).toHaveTitle(new RegExp(`^{"outcome":"${outcome}","vendor":"lever","at":\\d+}$`));
  });

test('the result page stays if someone opens it by hand, with a way on', async ({ page }) => {
  await page.goto('/oauthFailure?atsType=<b>evil</b>&message=evil');
  await expect(
    page.getByRole('heading', { name: 'ATS integration failed. Please try again.' }),
  ).toBeVisible();
  await expect(page.getByText('evil')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to Hiretext' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
