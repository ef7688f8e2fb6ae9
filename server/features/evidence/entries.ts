import type { ConsentType } from '../../../contract/consents.ts';
import { personName } from '../../../contract/person-name.ts';
import type { Db } from '../../db/connection.ts';
import { presentConsentEvent } from '../consent/present.ts';
import { listConsentEvents } from '../consent/store.ts';
import type { Entry } from './chain.ts';
import { listTextsOf, type TextRow } from './entries-store.ts';

interface Number {
  accountId: string;
  phoneNumber: string;
  /** Under what its consent is kept. */
  keys: string[];
}

const TOGETHER = 500;

/** Everything that was sent, received and agreed, oldest first, read piece by piece. */
export async function* entriesOf(db: Db, number: Number): AsyncGenerator<Entry> {
  const agreed = consentOf(db, number);
  const texts = textsOf(db, number);
  let [one, other] = [await agreed.next(), await texts.next()];
  while (!one.done || !other.done) {
    const isAgreed = !one.done && (other.done || one.value.at <= other.value.at);
    if (isAgreed && !one.done) {
      yield one.value;
      one = await agreed.next();
    } else if (!other.done) {
      yield other.value;
      other = await texts.next();
    }
  }
}

async function* textsOf(db: Db, { accountId, phoneNumber }: Number): AsyncGenerator<Entry> {
  for (let after = null; ; ) {
    const rows: TextRow[] = await listTextsOf(db, accountId, phoneNumber, { after, limit: TOGETHER });
    yield* rows.map((row) => textEntry(row, phoneNumber));
    const last = rows.at(-1);
    if (last === undefined || rows.length < TOGETHER) return;
    after = { at: last.createdAt, id: last.id };
  }
}

async function* consentOf(db: Db, { accountId, keys, phoneNumber }: Number): AsyncGenerator<Entry> {
  for (let after = null; ; ) {
    const rows: Awaited<ReturnType<typeof listConsentEvents>> = await listConsentEvents(db, accountId, keys, {
      after,
      limit: TOGETHER,
      oldestFirst: true,
    });
    const shown = rows.slice(0, TOGETHER);
    yield* shown.map((row) =>
      consentEntry(presentConsentEvent(row, { readWording: true }), row, phoneNumber),
    );
    const last = shown.at(-1);
    if (last === undefined || rows.length <= TOGETHER) return;
    after = { at: last.createdAt, id: last.id };
  }
}

const nothing = { source: '', method: '', wordingVersion: '', recordedAt: null };

function textEntry(row: TextRow, phoneNumber: string): Entry {
  const isIn = row.direction === 'inbound';
  const ours = row.number ?? '';
  const sender = personName({ firstName: row.firstName ?? '', lastName: row.lastName ?? '' });
  const kind = row.callOutcome === null ? 'text' : 'call';
  return {
    ...nothing,
    at: row.createdAt,
    what: `${kind} ${isIn ? 'received' : 'sent'}`,
    from: isIn ? phoneNumber : ours,
    to: isIn ? ours : phoneNumber,
    by: isIn ? '' : row.isAutomatic ? 'automatic' : sender,
    words: row.body,
    attachments: row.attachments.join(' '),
    status: [row.callOutcome ?? row.status, row.errorCode].filter(Boolean).join(' '),
    deliveredAt: row.deliveredAt,
    id: row.id,
  };
}

const WHAT: Record<ConsentType, string> = {
  granted: 'consent granted',
  confirmed: 'consent confirmed',
  revoked: 'consent revoked',
  held: 'held for review',
  released: 'released after review',
  regranted: 'consent granted again',
};

function consentEntry(
  event: ReturnType<typeof presentConsentEvent>,
  { createdAt, recordedAt }: { createdAt: Date; recordedAt: Date | null },
  phoneNumber: string,
): Entry {
  return {
    at: createdAt,
    what: WHAT[event.type],
    from: phoneNumber,
    to: '',
    by: event.actor === null ? '' : personName(event.actor),
    words: event.wording ?? '',
    attachments: '',
    status: '',
    deliveredAt: null,
    source: event.source,
    method: event.method ?? '',
    wordingVersion: event.wordingVersion ?? '',
    recordedAt,
    id: event.id,
  };
}
