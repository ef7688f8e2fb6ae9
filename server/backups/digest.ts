import { hash } from 'node:crypto';

export interface Digest {
  add(bytes: Uint8Array): void;
  result(): { rows: number; digest: string };
}

const LINE_END = 0x0a;

/**
 * Of the rows of a table as COPY writes them, a line each, whatever their order: the sum of their SHA-256, as eight numbers of
 * 32 bits.
 */
export function digestOfRows(): Digest {
  const sum = new Uint32Array(8);
  let rows = 0;
  let begun: Uint8Array[] = [];
  const line = (bytes: Uint8Array) => {
    const hashed = hash('sha256', bytes, 'buffer');
    for (let at = 0; at < 8; at += 1) sum[at] = (sum[at] ?? 0) + hashed.readUInt32LE(at * 4);
    rows += 1;
  };
  return {
    add: (bytes) => {
      let from = 0;
      for (let to = bytes.indexOf(LINE_END); to !== -1; to = bytes.indexOf(LINE_END, from)) {
        const rest = bytes.subarray(from, to);
        line(begun.length === 0 ? rest : Buffer.concat([...begun, rest]));
        begun = [];
        from = to + 1;
      }
      if (from < bytes.length) begun.push(Buffer.from(bytes.subarray(from)));
    },
    result: () => ({ rows, digest: Buffer.from(sum.buffer).toString('base64url') }),
  };
}
