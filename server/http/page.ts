import { Failure } from '../failure.ts';

/** The last row of a page, in a list ordered by time and ID. Opaque on the wire. */
export interface Cursor {
  at: Date;
  id: string;
}

/**
 * JavaScript dates end at the millisecond and PostgreSQL's do not: every time that a list is ordered by is written by us,
 * so that the cursor and the row are equal.
 */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.at.getTime()}.${cursor.id}`).toString('base64url');
}

/** A UUID, as a piece of a pattern. */
export const ID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const CURSOR = new RegExp(`^(\\d{1,14})\\.(${ID_PATTERN})$`);

export function decodeCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1] || !match[2]) throw new Failure('malformed');
  return { at: new Date(Number(match[1])), id: match[2] };
}

/** Ask for `limit + 1` rows: the extra one shows that there is a next page. */
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  present: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(present), nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}
