import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './e2e/chromium.ts';

/** Their servers get a setting that the others do not. */
const ownServer = /(billing|integrations|registration|staff)\.test\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each has its own server, PostgreSQL and browser. Journeys often wait, so two cores have enough for four.
  workers: 4,
  // They share nothing but the server of their worker, and no file has to wait for its longest journey.
  fullyParallel: true,
  // The longest waits come first, and what is left at the end is short.
  projects: [
    { name: 'own server', testMatch: ownServer },
    { name: 'one server', testIgnore: ownServer },
  ],
  // One that passes only then is listed at the end of the run.
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
  // No journey measures itself by these: they end what hangs, also on a machine that is several times slower.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    launchOptions: chromiumLaunch(),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    trace: 'off',
    // What goes through one isn't always seen by `route`. The journeys without a network want it.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
  },
});
