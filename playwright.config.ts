import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './e2e/chromium.ts';
import { freePort } from './server/testing/free-port.ts';

// This file is read again by every worker: the first one chooses the ports, the others inherit them.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DNS_PORT ??= String(await freePort());
// The servers inherit it; journeys about domains answer there.
process.env.DNS_SERVER = `127.0.0.1:${process.env.E2E_DNS_PORT}`;
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // The server and PostgreSQL share two cores with the browser.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    launchOptions: chromiumLaunch(),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    trace: 'off',
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
  },
  webServer: {
    command: `"${process.execPath}" e2e/serve.ts`,
    url: baseURL,
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
