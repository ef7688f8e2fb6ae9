/* Limits that screens name, apart from schemas: most screens have no use for those. */

/** Until an account's first invoice is paid, invoicing covers this many recruiters and texts (segments). */
export const UNPAID_INVOICE_RECRUITERS = 10;
export const UNPAID_INVOICE_TEXTS = 2000;

/** How many numbers a company can get without staff, including those in quarantine. */
export const NUMBERS_AT_FIRST = 50;

export const MAX_PAGE_SIZE = 100;

/** How many conversations one bulk changes. */
export const MOST_IN_BULK = 1000;
/** By how many tags the inbox can be filtered at once. */
export const MOST_TAGS_OF_VIEW = 5;

export const MAX_NOTE_LENGTH = 10_000;

export const MIN_PASSWORD_LENGTH = 10;
