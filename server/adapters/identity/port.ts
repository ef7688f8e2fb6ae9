/** Who came back from an identity provider, as the provider says. */
export interface Identity {
  /** Null when the provider does not tell. */
  email: string | null;
  /** Null when the provider does not tell. */
  emailVerified: boolean | null;
}

export interface OidcConnection {
  /** Exactly as the provider calls itself. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * A way of signing in at somebody else's: OpenID Connect, SAML. `Connection` is what an account tells of its provider.
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

export class IdentityFailure extends Error {
  /** `unavailable`: the provider can't be used at the moment. `refused`: its answer is not to be believed. */
  readonly kind: 'unavailable' | 'refused';

  constructor(kind: 'unavailable' | 'refused', reason: string) {
    super(reason);
    this.name = 'IdentityFailure';
    this.kind = kind;
  }
}
