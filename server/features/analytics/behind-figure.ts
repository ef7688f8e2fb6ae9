import type { Figure } from '../../../contract/analytics.ts';
import type { Db } from '../../db/connection.ts';
import { type Cursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { maySee } from '../texting/conversations/rules.ts';
import { type ConversationRow, findConversationsByIds } from '../texting/conversations/store.ts';
import {
  type Behind,
  type Counting,
  findInJob,
  findInQuarters,
  findOptedOut,
  findWaiting,
  listTimes,
} from './behind-figure-store.ts';
import type { Span } from './range.ts';
import type { Asked } from './read-filter.ts';

const DAY = 24 * 3_600_000;
/** That are looked through at once, beginning with one, which is mostly enough. */
const MOST_DAYS = 16;
const MOST_QUARTERS = 32;

interface Wanted extends Counting {
  figure: Figure;
  after: Cursor | null;
  limit: number;
}

/** The conversations that the person may see of those behind a figure, each at its newest text that counts. */
export async function listBehind(db: Db, session: Session, asked: Asked, wanted: Wanted, now: Date) {
  const found: (Behind & { row: ConversationRow })[] = [];
  for await (const batch of batchesOf(db, asked, wanted)) {
    const ids = batch.map(({ conversationId }) => conversationId);
    const rows = await findConversationsByIds(db, session.accountId, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const each of batch) {
      const row = byId.get(each.conversationId);
      if (row !== undefined && maySee(session, row, now)) found.push({ ...each, row });
    }
    if (found.length > wanted.limit) break;
  }
  return pageOf(
    found,
    wanted.limit,
    ({ at, conversationId }) => encodeCursor({ at, id: conversationId }),
    ({ conversationId, at, row }) => ({
      conversationId,
      candidateId: row.candidateId,
      firstName: row.firstName,
      lastName: row.lastName,
      phoneNumberFormatted: formatPhone(row.phoneNumber),
      at: at.toISOString(),
    }),
  );
}

/** Newest first, until there are no more. */
function batchesOf(db: Db, { whose, span }: Asked, wanted: Wanted): AsyncIterable<Behind[]> {
  const { figure, limit } = wanted;
  if (figure === 'waiting') return inTurn(wanted, (after) => findWaiting(db, whose, after, limit + 1));
  if (figure === 'optOuts')
    return inTurn(wanted, (after) => findOptedOut(db, whose, span, wanted, after, limit + 1));
  const texts = { ...wanted, figure, whose, span };
  const { jobId } = whose;
  if (jobId !== null) return inTurn(wanted, (after) => findInJob(db, texts, jobId, after, limit + 1));
  return throughQuarters(db, texts);
}

async function* inTurn(
  { after, limit }: Wanted,
  find: (after: Cursor | null) => Promise<Behind[]>,
): AsyncGenerator<Behind[]> {
  for (let from = after; ; ) {
    const batch = await find(from);
    yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length <= limit) return;
    from = { at: last.at, id: last.conversationId };
  }
}

type Texts = Parameters<typeof findInQuarters>[1] & { after: Cursor | null };

/** Only those quarters of an hour in which something counts: months tell which days, and days which quarters. */
async function* throughQuarters(db: Db, texts: Texts): AsyncGenerator<Behind[]> {
  const { span, after } = texts;
  const to = after === null ? span.to : new Date(Math.min(Number(span.to), Number(after.at) + 1));
  const upTo: Span = { from: span.from, to };
  const sizes = { days: 1, quarters: 1 };
  for (const month of await listTimes(db, texts, 'month', [upTo])) {
    const days = await listTimes(db, texts, 'day', [within(upTo, month, endOfMonth(month))]);
    for (const some of moreAndMore(days, sizes, 'days', MOST_DAYS)) {
      const spans = some.map((day) => within(upTo, day, new Date(Number(day) + DAY)));
      const quarters = await listTimes(db, texts, 'quarter', spans);
      for (const each of moreAndMore(quarters, sizes, 'quarters', MOST_QUARTERS))
        yield findInQuarters(db, texts, each, after);
    }
  }
}

/** The first one alone, then twice as many each time. */
function* moreAndMore<Name extends string>(
  all: Date[],
  sizes: Record<Name, number>,
  name: Name,
  most: number,
): Generator<Date[]> {
  for (let next = 0; next < all.length; ) {
    const size = sizes[name];
    yield all.slice(next, next + size);
    next += size;
    sizes[name] = Math.min(size * 2, most);
  }
}

const endOfMonth = (month: Date) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));

function within(span: Span, from: Date, to: Date): Span {
  return { from: from > span.from ? from : span.from, to: to < span.to ? to : span.to };
}
