import { type ColdTouch, WARM_DAYS } from '../../../../contract/cold-texts.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { Failure } from '../../../failure.ts';
import { type ColdLimits, coldUntil, touchesOf, warmSince } from './rules.ts';
import { type ColdRow, listColdTexts, lockPhones, type Phone } from './store.ts';

/** The cold texts to phones that stay locked until the transaction ends, with those that it adds. Of other phones it knows none. */
export interface ColdTexts {
  /** When another text may go; null: now, or it isn't cold. */
  until(text: Phone & { at: Date; senderId: string | null }, limits: ColdLimits): Date | null;
  /** One that goes: it counts for the next one. */
  add(text: ColdRow): void;
  /** The same refusal, with the texts that led to it. */
  explain(error: unknown, text: Phone & { at: Date }): unknown;
}

const keyOf = ({ accountId, phoneNumber }: Phone) => `${accountId} ${phoneNumber}`;

/** `except`: a text that is being changed doesn't count for itself. */
export async function lockColdTexts(
  tx: Tx,
  phones: Phone[],
  now: Date,
  leaving: Leaving = {},
): Promise<ColdTexts> {
  if (phones.length > 0) await lockPhones(tx, phones);
  return readColdTexts(tx, phones, now, leaving);
}

interface Leaving {
  except?: string | null;
}

/** The same without the lock, for a look ahead. */
export async function readColdTexts(
  db: Db,
  phones: Phone[],
  now: Date,
  { except = null }: Leaving = {},
): Promise<ColdTexts> {
  if (phones.length === 0) return { until: () => null, add: () => {}, explain: (error) => error };
  const byPhone = new Map<string, ColdRow[]>(phones.map((phone) => [keyOf(phone), []]));
  for (const row of await listColdTexts(db, phones, { since: warmSince(now), except }))
    byPhone.get(keyOf(row))?.push(row);
  return {
    until(text, limits) {
      const before = byPhone.get(keyOf(text));
      return before === undefined ? null : coldUntil(before, text, limits);
    },
    add(text) {
      byPhone.get(keyOf(text))?.push(text);
    },
    explain(error, text) {
      const before = byPhone.get(keyOf(text));
      const isIt = error instanceof Failure && error.code === 'too_many_cold_texts';
      return isIt && before !== undefined ? explained(error, before, text.at) : error;
    },
  };
}

const WEEK_MS = 7 * 24 * 3600_000;
/** The latest ones say enough. */
const MOST_NAMED = 10;

function explained({ code, details }: Failure, before: ColdRow[], at: Date): Failure {
  const week = touchesOf(before).filter((touch) => Math.abs(at.getTime() - touch) < WEEK_MS).length;
  const days = week > 0 ? 7 : WARM_DAYS;
  const times = week > 0 ? week : touchesOf(before).length;
  return new Failure(
    code,
    {
      ...details,
      touches: before
        .toSorted((one, other) => other.at.getTime() - one.at.getTime())
        .slice(0, MOST_NAMED)
        .map(presentCold),
    },
    `Your company has texted them ${times === 1 ? 'once' : `${times} times`} within ${days} days without an answer.`,
  );
}

function presentCold({ at, senderId, firstName, isBroadcast }: ColdRow): ColdTouch {
  return {
    at: at.toISOString(),
    by: senderId === null || firstName === null ? null : { id: senderId, firstName },
    via: isBroadcast ? 'broadcast' : senderId === null ? 'automation' : 'text',
  };
}
