/* Limits that screens name, apart from schemas: most screens have no use for those. */

/** Until an account's first invoice is paid, invoicing covers this many recruiters and texts (segments). */
export const UNPAID_INVOICE_RECRUITERS = 10;
export const UNPAID_INVOICE_TEXTS = 2000;

/** How many numbers a company can get without staff, including those in quarantine. */
export const NUMBERS_AT_FIRST = 50;

export const MAX_PAGE_SIZE = 100;

export const MAX_NOTE_LENGTH = 10_000;

export const MIN_PASSWORD_LENGTH = 10;
