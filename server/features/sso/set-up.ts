import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type * as routes from '../../../contract/routes.ts';
import type { SingleSignOn } from '../../../contract/sso.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { newKey } from '../../http/keys.ts';
import type { Session } from '../../http/session.ts';
import { claimDomain, findDomainOf, releaseDomain, setSsoOnly } from '../accounts/domain-store.ts';
import { lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { expiryOf, readCertificates } from './certificates.ts';
import { addressesOf, providerOf } from './providers.ts';
import { checksByAccount, requireOwnDomain, requireSafeIssuer, requireSafeSignInUrl } from './rules.ts';
import {
  type Connection,
  deleteConnection,
  findConnection,
  forgetSignIns,
  hasSignedIn,
  putConnection,
} from './store.ts';

/** Not at the domain itself, where some keep records that must stand alone. */
const recordOf = ({ domain, domainToken }: Connection) => ({
  type: 'TXT' as const,
  name: `_hiretext.${domain}`,
  value: `hiretext-domain-verification=${domainToken}`,
});

export async function presentSingleSignOn(
  db: Db,
  deps: Pick<Deps, 'publicUrl'>,
  { accountId, userId }: Session,
): Promise<SingleSignOn> {
  const connection = await findConnection(db, accountId);
  const us = addressesOf(deps, accountId);
  if (connection === undefined) return { us, connection: null };
  const verified = await findDomainOf(db, accountId);
  const isDomainVerified = verified !== undefined;
  return {
    us,
    connection: {
      domain: connection.domain,
      isDomainVerified,
      dnsRecord: recordOf(connection),
      provider: presentProvider(connection.provider),
      ssoOnly: verified?.ssoOnly ?? false,
      can: { turnOnSsoOnly: isDomainVerified && (await hasSignedIn(db, accountId, userId)) },
    },
  };
}

function presentProvider(
  provider: Connection['provider'],
): NonNullable<SingleSignOn['connection']>['provider'] {
  if (provider.protocol === 'oidc') {
    const { protocol, issuer, clientId } = provider;
    return { protocol, issuer, clientId };
  }
  const { protocol, issuer, signInUrl, certificates } = provider;
  return {
    protocol,
    entityId: issuer,
    signInUrl,
    certificate: certificates.join('').trim(),
    certificateExpiresAt: expiryOf(certificates).toISOString(),
  };
}

type Changes = z.output<typeof routes.updateSingleSignOn.body>;

export async function saveSingleSignOn(
  db: Db,
  deps: Pick<Deps, 'sealer' | 'local' | 'clock' | 'newId'>,
  actor: Actor,
  changes: Changes,
): Promise<void> {
  const { accountId, userId } = actor;
  if (changes.domain !== undefined) requireOwnDomain(changes.domain);
  if (changes.provider?.protocol === 'oidc') requireSafeIssuer(changes.provider.issuer, deps);
  if (changes.provider?.protocol === 'saml') requireSafeSignInUrl(changes.provider.signInUrl, deps);
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await findConnection(tx, accountId);
    const after = changed(deps, before, changes);
    await putConnection(tx, accountId, after);
    await recordAudit(tx, deps, actor, {
      action: 'sso.changed',
      subject: after.domain,
      details: {
        protocol: after.provider.protocol,
        issuer: after.provider.issuer,
        ...(changes.ssoOnly === undefined ? {} : { ssoOnly: changes.ssoOnly }),
      },
    });
    if (after.domain !== before?.domain) await releaseDomain(tx, accountId);
    if (before === undefined || !isSameProvider(before, after)) {
      // No one has signed in this way yet, so no one may depend on it.
      await forgetSignIns(tx, accountId);
      await setSsoOnly(tx, accountId, false);
    }
    if (changes.ssoOnly === undefined) return;
    const isTried =
      (await findDomainOf(tx, accountId)) !== undefined && (await hasSignedIn(tx, accountId, userId));
    if (changes.ssoOnly && !isTried) throw new Failure('sso_only_untried');
    await setSsoOnly(tx, accountId, changes.ssoOnly);
  });
}

/** As it will be; the first time, every field is required. */
function changed(
  deps: Pick<Deps, 'sealer' | 'clock'>,
  before: Connection | undefined,
  changes: Changes,
): Connection {
  const { domain = before?.domain } = changes;
  if (domain === undefined) throw invalidField('domain', 'The domain is required');
  const provider = changes.provider
    ? changedProvider(deps, before?.provider, changes.provider)
    : before?.provider;
  if (provider === undefined) throw invalidField('provider', 'The provider is required');
  const domainToken = before?.domain === domain ? before.domainToken : newKey();
  return { domain, domainToken, provider };
}

function changedProvider(
  deps: Pick<Deps, 'sealer' | 'clock'>,
  before: Connection['provider'] | undefined,
  entered: NonNullable<Changes['provider']>,
): Connection['provider'] {
  if (entered.protocol === 'saml') {
    const { protocol, entityId: issuer, signInUrl, certificate } = entered;
    return { protocol, issuer, signInUrl, certificates: readCertificates(certificate, deps.clock()) };
  }
  const { protocol, issuer, clientId, clientSecret } = entered;
  // A secret is for the provider that gave it; an admin who may change the issuer must not be able to have it sent elsewhere.
  const kept =
    before?.protocol === 'oidc' && before.issuer === issuer ? before.sealedClientSecret : undefined;
  const sealedClientSecret = clientSecret === undefined ? kept : deps.sealer.seal(clientSecret);
  if (sealedClientSecret === undefined)
    throw invalidField(
      'provider.clientSecret',
      before?.protocol === 'oidc' ? "Enter this issuer's client secret" : 'The client secret is required',
    );
  return { protocol, issuer, clientId, sealedClientSecret };
}

function isSameProvider(a: Connection, b: Connection): boolean {
  return a.domain === b.domain && isDeepStrictEqual(a.provider, b.provider);
}

/** Anyone who can edit the domain's DNS owns it. */
export async function verifyDomain(deps: Deps, actor: Actor): Promise<void> {
  const connection = await requireConnection(deps, actor);
  await deps.rateLimits.consume(checksByAccount, actor.accountId);
  const { name, value } = recordOf(connection);
  const records = await deps.resolveTxt(name).catch(() => []);
  if (!records.some((chunks) => chunks.join('').trim() === value)) throw new Failure('domain_unverified');
  if (await deps.cells?.find({ kind: 'domain', domain: connection.domain }))
    throw new Failure('domain_taken');
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, actor.accountId);
    const now = await findConnection(tx, actor.accountId);
    // Changed while DNS was asked: the result is about another domain.
    if (now?.domain !== connection.domain) throw new Failure('domain_unverified');
    const isOurs = await claimDomain(tx, actor.accountId, { domain: now.domain, at: deps.clock() });
    if (!isOurs) throw new Failure('domain_taken');
    await recordAudit(tx, deps, actor, { action: 'sso.domainVerified', subject: now.domain });
  });
}

export async function testSingleSignOn(deps: Deps, session: Session): Promise<{ problem: string | null }> {
  const connection = await requireConnection(deps, session);
  await deps.rateLimits.consume(checksByAccount, session.accountId);
  return { problem: await providerOf(deps, session.accountId, connection).examine() };
}

async function requireConnection(
  deps: Pick<Deps, 'db'>,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<Connection> {
  const connection = await findConnection(deps.db, accountId);
  if (connection === undefined) throw new Failure('not_found');
  return connection;
}

/** From then on people sign in by other ways. */
export function removeSingleSignOn(db: Db, deps: Pick<Deps, 'newId' | 'clock'>, actor: Actor): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, actor.accountId);
    const connection = await findConnection(tx, actor.accountId);
    if (connection === undefined) return;
    await deleteConnection(tx, actor.accountId);
    await recordAudit(tx, deps, actor, { action: 'sso.removed', subject: connection.domain });
  });
}
