import { z } from 'zod';
import { NUMBERS_AT_FIRST, UNPAID_INVOICE_RECRUITERS, UNPAID_INVOICE_TEXTS } from './limits.ts';

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
