import type { Db } from '../../../db/connection.ts';
import { Failure } from '../../../failure.ts';
import { type Cursor, decodeCursor, encodeCursor } from '../../../http/page.ts';
import { findPlace, listMessages, type MessageRow } from './message-store.ts';

interface Part {
  /** Newest first. */
  items: MessageRow[];
  nextCursor: string | null;
  /** Left out where what is newer has been read: a thread that is read from its end. */
  previousCursor?: string | null;
}

interface Wanted {
  only?: 'calls' | 'pictures' | undefined;
  around?: string | undefined;
  /** ISO */
  at?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Begins a cursor that leads to what is newer. No other cursor has one. */
const NEWER = '>';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** One page of a thread: from its end, around a text, or on from another page, either way. */
export async function readThread(
  db: Db,
  accountId: string,
  conversationId: string,
  { only, around, at, cursor, limit }: Wanted,
): Promise<Part> {
  const list = (side: 'older' | 'fromItOn' | 'newer', after: Cursor | null, most: number) =>
    listMessages(db, accountId, conversationId, { only, after, side, limit: most });
  if (cursor?.startsWith(NEWER)) {
    const newer = await list('newer', decodeCursor(cursor.slice(1)), limit);
    return { ...upwards(newer, limit), nextCursor: cursorOf(newer[0]) };
  }
  if (cursor !== undefined || (around === undefined && at === undefined))
    return downwards(await list('older', decodeCursor(cursor), limit), limit);
  const place = around === undefined ? momentOf(at) : await findPlace(db, accountId, conversationId, around);
  if (place === undefined) throw new Failure('not_found');
  const half = Math.floor(limit / 2);
  const newer = await list('newer', place, half);
  const above = upwards(newer, half);
  const below = downwards(await list('fromItOn', place, limit - half), limit - half);
  return {
    items: [...above.items, ...below.items],
    nextCursor: below.nextCursor,
    // A page of one text has none above it that could lead on.
    previousCursor: above.previousCursor ?? (newer.length > half ? newerThan(place) : null),
  };
}

/** Before every text of that moment. */
const momentOf = (at = ''): Cursor => ({ at: new Date(Math.max(0, Date.parse(at))), id: FIRST_ID });

function downwards(rows: MessageRow[], limit: number): Part {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? cursorOf(items.at(-1)) : null };
}

/** Rows that were read oldest first. */
function upwards(rows: MessageRow[], limit: number) {
  const items = rows.slice(0, limit).toReversed();
  const [newest] = items;
  return {
    items,
    previousCursor: rows.length > limit && newest ? newerThan({ at: newest.createdAt, id: newest.id }) : null,
  };
}

const cursorOf = (row: MessageRow | undefined) =>
  row === undefined ? null : encodeCursor({ at: row.createdAt, id: row.id });
const newerThan = (place: Cursor) => NEWER + encodeCursor(place);
