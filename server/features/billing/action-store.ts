import { sql } from 'kysely';
import type { PaidPlan } from '../../../contract/access.ts';
import type { Line, Terms } from '../../adapters/payments/port.ts';
import type { Db } from '../../db/connection.ts';
import type { Actor } from '../audit/record-audit.ts';
import type { NextPlan } from './subscriptions/store.ts';

/** What to ask of the gateway. */
export type GatewayCall =
  | { do: 'payInvoice'; invoiceId: string }
  | { do: 'void'; invoiceId: string }
  | { do: 'subscribe'; terms: Terms; owed: Line[] }
  | { do: 'change'; subscriptionId: string; terms: Terms; prorated: boolean }
  | { do: 'cancel'; subscriptionId: string }
  | { do: 'resume'; subscriptionId: string }
  /** At once. */
  | { do: 'end'; subscriptionId: string }
  | { do: 'charge'; description: string; amountCents: number; currency: string };

/** What we do once the gateway has done its part. */
export type Effect =
  | { kind: 'choosePlan'; accountType: 'personal' | 'team'; planType: PaidPlan; seats: number }
  | { kind: 'planLater'; plan: NextPlan }
  | { kind: 'purchaseSeats'; quantity: number }
  | { kind: 'buyTextPackage'; count: number; cents: number }
  | { kind: 'cancelPlan' }
  | { kind: 'payOverdue' }
  | { kind: 'fitQuantity' }
  /** Its account is being deleted, or kept after all. */
  | { kind: 'followDeletion' };

/** All of it is decided before the gateway is asked, so that a retry asks for the same. */
export interface Task {
  customerId: string;
  calls: GatewayCall[];
  effect: Effect;
}

export interface ActionRow {
  accountId: string;
  id: string;
  task: Task;
  /** Null: it was automatic. */
  actor: Actor | null;
  state: 'open' | 'done' | 'refused';
  heldUntil: Date;
}

function actions(db: Db, accountId: string) {
  return db
    .selectFrom('billing_actions')
    .select([
      'account_id as accountId',
      'id',
      sql<Task>`task`.as('task'),
      sql<Actor | null>`actor`.as('actor'),
      sql<ActionRow['state']>`state`.as('state'),
      'held_until as heldUntil',
    ])
    .where('account_id', '=', accountId);
}

export function findAction(db: Db, accountId: string, id: string): Promise<ActionRow | undefined> {
  return actions(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** No one else finishes it until the transaction ends; undefined when it is over. */
export function lockOpenAction(db: Db, accountId: string, id: string): Promise<ActionRow | undefined> {
  return actions(db, accountId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
}

export interface Asked {
  userId: string | null;
  clientKey: string | null;
  /** What was asked for. */
  request: unknown;
}

export interface FoundAction extends ActionRow {
  /** It asked for the same. */
  isSame: boolean;
}

const isSame = (request: unknown) => sql<boolean>`request = ${JSON.stringify(request)}::jsonb`.as('isSame');

export function findOpenAction(
  db: Db,
  accountId: string,
  request: unknown,
): Promise<FoundAction | undefined> {
  return actions(db, accountId).select(isSame(request)).where('state', '=', 'open').executeTakeFirst();
}

/** The one that came with the same Idempotency-Key, unless it was refused. */
export async function findActionByKey(
  db: Db,
  accountId: string,
  { userId, clientKey, request }: Asked,
): Promise<FoundAction | undefined> {
  if (userId === null || clientKey === null) return undefined;
  return actions(db, accountId)
    .select(isSame(request))
    .where('user_id', '=', userId)
    .where('client_key', '=', clientKey)
    .where('state', '<>', 'refused')
    .executeTakeFirst();
}

export async function insertAction(
  db: Db,
  action: Omit<ActionRow, 'state'> & Asked & { createdAt: Date },
): Promise<void> {
  await db
    .insertInto('billing_actions')
    .values({
      account_id: action.accountId,
      id: action.id,
      user_id: action.userId,
      client_key: action.clientKey,
      request: JSON.stringify(action.request),
      task: JSON.stringify(action.task),
      actor: JSON.stringify(action.actor),
      state: 'open',
      created_at: action.createdAt,
      held_until: action.heldUntil,
    })
    .execute();
}

/** False if someone else is at it, or it is over. */
export async function holdAction(
  db: Db,
  { accountId, id }: Pick<ActionRow, 'accountId' | 'id'>,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billing_actions')
    .set({ held_until: until })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('held_until', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Anyone may take it up. */
export async function releaseAction(
  db: Db,
  { accountId, id }: Pick<ActionRow, 'accountId' | 'id'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('billing_actions')
    .set({ held_until: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** The log has who asked for it. */
export async function endAction(
  db: Db,
  { accountId, id }: Pick<ActionRow, 'accountId' | 'id'>,
  state: 'done' | 'refused',
): Promise<void> {
  await db
    .updateTable('billing_actions')
    .set({ state, actor: 'null' })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** How many texts were bought by these actions. */
export async function findPackages(db: Db, accountId: string, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('billing_actions')
    .select(['id', sql<Task>`task`.as('task')])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.flatMap(({ id, task: { effect } }) =>
      effect.kind === 'buyTextPackage' ? [[id, effect.count]] : [],
    ),
  );
}
