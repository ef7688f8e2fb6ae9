import { randomInt, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { SimulatedOwnershipCode } from '../../../../contract/simulator.ts';
import { formatPhone } from '../../../phone.ts';
import type { CarrierLandlines, LandlineProgress } from '../port-landlines.ts';

interface LandlineDeps {
  pool: pg.Pool;
  clock: () => Date;
  webhookSecret: string;
  /** How long a decision takes. */
  linkDelayMs: number;
}

interface OrderRow {
  id: string;
  phone_number: string;
  company: string;
  inbound_url: string;
  code: string | null;
  code_way: 'call' | 'text' | null;
  code_sent_at: Date | null;
  is_proven: boolean;
  decides_at: Date | null;
  is_withdrawn: boolean;
}

const NOT_ELIGIBLE = /00$/;
const MOBILE = /01$/;
/** In the name of the company: rejected in the end. */
const REJECTED = /\breject/i;

/** Landline and office numbers of the simulated world; their codes are read at /simulator. */
export function createSimulatorLandlines(deps: LandlineDeps): CarrierLandlines {
  const find = async (orderId: string): Promise<OrderRow | undefined> => {
    const { rows } = await deps.pool.query<OrderRow>(
      'select * from simulator.landline_orders where id = $1',
      [orderId],
    );
    return rows[0];
  };
  const refused = (detail: string) => ({ outcome: 'refused', detail }) as const;

  return {
    codeWays: ['call', 'text'],
    takesExtension: true,
    codeIsTypedHere: true,
    needsBill: false,

    async checkEligibility(phoneNumber) {
      if (!/^\+1\d{10}$/.test(phoneNumber)) return { eligible: false, reason: 'country' };
      if (NOT_ELIGIBLE.test(phoneNumber)) return { eligible: false, reason: 'carrier' };
      if (MOBILE.test(phoneNumber)) return { eligible: false, reason: 'mobile' };
      const { rowCount } = await deps.pool.query('select 1 from simulator.numbers where phone_number = $1', [
        phoneNumber,
      ]);
      return rowCount === 0 ? { eligible: true } : { eligible: false, reason: 'inUse' };
    },

    async openOrder({ reference, phoneNumber, owner, inboundUrl }) {
      const id = `SH${reference}`;
      await deps.pool.query(
        `insert into simulator.landline_orders (id, phone_number, company, inbound_url, created_at)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [id, phoneNumber, owner.company, inboundUrl, deps.clock()],
      );
      return { outcome: 'opened', orderId: id };
    },

    async requestCode({ orderId, way }) {
      const { rowCount } = await deps.pool.query(
        `update simulator.landline_orders set code = $2, code_way = $3, code_sent_at = $4
          where id = $1 and not is_withdrawn and not is_proven`,
        [orderId, String(randomInt(100_000, 1_000_000)), way, deps.clock()],
      );
      return rowCount === 1 ? { outcome: 'sent', toType: null } : refused('there is nothing to verify');
    },

    async confirmCode({ orderId, code }) {
      const order = await find(orderId);
      if (order === undefined || order.is_withdrawn) return refused('no such order');
      if (!order.is_proven && order.code !== code) return { outcome: 'wrong' };
      await deps.pool.query('update simulator.landline_orders set is_proven = true where id = $1', [orderId]);
      return { outcome: 'proven' };
    },

    async submitLetter({ orderId, letter }) {
      const order = await find(orderId);
      if (order === undefined || !order.is_proven) return refused('the ownership is not proven');
      if (letter.subarray(0, 5).toString('latin1') !== '%PDF-') return refused('the letter is no PDF');
      await deps.pool.query(
        'update simulator.landline_orders set decides_at = coalesce(decides_at, $2) where id = $1',
        [orderId, new Date(deps.clock().getTime() + deps.linkDelayMs)],
      );
      return { outcome: 'submitted' };
    },

    async readOrder({ orderId }): Promise<LandlineProgress> {
      const order = await find(orderId);
      if (order === undefined || order.is_withdrawn) return { progress: 'gone' };
      if (order.decides_at === null) return { progress: order.is_proven ? 'proven' : 'waiting' };
      if (order.decides_at > deps.clock()) return { progress: 'waiting' };
      if (REJECTED.test(order.company)) return { progress: 'rejected', reason: 'letterRefused' };
      const { rows } = await deps.pool.query<{ id: string }>(
        `insert into simulator.numbers as present (phone_number, id, is_ours, reference, inbound_url, links_at)
         values ($1, $2, true, $3, $4, $5)
         on conflict (phone_number) do update set inbound_url = excluded.inbound_url
           where present.is_ours and present.reference = excluded.reference
         returning id`,
        [order.phone_number, `SN${randomUUID()}`, order.id, order.inbound_url, order.decides_at],
      );
      const [number] = rows;
      return number === undefined
        ? { progress: 'rejected', reason: 'alreadyLinked' }
        : { progress: 'linked', carrierNumberId: number.id };
    },

    async withdrawOrder(orderId) {
      await deps.pool.query('update simulator.landline_orders set is_withdrawn = true where id = $1', [
        orderId,
      ]);
      return 'gone';
    },
  };
}

const CODES_SHOWN = 20;

/** The codes that were sent to companies' phones, the latest first. */
export async function listOwnershipCodes(deps: { pool: pg.Pool }): Promise<SimulatedOwnershipCode[]> {
  const { rows } = await deps.pool.query<OrderRow>(
    `select * from simulator.landline_orders where code is not null and not is_proven and not is_withdrawn
      order by code_sent_at desc limit ${CODES_SHOWN}`,
  );
  return rows.map(({ id, phone_number: number, code, code_way: way, code_sent_at: sentAt }) => ({
    id,
    number,
    numberFormatted: formatPhone(number),
    way: way ?? 'call',
    sentence: `Your code for Hiretext is ${[...(code ?? '')].join(' ')}.`,
    code: code ?? '',
    sentAt: (sentAt ?? new Date(0)).toISOString(),
  }));
}
