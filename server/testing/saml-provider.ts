import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { auth, parseRequest } from 'samlp';
import { makeCertificate } from '../adapters/identity/fakes/make-certificate.ts';

/** A real identity provider, with its own page to sign in: any e-mail address that is entered is believed. */
export interface TestSamlProvider {
  entityId: string;
  signInUrl: string;
  certificate: string;
  /** What it publishes about itself. */
  metadata: string;
  stop(): Promise<void>;
}

const EMAIL_CLAIM = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';

/** `host` is what browsers know it by: another one than ours makes it another site. */
export async function startTestSamlProvider({
  host = '127.0.0.1',
  signResponse = false,
}: {
  host?: string;
  signResponse?: boolean;
} = {}): Promise<TestSamlProvider> {
  const { certificate, privateKey } = makeCertificate();
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  const issuer = `http://${host}:${address.port}/metadata`;
  const signInUrl = `http://${host}:${address.port}/sign-in`;

  app.get('/sign-in', (_request, response) => {
    response.send(
      `<!doctype html><html lang="en"><title>Sign in</title><form method="post"><label>Email <input name="email"></label><button>Continue</button></form>`,
    );
  });
  app.post('/sign-in', express.urlencoded(), (request, response, next) => {
    const email: string = request.body.email;
    parseRequest(request, {}, (error, asked) => {
      if (error) return next(error);
      const callbackUrl = asked.assertionConsumerServiceURL;
      const answer = auth({
        issuer,
        cert: certificate,
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        signResponse,
        recipient: callbackUrl,
        destination: callbackUrl,
        getPostURL: (_audience, _samlRequest, _request, callback) => callback(null, callbackUrl),
        getUserFromRequest: () => ({ email }),
        profileMapper: () => ({
          getClaims: () => ({ [EMAIL_CLAIM]: email }),
          getNameIdentifier: () => ({ nameIdentifier: email }),
        }),
      });
      void answer(request, response, next);
    });
  });
  return {
    entityId: issuer,
    signInUrl,
    certificate,
    metadata: metadataOf(issuer, signInUrl, certificate),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function metadataOf(entityId: string, signInUrl: string, certificate: string): string {
  const bare = certificate.replaceAll(/-----[A-Z ]+-----/g, '');
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${bare}</X509Certificate></X509Data></KeyInfo>
    </KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;
}
