import { SSO_MINUTES } from '../../../contract/sso.ts';
import { IdentityFailure } from '../../adapters/identity/port.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { readToken, tokenOf } from '../auth/secrets.ts';
import { startSession } from '../auth/start-session.ts';
import { findLogin } from '../auth/store.ts';
import { domainOf, findDomain, findDomainOf } from '../domains/store.ts';
import { markEmailVerified } from '../users/store.ts';
import { hashKey, newKey, readState, stateOf } from './keys.ts';
import { requireEmailAt } from './rules.ts';
import { callbackUrlOf, openConnection } from './set-up.ts';
import * as store from './store.ts';

export const START_PATH = '/sso/oidc/start';

/** From the way back to the call that follows it at once. */
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
  if (domain === undefined) throw new Failure('sso_unknown_domain');
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

/** The provider's address. Only for the browser that asked, so that no link of ours leads anybody else there. */
export async function goToProvider(
  deps: Deps,
  given: { state: string; browserHash: string | null },
): Promise<string> {
  const way = wayOf(given);
  const attempt = await store.findFreshAttempt(deps.db, way, deps.clock());
  const connection = await store.findConnection(deps.db, way.accountId);
  if (attempt === undefined || connection === undefined) throw new Failure('sso_failed');
  const { url, checks } = await deps.oidc
    .begin(openConnection(deps, connection), {
      callbackUrl: callbackUrlOf(deps),
      state: given.state,
      loginHint: deps.sealer.open(attempt.sealedLoginHint),
    })
    .catch((error: unknown) => giveUp(deps, error));
  if (!(await store.keepChecks(deps.db, way, deps.sealer.seal(checks)))) throw new Failure('sso_failed');
  return url;
}

/** Who came back: the code with which this browser gets its session. */
export async function comeBack(
  deps: Deps,
  given: { answer: URLSearchParams; browserHash: string | null },
): Promise<string> {
  const state = given.answer.get('state') ?? '';
  const way = wayOf({ state, browserHash: given.browserHash });
  const sealedChecks = await store.takeAttempt(deps.db, way, deps.clock());
  const connection = await store.findConnection(deps.db, way.accountId);
  if (sealedChecks === null || connection === undefined) throw new Failure('sso_failed');
  const identity = await deps.oidc
    .finish(openConnection(deps, connection), {
      callbackUrl: callbackUrlOf(deps),
      state,
      checks: deps.sealer.open(sealedChecks),
      answer: given.answer,
    })
    .catch((error: unknown) => giveUp(deps, error));

  const verified = await findDomainOf(deps.db, way.accountId);
  if (verified === undefined) throw new Failure('sso_failed');
  const email = requireEmailAt(verified.domain, identity);
  const who = await findLogin(deps.db, email);
  if (who?.accountId !== way.accountId) throw new Failure('sso_unknown_person');

  const owner = { accountId: who.accountId, userId: who.userId };
  const key = newKey();
  await inTransaction(deps.db, async (tx) => {
    await markEmailVerified(tx, owner.accountId, owner.userId, deps.clock());
    await store.insertCode(tx, {
      ...owner,
      codeHash: hashKey(key),
      browserHash: way.browserHash,
      expiresAt: inFuture(deps, CODE_SECONDS),
    });
  });
  return tokenOf(owner, key);
}

export async function exchangeCode(
  deps: Deps,
  given: { code: string; browserHash: string | null; userAgent: string | null },
): Promise<{ id_token: string; expires_in: number }> {
  const read = readToken(given.code);
  const { browserHash } = given;
  if (read === null || browserHash === null) throw new Failure('sso_failed');
  const code = { ...read.owner, codeHash: hashKey(read.secret), browserHash };
  return inTransaction(deps.db, async (tx) => {
    if (!(await store.takeCode(tx, code, deps.clock()))) throw new Failure('sso_failed');
    await store.recordSignIn(tx, code.accountId, code.userId, deps.clock());
    return startSession(tx, { ...read.owner, userAgent: given.userAgent, bySso: true }, deps);
  });
}

function wayOf({ state, browserHash }: { state: string; browserHash: string | null }): store.Way {
  const read = readState(state);
  if (read === null || browserHash === null) throw new Failure('sso_failed');
  return { accountId: read.accountId, stateHash: hashKey(state), browserHash };
}

/** The reason goes to the log, the person hears what to do. */
function giveUp(deps: Pick<Deps, 'log'>, error: unknown): never {
  if (!(error instanceof IdentityFailure)) throw error;
  deps.log.warn({ reason: error.message }, 'single sign-on failed');
  throw new Failure(error.kind === 'unavailable' ? 'sso_unavailable' : 'sso_failed');
}
