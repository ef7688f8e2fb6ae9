import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { freePort } from '../server/testing/free-port.ts';
import { type Phone, phoneOf, setNetwork } from './carrier.ts';
import { type Dns, startDns } from './dns.ts';
import { makeAhead, type Recruiter, type Session } from './people.ts';
import { createServer, makeDataDir, type Server } from './server.ts';

/* What every journey has at hand. */

interface Shared {
  /** Extra environment variables of the server. A file that sets some (`test.use`) gets its own server. */
  variables: Record<string, string>;
  /** Whom the server asks about domains. */
  dns: Dns;
  /** Running, with its own data. The journeys of one worker run one after the other and share it. */
  server: Server;
  nextRecruiter: () => Promise<Recruiter>;
}

interface Fixtures {
  /** Of the server, without a slash at its end. */
  address: string;
  /** An account of this journey alone, with a linked number. */
  recruiter: Recruiter;
  /** A candidate's phone, in its thread with the recruiter's number. */
  phone: (number: string) => Phone;
  /** A page of another browser, which shares nothing with the first. */
  otherBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** Every journey fails on an uncaught exception in a page. */
  noExceptions: undefined;
  /** The journeys of one server share its simulated carrier; each finds it as it usually is. */
  usualCarrier: undefined;
}

export const test = base.extend<Fixtures, Shared>({
  variables: [{}, { option: true, scope: 'worker' }],
  dns: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern
    async ({}, use) => {
      const dns = await startDns();
      await use(dns);
      await dns.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ variables, dns }, use) => {
      const { dataDir, remove } = makeDataDir();
      const server = createServer({
        port: await freePort(),
        dataDir,
        variables: { DNS_SERVER: dns.address, ...variables },
      });
      try {
        await server.start();
        await use(server);
      } finally {
        await server.stop();
        remove();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  nextRecruiter: [
    async ({ server }, use) => {
      await use(makeAhead(server.address));
    },
    { scope: 'worker' },
  ],
  address: async ({ server }, use) => {
    await use(server.address);
  },
  baseURL: async ({ server }, use) => {
    await use(server.address);
  },
  recruiter: async ({ nextRecruiter }, use) => {
    await use(await nextRecruiter());
  },
  phone: async ({ address, recruiter }, use) => {
    await use((number) => phoneOf(address, number, recruiter.number));
  },
  otherBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    const thrown: Error[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      context.on('weberror', (error) => thrown.push(error.error()));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(thrown).toEqual([]);
  },
  noExceptions: [
    async ({ context }, use) => {
      const thrown: Error[] = [];
      context.on('weberror', (error) => thrown.push(error.error()));
      await use(undefined);
      expect(thrown).toEqual([]);
    },
    { auto: true },
  ],
  usualCarrier: [
    async ({ address }, use) => {
      await setNetwork(address);
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect };

/** Signed in, at a screen, without the way through the login form. */
export async function enter(page: Page, session: Session, path: string): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(({ token, expiresIn }) => {
    localStorage.setItem('hiretext:token', token);
    localStorage.setItem('hiretext:expiresAt', String(Date.now() + expiresIn * 1000));
  }, session);
  await page.goto(path);
}

/** As a person does it. */
export async function signIn(page: Page, login: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard\//);
}

/** By the menu at the bottom left, which is on every screen of the dashboard. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /, settings$/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}

/** In the menu of the dashboard. */
export const screenLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** Among the settings, which open with Account. */
export async function openSettings(page: Page, name: 'Integrations' | 'Billing'): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^(Settings|Account)$/ })
    .click();
  await screenLink(page, name).click();
}

/** One of the parts of Account. */
export async function openPart(
  page: Page,
  part: 'Profile' | 'Notifications' | 'Availability' | 'Security' | 'Company',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: part }).click();
}
