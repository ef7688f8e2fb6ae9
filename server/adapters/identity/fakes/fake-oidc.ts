import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { OidcConnection } from '../port.ts';

/** An OpenID Connect provider that lies when set to. */
export interface FakeOidc {
  connection: OidcConnection;
  /** What anyone can read: PEM, as attacks by HMAC use it. */
  publicKey: string;
  /** What a browser gets after signing in there: the address to come back to. */
  signIn(authorizationUrl: string, claims: JWTPayload): URL;
  /** How the next answers differ from honest ones; emptied by `reset`. */
  lies: Lies;
  reset(): void;
  stop(): Promise<void>;
}

export interface Lies {
  metadata?: Record<string, unknown>;
  claims?: JWTPayload;
  sign?: (claims: JWTPayload) => Promise<string>;
  /** Instead of any answer. */
  answer?: (response: ServerResponse) => void;
}

interface Grant {
  claims: JWTPayload;
  challenge: string;
  redirectUri: string;
}

const KID = 'signing-key';
const CLIENT = { clientId: 'hiretext', clientSecret: 'a secret: with/odd+characters' };
const LIFE_SECONDS = 300;

export async function startFakeOidc(): Promise<FakeOidc> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: KID, use: 'sig', alg: 'RS256' };
  const grants = new Map<string, Grant>();
  const lies: Lies = {};
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  const issuer = `http://127.0.0.1:${address.port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (lies.answer) return lies.answer(response);
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    switch (new URL(request.url ?? '/', issuer).pathname) {
      case '/.well-known/openid-configuration':
        return send(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...lies.metadata,
        });
      case '/keys':
        return send(200, { keys: [jwk] });
      case '/token':
        return token(request, send);
      default:
        return send(404, {});
    }
  }

  async function token(request: IncomingMessage, send: (status: number, body: object) => void) {
    const form = new URLSearchParams(await text(request));
    if (!isClient(request.headers.authorization)) return send(401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== proof || grant.redirectUri !== form.get('redirect_uri'))
      return send(400, { error: 'invalid_grant' });
    const claims = { ...grant.claims, ...lies.claims };
    const idToken = await (lies.sign ?? sign)(claims);
    send(200, { access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token: idToken });
  }

  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KID }).sign(privateKey);

  return {
    connection: { issuer, ...CLIENT },
    publicKey: await exportSPKI(publicKey),
    lies,
    signIn: (authorizationUrl, claims) => {
      const asked = new URL(authorizationUrl).searchParams;
      const read = (name: string) => asked.get(name) ?? '';
      const now = Math.floor(Date.now() / 1000);
      const code = randomBytes(16).toString('hex');
      grants.set(code, {
        challenge: read('code_challenge'),
        redirectUri: read('redirect_uri'),
        claims: {
          iss: issuer,
          aud: CLIENT.clientId,
          sub: 'someone',
          iat: now,
          exp: now + LIFE_SECONDS,
          nonce: read('nonce'),
          ...claims,
        },
      });
      const back = new URL(read('redirect_uri'));
      back.search = new URLSearchParams({ code, state: read('state') }).toString();
      return back;
    },
    reset: () => {
      for (const name of Object.keys(lies)) delete lies[name as keyof Lies];
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** RFC 6749, 2.3.1: both are form-encoded before they are joined. */
function isClient(authorization: string | undefined): boolean {
  const [id = '', secret = ''] = Buffer.from(authorization?.slice(6) ?? '', 'base64')
    .toString()
    .split(':')
    .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  return id === CLIENT.clientId && secret === CLIENT.clientSecret;
}
