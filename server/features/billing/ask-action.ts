import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { isKeyKnown, type KeyedRequest } from '../../http/idempotency.ts';
import { lockAccount } from '../accounts/store.ts';
import type { Actor } from '../audit/record-audit.ts';
import { lockTeam } from '../team/lock-team.ts';
import {
  type ActionRow,
  type FoundAction,
  findActionByKey,
  findOpenAction,
  holdAction,
  insertAction,
  type Task,
} from './action-store.ts';
import { carryOut, enqueueFinishing, HELD_MS } from './carry-out.ts';

/** Decides what to ask of the gateway, while no one else changes the account; or refuses. */
export type PlanTask = (tx: Tx) => Promise<Task>;

/**
 * One change at a time for an account: decided and committed, then done at the gateway, then here. Asked for a second time, by the
 * same Idempotency-Key or because it wasn't finished, it is the same change.
 */
export async function askFor(
  deps: Deps,
  billing: Billing,
  by: { actor: Actor; keyed: KeyedRequest | null; request: unknown },
  plan: PlanTask,
): Promise<void> {
  const { actor, keyed } = by;
  const action = await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx, actor);
    const asked = { userId: actor.userId, clientKey: keyed?.key ?? null, request: by.request };
    const same = await findActionByKey(tx, actor.accountId, asked);
    if (same && !same.isSame) throw new Failure('idempotency_key_reused');
    if (same?.state === 'done') return null;
    if (!same && keyed && (await isKeyKnown(tx, keyed))) throw new Failure('idempotency_key_reused');
    const open = same ?? (await findOpenAction(tx, actor.accountId, by.request));
    if (open) return resumeAction(tx, deps, open);
    return openAction(tx, deps, { accountId: actor.accountId, ...asked, actor, task: await plan(tx) });
  });
  if (action !== null) await carryOut(deps, billing, action);
}

/** The same with no one waiting for it. Null: there is nothing to do. */
export async function askByItself(
  deps: Deps,
  billing: Billing,
  { accountId, request, actor = null }: { accountId: string; request: unknown; actor?: Actor | null },
  plan: (tx: Tx) => Promise<Task | null>,
): Promise<void> {
  const action = await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    const open = await findOpenAction(tx, accountId, request);
    if (open) return resumeAction(tx, deps, open);
    const task = await plan(tx);
    if (task === null) return null;
    return openAction(tx, deps, { accountId, userId: null, clientKey: null, request, actor, task });
  });
  if (action !== null) await carryOut(deps, billing, action);
}

/** Resumes an open action as it was decided, if the same is asked for. */
async function resumeAction(tx: Tx, deps: Deps, open: FoundAction): Promise<ActionRow> {
  const now = deps.clock();
  const isMine = open.isSame && (await holdAction(tx, open, now, new Date(now.getTime() + HELD_MS)));
  if (!isMine) throw new Failure('billing_busy');
  return open;
}

async function openAction(
  tx: Tx,
  deps: Deps,
  asked: Omit<Parameters<typeof insertAction>[1], 'id' | 'heldUntil' | 'createdAt'>,
): Promise<ActionRow> {
  const createdAt = deps.clock();
  const action = {
    ...asked,
    id: deps.newId(),
    createdAt,
    heldUntil: new Date(createdAt.getTime() + HELD_MS),
  };
  await insertAction(tx, action);
  await enqueueFinishing(tx, deps, action);
  return { ...action, state: 'open' };
}
