import type pg from 'pg';
import type { GatewayInvoice, PaymentGateway } from '../port.ts';
import { drawInvoice } from './draw-invoice.ts';
import { askBank, bill, makeVoid, tryAgain } from './life.ts';
import { settle } from './rules.ts';
import { type Invoice, readCustomer, readInvoice, readInvoices } from './store.ts';
import type { Turns } from './turns.ts';

type InvoiceCalls = Pick<
  PaymentGateway,
  'charge' | 'payInvoice' | 'voidInvoice' | 'findInvoice' | 'listInvoices' | 'readInvoicePdf'
>;

export function invoiceCalls(pool: pg.Pool, turns: Turns): InvoiceCalls {
  async function invoiceNamed(id: string): Promise<Invoice> {
    const invoice = await readInvoice(pool, id);
    if (invoice === null) throw new Error('The sandbox knows no such invoice');
    return invoice;
  }

  return {
    charge: async ({ key, customerId, description, amountCents, currency }) => {
      const request = { description, amountCents, currency };
      const id = await turns.once({ customerId, key, method: 'charge', request }, async (turn) => {
        const lines = [{ description, amountCents }];
        const made = { description, lines, currency, key, subscriptionId: null };
        try {
          await askBank(turn, settle(lines, turn.customer.creditCents).amountCents);
        } catch (error) {
          await bill(turn, made, 'void');
          throw error;
        }
        return (await bill(turn, made, 'paid')).invoiceId;
      });
      return presentInvoice(await invoiceNamed(id));
    },

    payInvoice: async ({ key, invoiceId }) => {
      const { customerId } = await invoiceNamed(invoiceId);
      const action = { customerId, key, method: 'payInvoice', request: { invoiceId } };
      await turns.once(action, async (turn) => {
        const invoice = await readInvoice(turn.client, invoiceId);
        if (invoice?.status === 'open') await tryAgain(turn, invoice);
        return invoiceId;
      });
      return presentInvoice(await invoiceNamed(invoiceId));
    },

    voidInvoice: async ({ key, invoiceId }) => {
      const { customerId } = await invoiceNamed(invoiceId);
      const action = { customerId, key, method: 'voidInvoice', request: { invoiceId } };
      await turns.once(action, async (turn) => {
        const invoice = await readInvoice(turn.client, invoiceId);
        if (invoice?.status === 'open') await makeVoid(turn, invoice);
        return invoiceId;
      });
      return presentInvoice(await invoiceNamed(invoiceId));
    },

    findInvoice: async (invoiceId) => {
      const invoice = await readInvoice(pool, invoiceId);
      return invoice === null ? null : presentInvoice(invoice);
    },

    listInvoices: async ({ customerId, limit }) =>
      (await readInvoices(pool, customerId, limit)).map(presentInvoice),

    readInvoicePdf: async (invoiceId) => {
      const invoice = await readInvoice(pool, invoiceId);
      const customer = invoice === null ? null : await readCustomer(pool, invoice.customerId);
      return invoice === null || customer === null ? null : drawInvoice(invoice, customer);
    },
  };
}

function presentInvoice({ lines: _, creditCents: __, attempts: ___, ...invoice }: Invoice): GatewayInvoice {
  return invoice;
}
