import { createHash } from 'node:crypto';
import { neutralized } from '../../../contract/csv.ts';

/** One thing that was sent, received or agreed, in words. */
export interface Entry {
  /** When it happened. */
  at: Date;
  what: string;
  /** The phone that it came from, and the one that it went to; empty for what was entered here. */
  from: string;
  to: string;
  /** Who sent or entered it here. */
  by: string;
  /** The text, or what someone agreed to, word for word. */
  words: string;
  attachments: string;
  /** What became of a text. */
  status: string;
  deliveredAt: Date | null;
  /** Where consent comes from, and how it was given. */
  source: string;
  method: string;
  wordingVersion: string;
  recordedAt: Date | null;
  /** Of the text or entry here. */
  id: string;
}

const time = (at: Date | null) => at?.toISOString() ?? '';

/** The columns of the file, in order. */
const COLUMNS: [string, (entry: Entry) => string][] = [
  ['at', ({ at }) => time(at)],
  ['what', ({ what }) => what],
  ['from', ({ from }) => from],
  ['to', ({ to }) => to],
  ['by', ({ by }) => by],
  ['words', ({ words }) => words],
  ['attachments', ({ attachments }) => attachments],
  ['status', ({ status }) => status],
  ['deliveredAt', ({ deliveredAt }) => time(deliveredAt)],
  ['source', ({ source }) => source],
  ['method', ({ method }) => method],
  ['wordingVersion', ({ wordingVersion }) => wordingVersion],
  ['recordedAt', ({ recordedAt }) => time(recordedAt)],
  ['id', ({ id }) => id],
];

export const HEADER: string[] = [...COLUMNS.map(([name]) => name), 'previousHash', 'hash'];

const SEPARATOR = '\u001f';
const FIRST = '0'.repeat(64);

export interface Link {
  entry: Entry;
  /** As they are in the file, without the hashes. */
  cells: string[];
  previousHash: string;
  hash: string;
}

/** Each entry with the hash of all before it, so that a later change, a missing entry or an added one shows. */
export async function* chain(entries: AsyncIterable<Entry>): AsyncGenerator<Link> {
  let previousHash = FIRST;
  for await (const entry of entries) {
    const cells = COLUMNS.map(([, read]) => neutralized(read(entry).replaceAll(SEPARATOR, ' ')));
    const hash = hashOf(previousHash, cells);
    yield { entry, cells, previousHash, hash };
    previousHash = hash;
  }
}

export const hashOf = (previousHash: string, cells: readonly string[]): string =>
  createHash('sha256')
    .update(`${previousHash}\n${cells.join(SEPARATOR)}`)
    .digest('hex');
