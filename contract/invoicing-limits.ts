/** Until an account's first invoice is paid, invoicing covers so many recruiters, and so many texts (segments). */
export const UNPAID_INVOICE_RECRUITERS = 10;
export const UNPAID_INVOICE_TEXTS = 2000;
