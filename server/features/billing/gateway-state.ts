import type {
  GatewayCard,
  GatewayInvoice,
  GatewaySubscription,
  PaymentGateway,
} from '../../adapters/payments/port.ts';

/** Everything a gateway knows of a customer and that we follow. */
export interface GatewayState {
  /** The gateway's time. */
  now: Date;
  subscription: GatewaySubscription | null;
  card: GatewayCard | null;
  /** The latest, latest first. */
  invoices: GatewayInvoice[];
}

export const MOST_INVOICES = 100;

export async function readGatewayState(gateway: PaymentGateway, customerId: string): Promise<GatewayState> {
  const [now, subscription, card, invoices] = await Promise.all([
    gateway.now(),
    gateway.findSubscription(customerId),
    gateway.findCard(customerId),
    gateway.listInvoices({ customerId, limit: MOST_INVOICES }),
  ]);
  return { now, subscription, card, invoices };
}

/** A gateway's keys are an action and the position of the call in it. */
export const gatewayKey = (actionId: string, place: number) => `${actionId}.${place}`;
const actionOf = (key: string) => key.split('.')[0] ?? '';

/** Which action an invoice was made by; null: none of ours. */
export const actionOfInvoice = ({ key }: Pick<GatewayInvoice, 'key'>): string | null =>
  key !== null && /^[0-9a-f-]{36}\.\d+$/.test(key) ? actionOf(key) : null;
