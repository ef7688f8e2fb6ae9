import { readable } from '../../../contract/name.ts';

/** Who came back from an identity provider, as the provider says. */
export interface Identity {
  /** Null when the provider does not tell. */
  email: string | null;
  /** Null when the provider does not tell. */
  emailVerified: boolean | null;
  /** Null when the provider does not tell. */
  firstName: string | null;
  /** Null when the provider does not tell. */
  lastName: string | null;
  /** What came must not be believed a second time; null when the provider itself sees to it. */
  once: { id: string; until: Date } | null;
}

export interface OidcConnection {
  /** Exactly as the provider calls itself. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface SamlConnection {
  /** The provider's entity ID, exactly as it calls itself. */
  issuer: string;
  /** Where it takes requests by HTTP-Redirect. */
  signInUrl: string;
  /** PEM; whatever one of them signed comes from the provider. */
  certificates: readonly string[];
  /** What we are called there. */
  entityId: string;
}

/**
 * A way to sign in at a provider: OpenID Connect, SAML. `Connection` is what an account enters about its provider.
 * The browser is sent there, and comes back with an answer that is believed only if it fits what was kept meanwhile.
 */
export interface IdentityVendor<Connection> {
  readonly protocol: string;
  /** Where to send the browser, and what has to be kept, unseen and unchanged, to check the answer. */
  begin(
    connection: Connection,
    request: { callbackUrl: string; state: string; loginHint: string },
  ): Promise<{ url: string; checks: string }>;
  /** Throws an IdentityFailure for every answer that can't be believed. `answer` is the query or the form that came back. */
  finish(
    connection: Connection,
    returned: { callbackUrl: string; state: string; checks: string; answer: URLSearchParams },
  ): Promise<Identity>;
  /** What is wrong with the connection, in words for an admin; null when nothing was found. */
  examine(connection: Connection, request: { callbackUrl: string }): Promise<string | null>;
}

/** SAML providers can read about us in a document. */
export interface SamlVendor extends IdentityVendor<SamlConnection> {
  /** Our metadata, as XML. */
  describe(us: { entityId: string; callbackUrl: string }): Promise<string>;
}

export class IdentityFailure extends Error {
  /** `unavailable`: the provider can't be used at the moment. `refused`: its answer is not to be believed. */
  readonly kind: 'unavailable' | 'refused';

  constructor(kind: 'unavailable' | 'refused', reason: string) {
    super(reason);
    this.name = 'IdentityFailure';
    this.kind = kind;
  }
}

const MOST_CHARACTERS = 100;

/** A person's name as a provider gives it, in one line; null when it gives none that can be used. */
export function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = readable(value.replace(/\s+/g, ' ')).trim();
  return name === '' ? null : name.slice(0, MOST_CHARACTERS).toWellFormed();
}
