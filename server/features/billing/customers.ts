import type { Card } from '../../../contract/payments.ts';
import { CardRefused, GatewayUnavailable } from '../../adapters/payments/port.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { findAccount, lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { listAdminEmails } from '../users/membership-store.ts';
import { refusalOf } from './carry-out.ts';
import { enqueueLook } from './schedule.ts';
import { beginLook, findCustomer, insertCustomer, updateCustomer } from './subscriptions/store.ts';

/** Keeps anyone from testing stolen cards here. */
export const cardsByAccount: Limit = { name: 'cards', points: 30, seconds: 3600 };

/** At the gateway; created when first needed. */
export async function requireCustomer(
  deps: Pick<Deps, 'db' | 'newId'>,
  { gateway }: Billing,
  accountId: string,
): Promise<string> {
  const { vendor } = gateway;
  const known = await findCustomer(deps.db, accountId, vendor);
  if (known !== undefined) return known.customerId;
  const [{ name }, emails] = await Promise.all([
    findAccount(deps.db, accountId),
    listAdminEmails(deps.db, accountId),
  ]);
  // One that no one will ever know of costs nothing.
  const key = deps.newId();
  const { customerId } = await orUnavailable(() =>
    gateway.createCustomer({ key, accountId, name, email: emails[0] ?? '' }),
  );
  await insertCustomer(deps.db, { accountId, vendor, customerId });
  const kept = await findCustomer(deps.db, accountId, vendor);
  return kept?.customerId ?? customerId;
}

export async function changeCard(
  deps: Deps,
  billing: Billing,
  actor: Actor,
  wanted: { paymentMethodId: string; name: string },
): Promise<Card> {
  const { accountId } = actor;
  const { gateway } = billing;
  const customerId = await requireCustomer(deps, billing, accountId);
  const given = await orUnavailable(() => gateway.setCard({ key: deps.newId(), customerId, ...wanted }));
  const card: Card = {
    name: given.name,
    brand: given.brand,
    expMonth: given.expMonth,
    expYear: given.expYear,
    last4: given.last4,
  };
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await findCustomer(tx, accountId, gateway.vendor);
    await beginLook(tx, accountId, gateway.vendor);
    await updateCustomer(tx, accountId, gateway.vendor, { card, expiryMailed: before?.expiryMailed ?? null });
    await recordAudit(tx, deps, actor, {
      action: 'card.changed',
      details: { brand: card.brand, last4: card.last4 },
    });
    await enqueueLook(tx, accountId);
  });
  return card;
}

/** Nothing depends on this if the answer is lost. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CardRefused) throw refusalOf(error);
    if (error instanceof GatewayUnavailable) throw new Failure('payment_unavailable');
    throw error;
  }
}
