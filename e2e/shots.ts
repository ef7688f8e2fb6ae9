/*
 * Pictures of screens at the three widths that the product is looked at in, light and dark:
 *   npm run shots -- <folder> <address> [<address> ...] [--as <email>:<password>]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

const { positionals, values } = parseArgs({ allowPositionals: true, options: { as: { type: 'string' } } });
const [folder, ...addresses] = positionals;
if (folder === undefined || addresses.length === 0) {
  process.stderr.write(
    'Usage: npm run shots -- <folder> <address> [<address> ...] [--as <email>:<password>]\n',
  );
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch(chromiumLaunch());
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.on('pageerror', (error) => process.stderr.write(`${page.url()}: ${error.message}\n`));
    if (values.as !== undefined) await login(values.as, addresses[0] as string);
    for (const address of addresses) {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.goto(address);
        await settled();
        const file = join(folder, `${nameOf(address)}-${size.width}-${colorScheme}.png`);
        await page.screenshot({ path: file });
        process.stdout.write(`${file}\n`);
      }
    }
    await context.close();

    async function login(account: string, address: string) {
      const separator = account.indexOf(':');
      await page.goto(new URL('/login', address).href);
      await page.getByLabel('Email').fill(account.slice(0, separator));
      await page.locator('input[type=password]').fill(account.slice(separator + 1));
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname !== '/login');
    }

    /** Live screens never go network-idle (an event stream stays open), so: fonts loaded, and half a second unchanged. */
    async function settled() {
      await page.waitForLoadState('load');
      await page.locator('#root > *').first().waitFor({ state: 'attached' });
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise<void>((resolve) => {
          let timer = setTimeout(resolve, 500);
          const giveUp = setTimeout(resolve, 5000);
          new MutationObserver(() => {
            clearTimeout(timer);
            timer = setTimeout(() => {
              clearTimeout(giveUp);
              resolve();
            }, 500);
          }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        });
      });
    }
  }
} finally {
  await browser.close();
}

function nameOf(address: string): string {
  const { pathname } = new URL(address);
  return pathname.replace(/^\/|\/$/g, '').replaceAll(/[^\w-]+/g, '-') || 'home';
}
