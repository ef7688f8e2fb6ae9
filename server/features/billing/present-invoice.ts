import type { Invoice } from '../../../contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { invoiceUrl } from './invoice-urls.ts';
import type { InvoiceRow } from './subscriptions/store.ts';

export function presentInvoice(
  deps: Pick<Deps, 'signer' | 'publicUrl' | 'clock'>,
  accountId: string,
  row: InvoiceRow,
): Invoice {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    description: row.description,
    amountCents: row.amountCents,
    currency: row.currency,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    pdfUrl: invoiceUrl(deps, accountId, row.id),
  };
}
