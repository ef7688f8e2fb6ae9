import type { Passkey } from '../../contract/passkeys.ts';
import * as routes from '../../contract/routes.ts';
import { type Browser, createBrowser } from './browser.ts';
import {
  type Bent,
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from './software-authenticator.ts';
import type { TestApp } from './test-app.ts';
import { type Answer, type Client, pathOf } from './test-client.ts';

/** Where passkeys of the app under test are for: it is reached by a number, and localhost is its name. */
export function passkeyOriginOf(app: Pick<TestApp, 'url'>): string {
  return app.url.replace('127.0.0.1', 'localhost');
}

export async function addPasskey(
  app: Pick<TestApp, 'url'>,
  person: Client,
  password: string,
  authenticator = createSoftwareAuthenticator({ origin: passkeyOriginOf(app) }),
): Promise<{ authenticator: SoftwareAuthenticator; passkey: Passkey }> {
  const { options } = await person.call(routes.startPasskey, { body: { password } });
  const passkey = await person.call(routes.addPasskey, { body: { response: authenticator.create(options) } });
  return { authenticator, passkey };
}

/** A browser that keeps its cookies, and calls the API without a session. */
export function createApiBrowser(app: Pick<TestApp, 'url'>, browser: Browser = createBrowser()) {
  async function ask(route: Parameters<typeof pathOf>[0], body: unknown = {}): Promise<Answer> {
    const answer = await browser.go(app.url + pathOf(route, {}), {
      method: route.method,
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }
  return {
    ask,
    async challenge(): Promise<{ challenge: string }> {
      const { body } = await ask(routes.startPasskeySignIn);
      return routes.startPasskeySignIn.reply.parse(body).options;
    },
    async signIn(authenticator: SoftwareAuthenticator, bent: Bent = {}, more: object = {}): Promise<Answer> {
      const { body } = await ask(routes.startPasskeySignIn);
      const { options } = routes.startPasskeySignIn.reply.parse(body);
      return ask(routes.finishPasskeySignIn, { response: authenticator.get(options, bent), ...more });
    },
  };
}
