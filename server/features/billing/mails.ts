import type { Card } from '../../../contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';

const billingPage = (deps: Pick<Deps, 'publicUrl'>) => `${deps.publicUrl}/dashboard/billing`;

export function money(cents: number, currency: string): string {
  const whole = cents % 100 === 0 ? { minimumFractionDigits: 0 } : {};
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...whole }).format(cents / 100);
}

/** Days of a plan end somewhere in the night, so no one's own time zone matters. */
const day = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(date);

export function receiptMail(invoice: {
  number: string;
  description: string;
  amountCents: number;
  currency: string;
  pdfUrl: string;
}): Composed {
  return compose({
    subject: `Receipt for ${money(invoice.amountCents, invoice.currency)}`,
    paragraphs: [
      `We received ${money(invoice.amountCents, invoice.currency)} for ${invoice.description}. Thank you.`,
      `The invoice number is ${invoice.number}. The link works for 30 days; after that, find the invoice under Billing.`,
    ],
    button: { label: 'Open invoice', url: invoice.pdfUrl },
  });
}

export function paymentFailedMail(
  deps: Pick<Deps, 'publicUrl'>,
  { billing, graceUntil }: { billing: 'card' | 'invoicing'; graceUntil: Date },
): Composed {
  return compose({
    subject: billing === 'card' ? 'Your payment failed' : 'Your invoice is overdue',
    paragraphs: [
      billing === 'card'
        ? "We couldn't charge your card for your Hiretext plan."
        : "We haven't received the payment for your Hiretext plan.",
      `Your team can text until ${day(graceUntil)}. After that, texts stop going out until the payment arrives. You still receive texts.`,
      billing === 'card'
        ? 'Add another card, and we try again right away.'
        : 'You can find the invoice under Billing.',
    ],
    button: { label: 'Open Billing', url: billingPage(deps) },
  });
}

export function graceEndingMail(
  deps: Pick<Deps, 'publicUrl'>,
  { billing, graceUntil }: { billing: 'card' | 'invoicing'; graceUntil: Date },
): Composed {
  return compose({
    subject: `Your texts stop going out on ${day(graceUntil)}`,
    paragraphs: [
      billing === 'card'
        ? "We still couldn't charge your card for your Hiretext plan."
        : "We still haven't received the payment for your Hiretext plan.",
      `From ${day(graceUntil)} on, texts don't go out until the payment arrives. You still receive texts.`,
    ],
    button: { label: 'Open Billing', url: billingPage(deps) },
  });
}

export function planEndedMail(deps: Pick<Deps, 'publicUrl'>, numbersUntil: Date): Composed {
  return compose({
    subject: 'Your Hiretext plan has ended',
    paragraphs: [
      "Texts don't go out anymore, and scheduled texts are canceled.",
      `Your numbers receive until ${day(numbersUntil)}. Choose a plan before then to keep them.`,
    ],
    button: { label: 'Choose a plan', url: `${deps.publicUrl}/dashboard/plan-selection` },
  });
}

export function cardExpiringMail(deps: Pick<Deps, 'publicUrl'>, card: Card): Composed {
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(card.expYear, card.expMonth - 1, 15)),
  );
  return compose({
    subject: 'Your card expires soon',
    paragraphs: [
      `The card ending in ${card.last4} that pays for your Hiretext plan is good until the end of ${month}.`,
      'Add a new card so that your texts keep going out.',
    ],
    button: { label: 'Change card', url: billingPage(deps) },
  });
}
