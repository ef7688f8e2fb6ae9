import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './e2e/chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each has a server, a PostgreSQL and a browser of its own; two cores are what the smallest machine has.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: chromiumLaunch(),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    trace: 'off',
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
  },
});
