import { z } from 'zod';
import { Account } from './accounts.ts';
import { Name } from './name.ts';
import { Cents, Currency } from './plans.ts';
import { Id, Timestamp } from './primitives.ts';
import { route } from './route.ts';

export const Card = z.object({
  name: z.string().describe('As on the card.'),
  brand: z.string().describe("The network in lower case, e.g. visa; 'unknown' if the gateway doesn't say."),
  expMonth: z.number().int().min(1).max(12),
  expYear: z.number().int().describe('Four digits.'),
  last4: z.string(),
});
export type Card = z.infer<typeof Card>;

/** The specification's, letter for letter. */
export const NO_FULL_NAME = 'Full name must consist of first and last name';

export const isFullName = (name: string): boolean => name.trim().split(/\s+/).length >= 2;

const forAdmins = { userType: 'admin' } as const;

export const getCard = route({
  method: 'GET',
  path: '/payments/card',
  summary: 'Get the card that the account pays with.',
  auth: 'session',
  may: forAdmins,
  reply: Card.nullable(),
});

export const updateCard = route({
  method: 'PUT',
  path: '/payments/card',
  summary: "Pay with another card. Takes a token that the gateway's own field in the browser made.",
  auth: 'session',
  may: forAdmins,
  body: z.object({
    paymentMethodId: z
      .string()
      .min(1)
      .max(255)
      .describe("The gateway's token, e.g. pm_…; never a card number."),
    name: Name('full name', 200)
      .min(1, 'The full name is required')
      .refine((name) => name === '' || isFullName(name), NO_FULL_NAME),
  }),
  reply: Card,
  failures: ['card_declined', 'card_expired', 'payment_unavailable', 'billing_off'],
});

export const createSetupIntent = route({
  method: 'POST',
  path: '/payments/setupIntent',
  summary: "Start entering a card in the gateway's own field.",
  auth: 'session',
  may: forAdmins,
  reply: z.discriminatedUnion('gateway', [
    z.object({
      gateway: z.literal('stripe'),
      clientSecret: z.string(),
      publishableKey: z.string().describe("Public: tells Stripe's script whose form it is."),
    }),
    z.object({ gateway: z.literal('sandbox') }).describe('Tokens come from POST /sandbox/cards.'),
  ]),
  failures: ['payment_unavailable', 'billing_off'],
});

export const InvoiceStatus = z.enum(['open', 'paid', 'void', 'uncollectible']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

export const Invoice = z.object({
  id: Id,
  number: z.string(),
  status: InvoiceStatus,
  description: z.string(),
  amountCents: Cents,
  currency: Currency,
  createdAt: Timestamp,
  dueAt: Timestamp.nullable(),
  paidAt: Timestamp.nullable(),
  pdfUrl: z.string().describe('Opens the PDF for an hour.'),
});
export type Invoice = z.infer<typeof Invoice>;

export const listInvoices = route({
  method: 'GET',
  path: '/payments/invoices',
  summary: 'List the latest 100 invoices, latest first.',
  auth: 'session',
  may: forAdmins,
  reply: z.array(Invoice),
});

export const buyTextPackage = route({
  method: 'POST',
  path: '/seat/buyTextPackage',
  summary: 'Buy texts for pay as you go. They are there once they are paid.',
  auth: 'session',
  may: { userType: 'admin', plans: ['payg'] },
  body: z.object({
    count: z.union(
      [200, 400, 600, 800, 1000].map((count) => z.literal(count)),
      { error: 'Choose one of the text packages' },
    ),
  }),
  reply: Account,
  idempotent: true,
  failures: [
    'card_required',
    'card_declined',
    'card_expired',
    'payment_overdue',
    'billing_busy',
    'payment_unavailable',
    'billing_off',
  ],
});

export const cancelPlan = route({
  method: 'POST',
  path: '/seat/cancelPlan',
  summary: 'Cancel the plan at the end of what is paid for. Choosing a plan before then keeps it going.',
  auth: 'session',
  may: forAdmins,
  reply: Account,
  idempotent: true,
  failures: ['no_subscription', 'billing_busy', 'payment_unavailable', 'billing_off'],
});

export const getUsage = route({
  method: 'GET',
  path: '/account/usage',
  summary: "What the account has texted, by day of the viewer's time zone, oldest first; days without are 0.",
  auth: 'session',
  may: forAdmins,
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
  reply: z.array(
    z.object({
      date: z.string().describe('YYYY-MM-DD.'),
      segments: z.number().int().describe('What counts, net of what the carrier refused.'),
      texts: z
        .number()
        .int()
        .describe('Texts that went out. Replies to STOP, START and HELP are free, and in neither count.'),
    }),
  ),
});
