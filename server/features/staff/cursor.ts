import { Failure } from '../../failure.ts';
import { ID_PATTERN } from '../../http/page.ts';

/* IDs grow with time, so an ID works as a cursor. */

const UUID = new RegExp(`^${ID_PATTERN}$`);
const SERIAL = /^e?\d{1,18}$/;

const reader = (pattern: RegExp) => (cursor: string | undefined) => {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!pattern.test(id)) throw new Failure('malformed');
  return id;
};

export const readIdCursor = reader(UUID);
export const readSerialCursor = reader(SERIAL);

export const cursorOf = ({ id }: { id: string }): string => Buffer.from(id).toString('base64url');
