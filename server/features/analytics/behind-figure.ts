import type { Figure } from '../../../contract/analytics.ts';
import type { ReadDb } from '../../db/connection.ts';
import { type Cursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { maySee } from '../texting/conversations/rules.ts';
import { type ConversationRow, findConversationsByIds } from '../texting/conversations/store.ts';
import {
  type Behind,
  type Counting,
  findOptedOut,
  findTexts,
  findWaiting,
  listDays,
} from './behind-figure-store.ts';
import { isEverybody } from './figures-store.ts';
import type { Span } from './range.ts';
import type { Asked } from './read-filter.ts';

const DAY = 24 * 3_600_000;
/** How many are checked at once, starting with one, which is mostly enough. */
const MOST_DAYS = 16;

interface Wanted extends Counting {
  figure: Figure;
  after: Cursor | null;
  limit: number;
}

/** The conversations that the person may see of those behind a figure, each at its newest text that counts. */
export async function listBehind(db: ReadDb, session: Session, asked: Asked, wanted: Wanted, now: Date) {
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

/** Newest first, until there are none left. */
function batchesOf(db: ReadDb, { whose, span }: Asked, wanted: Wanted): AsyncIterable<Behind[]> {
  const { figure, limit } = wanted;
  if (figure === 'waiting') return inTurn(wanted, (after) => findWaiting(db, whose, after, limit + 1));
  if (figure === 'optOuts')
    return inTurn(wanted, (after) => findOptedOut(db, whose, span, wanted, after, limit + 1));
  return throughTexts(db, { ...wanted, figure, whose, span });
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

type Texts = Parameters<typeof findTexts>[1] & Wanted;

async function* throughTexts(db: ReadDb, texts: Texts): AsyncGenerator<Behind[]> {
  const { whose, span, after, limit } = texts;
  const to = after === null ? span.to : new Date(Math.min(Number(span.to), Number(after.at) + 1));
  const upTo: Span = { from: span.from, to };
  const find = (spans: Span[]) => inTurn(texts, (from) => findTexts(db, texts, spans, from, limit + 1));
  if (!isEverybody(whose)) return yield* find([upTo]);
  const days = await listDays(db, texts, upTo);
  for (let next = 0, size = 1; next < days.length; next += size, size = Math.min(size * 2, MOST_DAYS))
    yield* find(days.slice(next, next + size).map((day) => within(upTo, day, new Date(Number(day) + DAY))));
}

function within(span: Span, from: Date, to: Date): Span {
  return { from: from > span.from ? from : span.from, to: to < span.to ? to : span.to };
}
