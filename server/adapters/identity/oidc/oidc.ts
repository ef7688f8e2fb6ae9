import type { IdentityVendor, OidcConnection } from '../port.ts';
import type { OidcOptions } from './flow.ts';

/** OpenID Connect. The library is heavy, so it is loaded when the first person signs in this way. */
export function createOidc(options: OidcOptions): IdentityVendor<OidcConnection> {
  let flow: Promise<IdentityVendor<OidcConnection>> | null = null;
  const load = () => {
    flow ??= import('./flow.ts').then(({ createFlow }) => createFlow(options));
    return flow;
  };
  return {
    protocol: 'oidc',
    begin: async (...asked) => (await load()).begin(...asked),
    finish: async (...asked) => (await load()).finish(...asked),
    examine: async (...asked) => (await load()).examine(...asked),
  };
}
