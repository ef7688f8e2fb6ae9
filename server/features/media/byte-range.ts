/** A requested part of a file, both ends included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a `Range` header asks for (RFC 9110, 14). Null: nothing we support, and the whole is sent; that includes several parts at
 * once, since no player asks for them. 'unsatisfiable': beyond the end.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
