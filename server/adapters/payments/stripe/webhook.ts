import type Stripe from 'stripe';
import { BadSignature, type GatewayEvent, type PaymentGateway } from '../port.ts';

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

interface Subject {
  id?: string;
  object?: string;
  customer?: string | { id: string } | null;
}

export function readWebhook(
  stripe: Stripe,
  secret: string,
  { headers, body }: Parameters<PaymentGateway['readWebhook']>[0],
  now: Date,
): GatewayEvent | null {
  const event = verified(stripe, secret, { headers, body }, now);
  const subject = event.data.object as Subject;
  const about = aboutOf(event.type);
  const customer = subject.object === 'customer' ? subject.id : subject.customer;
  const before = (event.data.previous_attributes as Subject | undefined)?.customer;
  // What was detached belongs to nobody any more, but says to whom it belonged.
  const owner = customer ?? before ?? null;
  const customerId = typeof owner === 'string' ? owner : owner?.id;
  if (about === null || customerId === undefined) return null;
  return { id: event.id, customerId, about, subjectId: about === 'card' ? null : (subject.id ?? null) };
}

function verified(
  stripe: Stripe,
  secret: string,
  { headers, body }: Parameters<PaymentGateway['readWebhook']>[0],
  now: Date,
): Stripe.Event {
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
    throw new BadSignature('The webhook is not signed by Stripe', { cause: error });
  }
}

function aboutOf(type: string): GatewayEvent['about'] | null {
  if (type.startsWith('customer.subscription.')) return 'subscription';
  if (type.startsWith('invoice.')) return 'invoice';
  return OF_CARDS.includes(type) ? 'card' : null;
}
