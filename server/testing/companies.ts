import { expect } from 'vitest';
import { API_BASE } from '../../contract/api.ts';
import type { FailureCode } from '../../contract/failure.ts';
import type { BodyInput } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { type Browser, createBrowser } from './browser.ts';
import type { Newcomer } from './people.ts';
import type { TestApp } from './test-app.ts';

/** A company whose people sign in at its own provider. */
export interface Company {
  domain: string;
  /** Its admin, who has an address there. */
  email: string;
  admin: Newcomer;
  accountId: string;
  userId: string;
}

export type ProviderInput = NonNullable<BodyInput<typeof routes.updateSingleSignOn>['provider']>;

export const PASSWORD = 'correct horse battery';

let companies = 0;

/** A domain that no other test has. */
export function newDomain(): string {
  companies += 1;
  return `acme${companies}.test`;
}

/** What is in the DNS, as `resolveTxt` returns it. */
export function createDns() {
  const records = new Map<string, string[][]>();
  return {
    records,
    resolveTxt: async (name: string) => {
      const found = records.get(name);
      if (found === undefined) throw new Error('ENOTFOUND');
      return found;
    },
  };
}

export type Dns = ReturnType<typeof createDns>;

export const ssoRefused = { status: 422, body: expect.objectContaining({ code: 'sso_failed' }) };

/** What tests of single sign-on do at a server. */
export function createSsoTester(app: TestApp, dns: Dns) {
  async function signUp(email: string): Promise<Newcomer> {
    const { id_token: token } = await app.anonymous.call(routes.signup, {
      body: { firstName: 'Ana', lastName: 'Lopez', email, password: PASSWORD },
    });
    return { ...app.client(token), token };
  }

  async function verify(admin: Newcomer) {
    const { connection } = await admin.call(routes.getSingleSignOn, {});
    const { name = '', value = '' } = connection?.dnsRecord ?? {};
    dns.records.set(name, [['v=spf1 -all'], [value.slice(0, 20), value.slice(20)]]);
    return admin.call(routes.verifyDomain, {});
  }

  /** With its domain verified by default. */
  async function company(provider: ProviderInput, over: { verified?: boolean } = {}): Promise<Company> {
    const domain = newDomain();
    const email = `Ana@${domain}`;
    const admin = await signUp(email);
    await admin.call(routes.updateSingleSignOn, { body: { domain, provider } });
    if (over.verified !== false) await verify(admin);
    const { id, accountId } = await admin.call(routes.getUser, {});
    return { domain, email, admin, accountId, userId: id };
  }

  /** From the web's question to the provider. */
  async function leave(browser: Browser, email: string): Promise<string> {
    const query = new URLSearchParams({ email });
    const answer = await browser.go(`${app.url}${API_BASE}${routes.getSsoUrl.path}?${query}`);
    const { ssoUrl } = routes.getSsoUrl.reply.parse(await answer.json());
    return browser.next(ssoUrl);
  }

  /** What the page at /callback finds in its address. */
  function found(address: string): { code?: string; error?: FailureCode } {
    const { origin, pathname, search, hash } = new URL(address);
    expect({ origin, pathname, search }).toEqual({ origin: app.url, pathname: '/callback', search: '' });
    return Object.fromEntries(new URLSearchParams(hash.slice(1)));
  }

  async function exchange(
    browser: Browser,
    code = '',
    timezone?: string,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await browser.go(app.url + API_BASE + routes.exchangeSsoCode.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, timezone }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  /** A browser of another site's page posts a form to us: without our cookies, which are for our own pages. */
  const post = (url: string, form: URLSearchParams) =>
    createBrowser().next(url, { method: 'POST', body: form });

  return { signUp, verify, company, leave, found, exchange, post };
}
