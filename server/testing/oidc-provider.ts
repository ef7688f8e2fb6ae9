import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';
import type { OidcConnection } from '../adapters/identity/port.ts';
import { freePort } from './free-port.ts';

/** A real identity provider, with its own pages to sign in: any e-mail address that is entered is believed. */
export interface TestProvider {
  connection: OidcConnection;
  stop(): Promise<void>;
}

const CLIENT = { clientId: 'hiretext', clientSecret: 'a secret that is long enough' };

export async function startTestProvider(redirectUri: string): Promise<TestProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // As most providers do, and unlike what the standard allows.
    conformIdTokenClaims: false,
    cookies: { keys: ['a key for tests'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true }),
    }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const serve = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response);
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<form method="post"><label>Email <input name="email"></label><button>Continue</button></form>`,
      );
      return;
    }
    void text(request).then((form) =>
      provider.interactionFinished(request, response, {
        login: { accountId: new URLSearchParams(form).get('email') ?? '' },
      }),
    );
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    connection: { issuer, ...CLIENT },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
