import type { z } from 'zod';
import type { SingleSignOn, updateSingleSignOn } from '../../../contract/sso.ts';
import type { OidcConnection } from '../../adapters/identity/port.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { lockAccount } from '../accounts/store.ts';
import { claimDomain, findDomainOf, releaseDomain, setSsoOnly } from '../domains/store.ts';
import { newKey } from './keys.ts';
import { checksByAccount } from './limits.ts';
import { requireOwnDomain, requireSafeIssuer } from './rules.ts';
import { type Connection, findConnection, forgetSignIns, hasSignedIn, putConnection } from './store.ts';

export const CALLBACK_PATH = '/sso/oidc/callback';

export const callbackUrlOf = ({ publicUrl }: Pick<Deps, 'publicUrl'>) => publicUrl + CALLBACK_PATH;

export function openConnection(deps: Pick<Deps, 'sealer'>, connection: Connection): OidcConnection {
  const { issuer, clientId, sealedClientSecret } = connection;
  return { issuer, clientId, clientSecret: deps.sealer.open(sealedClientSecret) };
}

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
  const callbackUrl = callbackUrlOf(deps);
  if (connection === undefined) return { callbackUrl, connection: null };
  const verified = await findDomainOf(db, accountId);
  const isDomainVerified = verified !== undefined;
  return {
    callbackUrl,
    connection: {
      domain: connection.domain,
      isDomainVerified,
      dnsRecord: recordOf(connection),
      issuer: connection.issuer,
      clientId: connection.clientId,
      ssoOnly: verified?.ssoOnly ?? false,
      can: { turnOnSsoOnly: isDomainVerified && (await hasSignedIn(db, accountId, userId)) },
    },
  };
}

type Changes = z.output<typeof updateSingleSignOn.body>;

export async function saveSingleSignOn(
  db: Db,
  deps: Pick<Deps, 'sealer' | 'local'>,
  session: Session,
  changes: Changes,
): Promise<void> {
  const { accountId, userId } = session;
  if (changes.domain !== undefined) requireOwnDomain(changes.domain);
  if (changes.issuer !== undefined) requireSafeIssuer(changes.issuer, deps);
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await findConnection(tx, accountId);
    const after = changed(deps, before, changes);
    await putConnection(tx, accountId, after);
    if (after.domain !== before?.domain) await releaseDomain(tx, accountId);
    if (before === undefined || !isSameProvider(before, after)) {
      // Nobody has got in this way yet, so nobody may depend on it.
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

/** As it will be; the first time everything is needed. */
function changed(deps: Pick<Deps, 'sealer'>, before: Connection | undefined, changes: Changes): Connection {
  const { domain = before?.domain, issuer = before?.issuer, clientId = before?.clientId } = changes;
  if (domain === undefined) throw invalidField('domain', 'The domain is required');
  if (issuer === undefined) throw invalidField('issuer', 'The issuer is required');
  if (clientId === undefined) throw invalidField('clientId', 'The client ID is required');
  // A secret is for the provider that gave it; whoever may change the issuer must not be able to have it sent elsewhere.
  const kept = before?.issuer === issuer ? before.sealedClientSecret : undefined;
  const sealedClientSecret =
    changes.clientSecret === undefined ? kept : deps.sealer.seal(changes.clientSecret);
  if (sealedClientSecret === undefined)
    throw invalidField(
      'clientSecret',
      before ? 'Enter the client secret of this issuer' : 'The client secret is required',
    );
  const domainToken = before?.domain === domain ? before.domainToken : newKey();
  return { domain, domainToken, issuer, clientId, sealedClientSecret };
}

function isSameProvider(a: Connection, b: Connection): boolean {
  return (
    a.domain === b.domain &&
    a.issuer === b.issuer &&
    a.clientId === b.clientId &&
    a.sealedClientSecret === b.sealedClientSecret
  );
}

/** Whoever can write into the domain's DNS has it. */
export async function verifyDomain(deps: Deps, session: Session): Promise<void> {
  const connection = await requireConnection(deps, session);
  await deps.rateLimits.consume(checksByAccount, session.accountId);
  const { name, value } = recordOf(connection);
  const records = await deps.resolveTxt(name).catch(() => []);
  if (!records.some((chunks) => chunks.join('').trim() === value)) throw new Failure('domain_unverified');
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, session.accountId);
    const now = await findConnection(tx, session.accountId);
    // Changed while the DNS was asked: what was found out is about another domain.
    if (now?.domain !== connection.domain) throw new Failure('domain_unverified');
    const isOurs = await claimDomain(tx, session.accountId, { domain: now.domain, at: deps.clock() });
    if (!isOurs) throw new Failure('domain_taken');
  });
}

export async function testSingleSignOn(deps: Deps, session: Session): Promise<{ problem: string | null }> {
  const connection = await requireConnection(deps, session);
  await deps.rateLimits.consume(checksByAccount, session.accountId);
  const problem = await deps.oidc.examine(openConnection(deps, connection), {
    callbackUrl: callbackUrlOf(deps),
  });
  return { problem };
}

async function requireConnection(deps: Pick<Deps, 'db'>, { accountId }: Session): Promise<Connection> {
  const connection = await findConnection(deps.db, accountId);
  if (connection === undefined) throw new Failure('not_found');
  return connection;
}
