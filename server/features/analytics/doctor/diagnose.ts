import { deliveryAdvice } from '../../../../contract/delivery-doctor.ts';
import { type DeliveryErrorCode, deliveryErrors } from '../../../../contract/delivery-error.ts';
import { personOrNull } from '../../../../contract/person-name.ts';
import type { ReplyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { ReadDb } from '../../../db/connection.ts';
import type { Session } from '../../../http/session.ts';
import { formatPhone } from '../../../phone.ts';
import { warningsOf } from './rules.ts';
import { listDays, listLatest, listNumbers, listReasons, type NumberRow } from './store.ts';

type Diagnosis = ReplyOf<typeof routes.getDeliveryDoctor>;

const DAY_MS = 24 * 3600_000;

/** Members see their own number. */
export async function diagnose(db: ReadDb, session: Session, days: number, now: Date): Promise<Diagnosis> {
  const { accountId, userType, numberId } = session;
  const from = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS);
  const date = from.toISOString().slice(0, 10);
  if (userType !== 'admin' && numberId === null) return { from: date, numbers: [] };
  const numbers = await listNumbers(db, accountId, userType === 'admin' ? null : numberId);
  const asked = { numberIds: numbers.map(({ id }) => id), from };
  const [byDay, reasons, latest] = await Promise.all([
    listDays(db, accountId, asked),
    listReasons(db, accountId, asked),
    listLatest(db, accountId, asked),
  ]);
  const daysOf = Map.groupBy(byDay, (row) => row.numberId);
  const reasonsOf = Map.groupBy(reasons, (row) => row.numberId);
  const latestOf = Map.groupBy(latest, (row) => row.numberId);
  const found = numbers
    .filter(({ id, isInUse }) => isInUse || daysOf.has(id) || reasonsOf.has(id))
    .map((number) => {
      const rows = daysOf.get(number.id) ?? [];
      const why = reasonsOf.get(number.id) ?? [];
      const sum = (of: 'sent' | 'delivered' | 'failed' | 'optOuts') =>
        rows.reduce((total, row) => total + row[of], 0);
      const { companyName } = number;
      const sent = sum('sent');
      const optOuts = sum('optOuts');
      const filtered = why.find(({ code }) => code === 'filtered')?.count ?? 0;
      return {
        ...presentNumber(number),
        sent,
        delivered: sum('delivered'),
        failed: sum('failed'),
        filtered,
        optOuts,
        reasons: why.map(({ code, count }) => ({ code, count, ...explain(code) })),
        days: rows.map(({ date, sent, delivered, failed }) => ({ date, sent, delivered, failed })),
        warnings: warningsOf({ companyName, sent, filtered, optOuts, latest: latestOf.get(number.id) ?? [] }),
      };
    });
  return { from: date, numbers: found.sort((a, b) => b.sent - a.sent) };
}

function presentNumber({ phoneNumber, ownerId, ownerFirstName, ownerLastName }: NumberRow) {
  return {
    phoneNumber,
    phoneNumberFormatted: formatPhone(phoneNumber),
    owner: personOrNull(ownerId, ownerFirstName, ownerLastName),
  };
}

function explain(code: string) {
  const known: DeliveryErrorCode = code in deliveryErrors ? (code as DeliveryErrorCode) : 'unknown_error';
  return { sentence: deliveryErrors[known], advice: deliveryAdvice[known] ?? null };
}
