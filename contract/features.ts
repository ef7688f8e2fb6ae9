import { z } from 'zod';

/** Until an account's first invoice is paid, invoicing covers so many recruiters, and so many texts (segments). */
export const UNPAID_INVOICE_RECRUITERS = 10;
export const UNPAID_INVOICE_TEXTS = 2000;

/** So many numbers a company gets by itself, those in quarantine counted. */
export const NUMBERS_AT_FIRST = 50;

/**
 * What an account has only once staff have switched it on, because it costs or is abused: THE list. Every name is read by
 * a rule of the server, which refuses without it.
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
