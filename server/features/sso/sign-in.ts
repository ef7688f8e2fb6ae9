import { type Protocol, SSO_MINUTES } from '../../../contract/sso.ts';
import { type Identity, IdentityFailure } from '../../adapters/identity/port.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { hashKey, newKey } from '../../http/keys.ts';
import { domainOf, findDomain, findDomainOf } from '../accounts/domain-store.ts';
import { readToken, tokenOf } from '../auth/secrets/secrets.ts';
import { startSession } from '../auth/start-session.ts';
import { markEmailVerified, setFirstTimezone } from '../users/store.ts';
import { providerOf, START_PATH } from './providers.ts';
import { requireEmailAt } from './rules.ts';
import * as store from './store.ts';
import { type From, whoCame } from './who-came.ts';

/** From the way back to the call that follows right away. */
const CODE_SECONDS = 60;

const inFuture = (deps: Pick<Deps, 'clock'>, seconds: number) =>
  new Date(deps.clock().getTime() + seconds * 1000);

/** The provider is not asked before the browser goes there: the answer takes no longer than for an unknown domain. */
export async function openAttempt(
  deps: Deps,
  email: string,
  browserHash: string,
): Promise<{ ssoUrl: string }> {
  const domain = await findDomain(deps.db, domainOf(email));
  if (domain === undefined) {
    const cell = await deps.cells?.find({ kind: 'domain', domain: domainOf(email) });
    throw cell ? new Failure('account_elsewhere', { address: cell.url }) : new Failure('sso_unknown_domain');
  }
  const { accountId } = domain;
  const state = stateOf(accountId, newKey());
  await store.insertAttempt(deps.db, {
    accountId,
    stateHash: hashKey(state),
    browserHash,
    sealedLoginHint: deps.sealer.seal(email),
    expiresAt: inFuture(deps, SSO_MINUTES * 60),
  });
  return { ssoUrl: `${deps.publicUrl}${START_PATH}?state=${state}` };
}

/** The provider's address. Only for the browser that asked, so that no link of ours leads anyone else there. */
export async function goToProvider(
  deps: Deps,
  given: { state: string; browserHash: string | null },
): Promise<string> {
  const way = wayOf(given);
  const attempt = await store.findFreshAttempt(deps.db, way, deps.clock());
  const connection = await store.findConnection(deps.db, way.accountId);
  if (attempt === undefined || connection === undefined) throw new Failure('sso_failed');
  const { url, checks } = await providerOf(deps, way.accountId, connection)
    .begin({ state: given.state, loginHint: deps.sealer.open(attempt.sealedLoginHint) })
    .catch((error: unknown) => giveUp(deps, error));
  if (!(await store.keepChecks(deps.db, way, deps.sealer.seal(checks)))) throw new Failure('sso_failed');
  return url;
}

/** For an OpenID Connect provider's answer: returns the code with which this browser gets its session. */
export function comeBackByQuery(
  deps: Deps,
  { answer, browserHash, from }: { answer: URLSearchParams; browserHash: string | null; from: From },
): Promise<string> {
  const state = answer.get('state') ?? '';
  return comeBack(deps, { protocol: 'oidc', state, way: wayOf({ state, browserHash }), answer, from });
}

/**
 * The same for a SAML provider's answer. The form is posted by the provider's page, and browsers keep our cookie from other
 * sites' forms: so the code is for the browser that began, and its page has to show the cookie to exchange it.
 */
export function comeBackByForm(
  deps: Deps,
  { accountId, answer, from }: { accountId: string; answer: URLSearchParams; from: From },
): Promise<string> {
  const state = answer.get('RelayState') ?? '';
  const way = wayOf({ state, browserHash: 'any' });
  // Each account has its own address to come back to.
  if (way.accountId !== accountId) throw new Failure('sso_failed');
  return comeBack(deps, { protocol: 'saml', state, way, answer, from });
}

async function comeBack(
  deps: Deps,
  given: { protocol: Protocol; state: string; way: store.Way; answer: URLSearchParams; from: From },
): Promise<string> {
  const { way, state, answer } = given;
  const { accountId } = way;
  const connection = await store.findConnection(deps.db, accountId);
  if (connection?.provider.protocol !== given.protocol) throw new Failure('sso_failed');
  const attempt = await store.takeAttempt(deps.db, way, deps.clock());
  if (attempt === null) throw new Failure('sso_failed');
  const checks = deps.sealer.open(attempt.sealedChecks);
  const identity = await providerOf(deps, accountId, connection)
    .finish({ state, checks, answer })
    .catch((error: unknown) => giveUp(deps, error));

  const verified = await findDomainOf(deps.db, accountId);
  if (verified === undefined) throw new Failure('sso_failed');
  const email = requireEmailAt(verified.domain, identity);
  await requireUnused(deps, accountId, identity);
  const owner = await whoCame(deps, { accountId, email, identity, from: given.from });
  const key = newKey();
  await inTransaction(deps.db, async (tx) => {
    await markEmailVerified(tx, owner.accountId, owner.userId, deps.clock());
    await store.insertCode(tx, {
      ...owner,
      codeHash: hashKey(key),
      browserHash: attempt.browserHash,
      expiresAt: inFuture(deps, CODE_SECONDS),
    });
  });
  return tokenOf(owner, key);
}

async function requireUnused(
  deps: Pick<Deps, 'db' | 'log'>,
  accountId: string,
  { once }: Identity,
): Promise<void> {
  if (once === null) return;
  const assertion = { hash: hashKey(once.id), expiresAt: once.until };
  if (await store.rememberAssertion(deps.db, accountId, assertion)) return;
  giveUp(deps, new IdentityFailure('refused', 'the assertion was used before'));
}

export async function exchangeCode(
  deps: Deps,
  given: {
    code: string;
    timezone?: string | undefined;
    browserHash: string | null;
    userAgent: string | null;
  },
): Promise<{ id_token: string; expires_in: number }> {
  const read = readToken(given.code);
  const { browserHash } = given;
  if (read === null || browserHash === null) throw new Failure('sso_failed');
  const code = { ...read.owner, codeHash: hashKey(read.secret), browserHash };
  return inTransaction(deps.db, async (tx) => {
    if (!(await store.takeCode(tx, code, deps.clock()))) throw new Failure('sso_failed');
    await store.recordSignIn(tx, code.accountId, code.userId, deps.clock());
    if (given.timezone !== undefined) await setFirstTimezone(tx, code.accountId, code.userId, given.timezone);
    return startSession(tx, { ...read.owner, userAgent: given.userAgent, bySso: true }, deps);
  });
}

function wayOf({ state, browserHash }: { state: string; browserHash: string | null }): store.Way {
  const read = readState(state);
  if (read === null || browserHash === null) throw new Failure('sso_failed');
  return { accountId: read.accountId, stateHash: hashKey(state), browserHash };
}

/** The reason goes to the log; the person sees what to do. */
function giveUp(deps: Pick<Deps, 'log'>, error: unknown): never {
  if (!(error instanceof IdentityFailure)) throw error;
  deps.log.warn({ reason: error.message }, 'single sign-on failed');
  throw new Failure(error.kind === 'unavailable' ? 'sso_unavailable' : 'sso_failed');
}

const STATE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** A state names the account whose provider the browser is sent to. */
function stateOf(accountId: string, key: string): string {
  return `${accountId}.${key}`;
}

function readState(state: string): { accountId: string; key: string } | null {
  const [, accountId, key] = STATE.exec(state) ?? [];
  return accountId && key ? { accountId, key } : null;
}
