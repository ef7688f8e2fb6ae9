import type { Identity, IdentityVendor } from '../../adapters/identity/port.ts';
import type { Deps } from '../../deps.ts';
import type { Connection } from './store.ts';

export const START_PATH = '/sso/start';
export const OIDC_CALLBACK_PATH = '/sso/oidc/callback';
export const ACS_PATH = '/sso/saml/:accountId/acs';
export const METADATA_PATH = '/sso/saml/:accountId/metadata';

const pathFor = (accountId: string, path: string) => path.replace(':accountId', accountId);

/** What to enter at a provider. SAML has a separate address for each account, so that an answer to one is none to another. */
export function addressesOf({ publicUrl }: Pick<Deps, 'publicUrl'>, accountId: string) {
  return {
    redirectUri: publicUrl + OIDC_CALLBACK_PATH,
    entityId: publicUrl + pathFor(accountId, METADATA_PATH),
    acsUrl: publicUrl + pathFor(accountId, ACS_PATH),
  };
}

/** An account's provider, whatever protocol it uses. */
interface Provider {
  begin(request: { state: string; loginHint: string }): Promise<{ url: string; checks: string }>;
  finish(returned: { state: string; checks: string; answer: URLSearchParams }): Promise<Identity>;
  examine(): Promise<string | null>;
}

export function providerOf(
  deps: Pick<Deps, 'oidc' | 'saml' | 'sealer' | 'publicUrl'>,
  accountId: string,
  { provider }: Connection,
): Provider {
  const { redirectUri, entityId, acsUrl } = addressesOf(deps, accountId);
  if (provider.protocol === 'saml') {
    const { issuer, signInUrl, certificates } = provider;
    return bound(deps.saml, { issuer, signInUrl, certificates, entityId }, acsUrl);
  }
  const { issuer, clientId, sealedClientSecret } = provider;
  const clientSecret = deps.sealer.open(sealedClientSecret);
  return bound(deps.oidc, { issuer, clientId, clientSecret }, redirectUri);
}

function bound<C>(vendor: IdentityVendor<C>, connection: C, callbackUrl: string): Provider {
  return {
    begin: (request) => vendor.begin(connection, { callbackUrl, ...request }),
    finish: (returned) => vendor.finish(connection, { callbackUrl, ...returned }),
    examine: () => vendor.examine(connection, { callbackUrl }),
  };
}
