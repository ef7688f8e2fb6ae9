import providers from 'email-providers/all.json' with { type: 'json' };
import type { Identity } from '../../adapters/identity/port.ts';
import { Failure, invalidField } from '../../failure.ts';
import { domainOf } from '../domains/store.ts';

const PUBLIC_PROVIDERS = new Set(providers);

/** Nobody owns a domain at which everybody gets an address. */
export function requireOwnDomain(domain: string): void {
  if (PUBLIC_PROVIDERS.has(domain))
    throw invalidField('domain', 'Everybody can get an address at this domain. Enter one of your company.');
}

/** https, and in local mode http on this machine; nothing beside an address. */
export function requireSafeIssuer(issuer: string, { local }: { local: boolean }): void {
  const url = new URL(issuer);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(local && isLoopback))
    throw invalidField('issuer', 'The issuer has to start with https://');
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain) throw invalidField('issuer', 'The issuer is invalid');
  if (issuer.includes('/.well-known/'))
    throw invalidField('issuer', 'Leave out what begins with /.well-known');
}

/** A provider vouches for the verified domain of its own account, and for nobody else. */
export function requireEmailAt(domain: string, identity: Identity): string {
  const email = identity.email?.toLowerCase() ?? '';
  // Not told is fine, since the domain is the company's own; told otherwise is not.
  if (domainOf(email) !== domain || identity.emailVerified === false) throw new Failure('sso_failed');
  return email;
}
