import { chromium } from '@playwright/test';
import { makeAtsTypes, makeIntegration, makePair } from '../web/testing/make-ats.ts';
import { chromiumLaunch } from './chromium.ts';
const at = 'http://127.0.0.1:4571';
const types = makeAtsTypes();
const g = makeIntegration({ notes: { waiting: 3, unknown: 1, oldestAt: new Date(Date.now() - 7e6).toISOString() }, lastSyncAt: new Date(Date.now() - 180000).toISOString(), sync: { ...makeIntegration().sync, doubtful: 12 } });
const bad = makeIntegration({ type: 'jazzHr', error: { code: 'ats_key_refused', message: "JazzHR didn't accept the key. Check that it's complete and hasn't been revoked." }, webhook: { url: 'https://app.hiretext.example/webhooks/ats/jazzHr/8f3a2b1c9d0e4f5a6b7c8d9e0f1a2b3c', state: 'manual', secret: null } });
const go = makeIntegration({ type: 'greenhouseOnboarding', sync: { ...makeIntegration().sync, state: 'running' }, webhook: { url: '', state: 'none', secret: null } });
const browser = await chromium.launch(chromiumLaunch());
const only = process.argv[2];
for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log('ERR', page.url(), e.message));
  let list: unknown[] = [];
  await page.route('**/v1/atsIntegration**', (r) => r.fulfill({ json: list }));
  await page.route('**/v1/atsIntegration/types', (r) => r.fulfill({ json: types }));
  await page.route('**/v1/atsIntegration/pairs**', (r) => r.fulfill({ json: { items: [makePair(), makePair({ reason: 'sameEmailOtherPhone' })], nextCursor: null } }));
  await page.route('**/v1/atsIntegration/testConnection', (r) => r.fulfill({ status: 422, json: { message: 'The key is missing a right. Add it in the system, then test again.', code: 'ats_rights_missing', details: { missing: ['Notes: Create'] }, requestId: 'x' } }));
  await page.goto(`${at}/login`);
  await page.getByLabel('Email').fill('dana@harborview.example');
  await page.locator('input[type=password]').fill('harborview-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL((u) => u.pathname !== '/login');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 1000 });
    const shot = (n: string, fullPage = true) => page.screenshot({ path: `/tmp/shots/${n}-${width}-${colorScheme}.png`, fullPage });
    // pages scroll in main: make it tall
    const tall = () => page.setViewportSize({ width, height: 3400 });
    const low = () => page.setViewportSize({ width, height: 1000 });
    list = [];
    await page.goto(`${at}/dashboard/integrations`);
    await page.getByRole('article').first().waitFor();
    await tall(); await shot('none', false); await low();
    await page.getByRole('button', { name: 'Connect Greenhouse', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByLabel('Client ID').fill('abc'); await page.getByLabel('Client secret').fill('def');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('alert').waitFor();
    await shot('dialog', false);
    list = [g, bad, go];
    await page.goto(`${at}/dashboard/integrations`);
    await page.getByText('Hiring managers').first().waitFor();
    await tall(); await shot('connected', false); await low();
    await page.getByRole('button', { name: 'Disconnect Greenhouse', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await shot('disconnect', false);
    await page.goto(`${at}/dashboard/integrations/pairs`);
    await page.getByRole('button', { name: /^Same/ }).first().waitFor();
    await shot('pairs', false);
    await page.goto(`${at}/help/greenhouse`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shot('help');
  }
  await context.close();
}
await browser.close();
