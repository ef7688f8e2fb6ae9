import type { Readable } from 'node:stream';

/** Both ends are part of it. */
export interface MediaRange {
  start: number;
  end: number;
}

export interface MediaContent {
  /** How many the stream will give. */
  bytes: number;
  /** The caller reads it to its end or destroys it. */
  stream: Readable;
}

/** Where the pictures of texts are kept. Keys are `<accountId>/<mediaId>`. */
export interface MediaStore {
  /** Durable when it resolves. Writing a key again replaces its content. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Null when there is nothing under the key. A range has to lie within the content. */
  get(key: string, range?: MediaRange): Promise<MediaContent | null>;
  /** Resolves too when there is nothing under the key. */
  remove(key: string): Promise<void>;
  /** An address at the store itself, open without credentials for so long; null when the store has none that strangers reach. */
  addressOf(key: string, shown: ShownAs, seconds: number): Promise<string | null>;
  close(): void;
}

/** What the store says of the content, which it doesn't know itself. */
export interface ShownAs {
  contentType: string;
  contentDisposition: string;
}

export const isMediaKey = (key: string): boolean => /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/.test(key);

/** Any other is a mistake of ours, and could lead anywhere. */
export function requireMediaKey(key: string): string {
  if (!isMediaKey(key)) throw new Error(`Not a media key: ${key}`);
  return key;
}
