import { z } from 'zod';

/** Until an account's first invoice is paid, invoicing covers this many recruiters and texts (segments). */
export const UNPAID_INVOICE_RECRUITERS = 10;
export const UNPAID_INVOICE_TEXTS = 2000;

/** How many numbers a company can get without staff, including those in quarantine. */
export const NUMBERS_AT_FIRST = 50;

/**
 * THE list of what staff turn on for single accounts, because it costs money or gets abused. A rule of the server reads
 * each name, and refuses without it.
 */
export const features = {
  callForwardingAbroad: {
    title: 'Call forwarding abroad',
    opens: 'The company can forward calls to phones outside the US and Canada.',
  },
  moreNumbers: {
    title: 'More numbers',
    opens: `The company can have more than ${NUMBERS_AT_FIRST} numbers.`,
  },
  unpaidInvoicing: {
    title: 'Invoicing without limits',
    opens: `The company can have more than ${UNPAID_INVOICE_RECRUITERS} recruiters by invoice, and send more than ${UNPAID_INVOICE_TEXTS.toLocaleString('en-US')} texts, before it has paid its first invoice.`,
  },
} as const satisfies Record<string, { title: string; opens: string }>;

export const Feature = z.enum(Object.keys(features) as [keyof typeof features, ...(keyof typeof features)[]]);
export type Feature = z.infer<typeof Feature>;
