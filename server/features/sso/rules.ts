import { notWebUrl } from '../../../contract/web-url.ts';
import type { Identity } from '../../adapters/identity/port.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { domainOf, isFreeMail } from '../accounts/domain-store.ts';

/** No one owns a domain at which everyone gets an address. */
export function requireOwnDomain(domain: string): void {
  if (isFreeMail(domain))
    throw invalidField(
      'domain',
      "Anyone can get an address at this domain. Enter your company's own domain.",
    );
}

export function requireSafeIssuer(issuer: string, options: { local: boolean }): void {
  const url = requireSafeUrl(issuer, { field: 'provider.issuer', name: 'issuer', ...options });
  if (url.search !== '') throw invalidField('provider.issuer', notWebUrl('issuer'));
  if (issuer.includes('/.well-known/'))
    throw invalidField('provider.issuer', 'Leave out the part that starts with /.well-known');
}

export function requireSafeSignInUrl(signInUrl: string, options: { local: boolean }): void {
  requireSafeUrl(signInUrl, { field: 'provider.signInUrl', name: 'sign-in URL', ...options });
}

/** https, and in local mode http on this machine; no name, no password, no fragment. */
function requireSafeUrl(
  address: string,
  { field, name, local }: { field: string; name: string; local: boolean },
): URL {
  const url = new URL(address);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(local && isLoopback))
    throw invalidField(field, `The ${name} must start with https://`);
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalidField(field, `The ${name} is invalid`);
  return url;
}

/** A provider vouches for its account's verified domain, and for no other. */
export function requireEmailAt(domain: string, identity: Identity): string {
  const email = identity.email?.toLowerCase() ?? '';
  // Missing is fine, since the domain is the company's own; false is not.
  if (domainOf(email) !== domain || identity.emailVerified === false) throw new Failure('sso_failed');
  return email;
}

/** An office shares one address, and signs in at nine. */
export const ssoByAddress: Limit = { name: 'sso address', points: 300, seconds: 15 * 60 };
/** Each asks the domain's DNS or the provider. */
export const checksByAccount: Limit = { name: 'sso checks', points: 60, seconds: 15 * 60 };
