import Stripe from 'stripe';
import { z } from 'zod';
import { BadSignature, type GatewayEvent, type PaymentGateway, Unreadable, VendorId } from '../port.ts';

const TOLERANCE_SECONDS = 300;

/** Of the cards, what may change what people see or what is charged next. */
const OF_CARDS = [
  'customer.updated',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'payment_method.updated',
  'setup_intent.succeeded',
];

const Owner = z.union([VendorId, z.object({ id: VendorId }).transform(({ id }) => id)]);
const Event = z.object({
  id: VendorId,
  type: z.string().max(200),
  data: z.object({ object: z.looseObject({}) }),
});
/** Of an event that we follow. */
const Followed = z.object({
  data: z.object({
    object: z.object({ id: VendorId.optional(), object: z.string(), customer: Owner.nullish() }),
    previous_attributes: z.object({ customer: Owner.nullish() }).nullish(),
  }),
});

export function readWebhook(
  stripe: Stripe,
  secret: string,
  { headers, body }: Parameters<PaymentGateway['readWebhook']>[0],
  now: Date,
): GatewayEvent | null {
  const payload = verified(stripe, secret, { headers, body }, now);
  const { id, type } = read(Event, payload);
  const about = aboutOf(type);
  if (about === null) return null;
  const { object: subject, previous_attributes: before } = read(Followed, payload).data;
  const customer = subject.object === 'customer' ? subject.id : subject.customer;
  // A detached card no longer has a customer, but says whose it was.
  const customerId = customer ?? before?.customer;
  if (customerId === undefined || customerId === null) return null;
  return { id, customerId, about, subjectId: about === 'card' ? null : (subject.id ?? null) };
}

function read<T>(shape: z.ZodType<T>, payload: unknown): T {
  const result = shape.safeParse(payload);
  if (!result.success)
    throw new Unreadable('Stripe signed something that is no event', { cause: result.error });
  return result.data;
}

function verified(
  stripe: Stripe,
  secret: string,
  { headers, body }: Parameters<PaymentGateway['readWebhook']>[0],
  now: Date,
): unknown {
  try {
    const signature = headers['stripe-signature'] ?? '';
    return stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new BadSignature('The webhook is not signed by Stripe', { cause: error });
    throw new Unreadable('Stripe signed something that is no event', { cause: error });
  }
}

function aboutOf(type: string): GatewayEvent['about'] | null {
  if (type.startsWith('customer.subscription.')) return 'subscription';
  if (type.startsWith('invoice.')) return 'invoice';
  return OF_CARDS.includes(type) ? 'card' : null;
}
