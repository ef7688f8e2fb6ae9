import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { areaCodeOf, areaCodesNear, findAreaCode } from '../../../area-codes.ts';
import { isFictional } from '../../../phone.ts';
import type { AvailableNumber, BuyOutcome, NumberWebhooks, OwnedNumber, PlaceSearch } from '../port.ts';

/**
 * 555-0100 to 555-0199 are set aside for fiction in every area code, so that no number of the simulator is anyone's. The
 * last ones behave in their own way when they are bought, and are not offered by the search.
 */
const OFFERED = 95;
const SPECIAL: Record<string, 'lostAnswer' | 'rejected' | 'account' | 'invalid' | 'taken'> = {
  '0195': 'lostAnswer',
  '0196': 'rejected',
  '0197': 'account',
  '0198': 'invalid',
  '0199': 'taken',
};

interface NumbersDeps {
  pool: pg.Pool;
  clock: () => Date;
  /** How long a number takes until it can text. */
  linkDelayMs: number;
}

export async function findNumbers(
  deps: NumbersDeps,
  search: { areaCode: string; limit: number },
): Promise<AvailableNumber[]> {
  const place = findAreaCode(search.areaCode);
  if (place === null) return [];
  const { rows } = await deps.pool.query<{ phone_number: string }>(
    'select phone_number from simulator.numbers where starts_with(phone_number, $1)',
    [`+1${search.areaCode}`],
  );
  const sold = new Set(rows.map((row) => row.phone_number));
  return Array.from({ length: OFFERED }, (_, index) => phoneNumberAt(search.areaCode, index))
    .filter((phoneNumber) => !sold.has(phoneNumber))
    .slice(0, search.limit)
    .map((phoneNumber) => ({ phoneNumber, locality: place.city, region: place.state }));
}

/** Of other cities' area codes in the state: it has numbers everywhere. */
export async function findNumbersNear(deps: NumbersDeps, search: PlaceSearch): Promise<AvailableNumber[]> {
  for (const areaCode of areaCodesNear(search.areaCode)) {
    const found = await findNumbers(deps, { areaCode, limit: search.limit });
    if (found.length > 0) return found;
  }
  return [];
}

/** The same numbers every time, but not 0100, 0101, 0102: 37 and 95 have no divisor in common. */
function phoneNumberAt(areaCode: string, index: number): string {
  return `+1${areaCode}55501${String((index * 37 + 20) % OFFERED).padStart(2, '0')}`;
}

export async function buyNumber(
  deps: NumbersDeps,
  order: { phoneNumber: string; reference: string; webhooks: NumberWebhooks },
): Promise<BuyOutcome> {
  const areaCode = areaCodeOf(order.phoneNumber);
  const special = SPECIAL[order.phoneNumber.slice(-4)];
  if (areaCode === null || !isFictional(order.phoneNumber) || special === 'invalid')
    return { outcome: 'refused', reason: 'invalid', detail: 'only 555-0100 to 555-0197 are for sale' };
  if (special === 'taken')
    return { outcome: 'refused', reason: 'taken', detail: 'someone else just took it' };
  if (special === 'account') return { outcome: 'refused', reason: 'account', detail: 'no funds left' };

  const { rows } = await deps.pool.query<{ id: string }>(
    `insert into simulator.numbers as present (phone_number, id, is_ours, reference, inbound_url, links_at, is_rejected, calls_url, calls_ended_url)
     values ($1, $2, true, $3, $4, $5, $6, $7, $8)
     on conflict (phone_number) do update
         set inbound_url = excluded.inbound_url, calls_url = excluded.calls_url, calls_ended_url = excluded.calls_ended_url
       where present.is_ours and present.reference = excluded.reference
     returning id`,
    [
      order.phoneNumber,
      `SN${randomUUID()}`,
      order.reference,
      order.webhooks.inboundUrl,
      new Date(deps.clock().getTime() + deps.linkDelayMs),
      special === 'rejected',
      order.webhooks.calls.incomingUrl,
      order.webhooks.calls.endedUrl,
    ],
  );
  const bought = rows[0];
  if (bought === undefined)
    return { outcome: 'refused', reason: 'taken', detail: 'someone else just took it' };
  if (special === 'lostAnswer') return { outcome: 'unknown' };
  return { outcome: 'bought', carrierNumberId: bought.id };
}

export async function findOwnedNumber(deps: NumbersDeps, phoneNumber: string): Promise<OwnedNumber | null> {
  const { rows } = await deps.pool.query<{ id: string; links_at: Date; is_rejected: boolean }>(
    'select id, links_at, is_rejected from simulator.numbers where phone_number = $1 and is_ours',
    [phoneNumber],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const isSettled = row.links_at <= deps.clock();
  const linkStatus = isSettled ? (row.is_rejected ? 'rejected' : 'linked') : 'linking';
  return {
    carrierNumberId: row.id,
    phoneNumber,
    linkStatus,
    rejection: linkStatus === 'rejected' ? 'cannotText' : null,
  };
}

export async function configureWebhooks(
  deps: NumbersDeps,
  carrierNumberId: string,
  { inboundUrl, calls }: Omit<NumberWebhooks, 'statusUrl'>,
): Promise<void> {
  const { rowCount } = await deps.pool.query(
    'update simulator.numbers set inbound_url = $2, calls_url = $3, calls_ended_url = $4 where id = $1 and is_ours',
    [carrierNumberId, inboundUrl, calls.incomingUrl, calls.endedUrl],
  );
  if (rowCount === 0) throw new Error('the simulated carrier has no such number');
}

export async function releaseNumber(deps: NumbersDeps, carrierNumberId: string): Promise<void> {
  await deps.pool.query('delete from simulator.numbers where id = $1 and is_ours', [carrierNumberId]);
}
