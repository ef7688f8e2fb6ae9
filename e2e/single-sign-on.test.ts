import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import * as routes from '../contract/routes.ts';
import { startTestProvider, type TestProvider } from '../server/testing/oidc-provider.ts';
import { startTestSamlProvider } from '../server/testing/saml-provider.ts';
import { call } from './api.ts';
import type { Dns } from './dns.ts';
import { expectAccessible } from './expect-accessible.ts';
import { enter, expect, openPart, signOut, test } from './journey.ts';
import { linkIn, mailAbout } from './mails.ts';
import { choosePlan, makeNewcomer, type Newcomer, TEAM } from './people.ts';

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Single sign-on' });
const account = (page: Page) => page.getByRole('heading', { name: 'Account', level: 1 });

/** An admin with an address at their own domain, at the empty form. */
async function beginSetUp(
  page: Page,
  address: string,
): Promise<{ admin: Newcomer; domain: string; section: Locator }> {
  const domain = `${randomUUID()}.test`;
  const admin = await makeNewcomer(address, `robin@${domain}`);
  await choosePlan(address, admin);
  await enter(page, admin.session, '/dashboard/account/company');
  const section = sectionOf(page);
  await section.getByRole('button', { name: 'Set up single sign-on' }).click();
  await section.getByLabel('Email domain').fill(domain);
  return { admin, domain, section };
}

async function verifyDomain(page: Page, dns: Dns): Promise<void> {
  const section = sectionOf(page);
  const verify = section.getByRole('button', { name: 'Verify domain' });
  await verify.click();
  await expect(page.getByText(/We couldn't find the record in your domain's DNS yet/)).toBeVisible();
  const name = await section.getByText(/^_hiretext\./).textContent();
  const value = await section.getByText(/^hiretext-domain-verification=/).textContent();
  dns.add(name ?? '', value ?? '');
  await verify.click();
  await expect(section.getByText('The domain is verified.')).toBeVisible();
}

/** Out, and in again through the company's provider. */
async function comeBack(page: Page, email: string): Promise<void> {
  await signOut(page);
  await comeIn(page, email);
}

/** From the sign-in screen through the company's provider. */
async function comeIn(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with single sign-on' }).click();
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/(sign-in|interaction)/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a company signs in with OpenID Connect', async ({ page, address, dns }) => {
  const provider = await startTestProvider(`${address}/sso/oidc/callback`);
  const { admin, section } = await beginSetUp(page, address);
  await expect(section.getByText(`${address}/sso/oidc/callback`)).toBeVisible();
  await section.getByLabel('Issuer').fill(provider.connection.issuer);
  await section.getByLabel('Client ID').fill(provider.connection.clientId);
  await section.getByLabel('Client secret').fill(provider.connection.clientSecret);
  await expectAccessible(page, 'setting up OpenID Connect');
  await section.getByRole('button', { name: 'Save' }).click();
  await verifyDomain(page, dns);
  await section.getByRole('button', { name: 'Test provider' }).click();
  await expect(section.getByText('Your provider works and recognizes Hiretext.')).toBeVisible();
  await comeBack(page, admin.email);
  await expect(account(page)).toBeVisible();
  await provider.stop();
});

/** The admin of a team that signs in at the provider, and has shown that the domain is theirs. */
async function makeCompany(
  address: string,
  { dns, provider }: { dns: Dns; provider: TestProvider },
): Promise<{ admin: Newcomer; domain: string }> {
  const domain = `${randomUUID()}.test`;
  const admin = await makeNewcomer(address, `robin@${domain}`);
  const { token } = admin.session;
  await choosePlan(address, admin, TEAM);
  const { connection } = await call(address, routes.updateSingleSignOn, {
    token,
    body: { domain, provider: { protocol: 'oidc', ...provider.connection } },
  });
  dns.add(connection?.dnsRecord.name ?? '', connection?.dnsRecord.value ?? '');
  await call(address, routes.verifyDomain, { token });
  return { admin, domain };
}

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('hiretext:token') ?? '');

test('a person who is invited joins by signing in, and needs no password for anything', async ({
  address,
  dns,
  otherBrowser,
}) => {
  const provider = await startTestProvider(`${address}/sso/oidc/callback`);
  const { admin, domain } = await makeCompany(address, { dns, provider });
  const email = `sam@${domain}`;
  await call(address, routes.inviteUser, { token: admin.session.token, body: { email, firstName: 'Sam' } });

  const page = await otherBrowser({ timezoneId: 'Europe/Berlin' });
  await page.goto(`${address}/login`);
  await comeIn(page, email);
  await expect(account(page)).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Sam');
  const [{ accountId }, joined] = await Promise.all([
    call(address, routes.getUser, { token: admin.session.token }),
    call(address, routes.getUser, { token: await tokenIn(page) }),
  ]);
  expect(joined).toMatchObject({
    accountId,
    email,
    userType: 'member',
    hasPassword: false,
    timezone: 'Europe/Berlin',
    seat: { seatRole: 'recruiter' },
  });

  // With a link from a mail no one has shown that it is them.
  await signOut(page);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.goto(linkIn(await mailAbout(address, email, 'Your link to sign in')));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await openPart(page, 'Security');
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText(/^First sign in again with single sign-on/)).toBeVisible();
  await expectAccessible(page, 'signing in again');
  // The provider still knows who this is, and leads back at once.
  await dialog.getByRole('button', { name: 'Sign in with single sign-on' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(account(page)).toBeVisible();
  await openPart(page, 'Security');
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await provider.stop();
});

test('a company signs in with SAML, and in no other way once it requires it', async ({
  page,
  address,
  dns,
  otherBrowser,
}) => {
  // For browsers another site than ours, as providers are: their forms come without our cookies.
  const saml = await startTestSamlProvider({ host: 'localhost' });
  const { entityId, signInUrl, certificate, metadata } = saml;
  const { admin, domain, section } = await beginSetUp(page, address);
  await section.getByText('SAML', { exact: true }).click();
  await expect(section.getByText(/\/sso\/saml\/[0-9a-f-]{36}\/acs$/)).toBeVisible();
  await section.getByLabel("Provider's metadata").fill(metadata);
  await expect(section.getByText('Fields filled in from the metadata.')).toBeVisible();
  await expect(section.getByLabel("Provider's entity ID")).toHaveValue(entityId);
  await expect(section.getByLabel('Sign-in URL')).toHaveValue(signInUrl);
  await expect(section.getByLabel('Certificate')).toHaveValue(certificate.trim());
  await expectAccessible(page, 'setting up SAML');
  await section.getByRole('button', { name: 'Save' }).click();
  await verifyDomain(page, dns);
  await section.getByRole('button', { name: 'Test provider' }).click();
  await expect(section.getByText(/^Your provider responds, and its certificate is valid\./)).toBeVisible();
  await expectAccessible(page, 'SAML, set up');

  await comeBack(page, admin.email);
  await expect(account(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verify your email' })).toHaveCount(0);
  await openPart(page, 'Company');
  await sectionOf(page)
    .getByRole('switch', { name: /^Single sign-on only/ })
    .click({ force: true });
  await expect(page.getByText('Your domain now signs in with single sign-on only.')).toBeVisible();

  const other = await otherBrowser();
  await other.goto(`${address}/login`);
  await other.getByLabel('Email').fill(admin.email);
  await other.getByLabel('Password', { exact: true }).fill(admin.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByText(/Your company uses single sign-on/)).toBeVisible();

  // Someone whom the provider knows and no one here does.
  await comeBack(page, `unknown@${domain}`);
  await expect(page.getByRole('heading', { name: "We couldn't sign you in" })).toBeVisible();
  await expect(page.getByText(/you don't have a seat in Hiretext yet/)).toBeVisible();
  await saml.stop();
});
