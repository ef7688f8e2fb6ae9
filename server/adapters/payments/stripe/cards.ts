import type Stripe from 'stripe';
import { isExpired } from '../periods.ts';
import { CardRefused, type GatewayCard } from '../port.ts';
import { ask, find, isInvalid } from './call.ts';
import { presentCard } from './present.ts';

export async function findDefaultCard(stripe: Stripe, customerId: string): Promise<GatewayCard | null> {
  const customer = await find(() =>
    stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
  );
  if (customer === null || customer.deleted) return null;
  const method = customer.invoice_settings.default_payment_method;
  return method === null || typeof method === 'string' ? null : presentCard(method);
}

/** What isn't a refusal by the card may be that there is none. */
export async function orMissing<T>(stripe: Stripe, customerId: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // A parameter that is wrong is our own fault, card or not.
    const isOurs = error instanceof Error && 'param' in error && Boolean(error.param);
    if (isInvalid(error) && !isOurs && (await findDefaultCard(stripe, customerId)) === null)
      throw new CardRefused('missing');
    throw error;
  }
}

interface NewCard {
  key: string;
  customerId: string;
  paymentMethodId: string;
  name: string;
}

export async function setDefaultCard(
  stripe: Stripe,
  { key, customerId, paymentMethodId, name }: NewCard,
  now: Date,
): Promise<GatewayCard> {
  const method = await find(() => stripe.paymentMethods.retrieve(paymentMethodId));
  if (method?.card === undefined || method.type !== 'card') throw new CardRefused('declined');
  if (method.customer !== null && method.customer !== customerId) throw new CardRefused('declined');
  if (isExpired({ expMonth: method.card.exp_month, expYear: method.card.exp_year }, now))
    throw new CardRefused('expired');
  if (method.customer === null) await attach(stripe, { key, customerId, paymentMethodId });
  const named = await ask(() =>
    stripe.paymentMethods.update(
      paymentMethodId,
      { billing_details: { name } },
      { idempotencyKey: `${key}:name` },
    ),
  );
  await ask(() =>
    stripe.customers.update(
      customerId,
      { invoice_settings: { default_payment_method: paymentMethodId } },
      { idempotencyKey: `${key}:default` },
    ),
  );
  await detachOthers(stripe, customerId, paymentMethodId);
  const card = presentCard(named);
  if (card === null) throw new Error('Stripe made something else of a card');
  return card;
}

/** What was detached once can't be attached again. */
async function attach(
  stripe: Stripe,
  { key, customerId, paymentMethodId }: Omit<NewCard, 'name'>,
): Promise<void> {
  try {
    await ask(() =>
      stripe.paymentMethods.attach(
        paymentMethodId,
        { customer: customerId },
        { idempotencyKey: `${key}:attach` },
      ),
    );
  } catch (error) {
    throw isInvalid(error) ? new CardRefused('declined') : error;
  }
}

/** Also what an earlier change that broke off has left. */
async function detachOthers(stripe: Stripe, customerId: string, kept: string): Promise<void> {
  const methods = await ask(() =>
    stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 100 }),
  );
  for (const { id } of methods.data)
    if (id !== kept)
      await ask(() => stripe.paymentMethods.detach(id)).catch((error: unknown) => {
        // Someone else did it in between.
        if (!isInvalid(error)) throw error;
      });
}
