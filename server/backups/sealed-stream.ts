import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { BackupRefused } from './refused.ts';

/*
 * A backup as it is stored: a head, then chunks, each sealed by AES-256-GCM with a key that only this file has (decision 106).
 * Its place and whether it is the last are in a chunk's nonce, so that none can be changed, moved, left out or added.
 */

const MAGIC = Buffer.from('hiretext-backup-1\n');
const SALT_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES;
const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const ALGORITHM = 'aes-256-gcm';
/** 64 MB and a tenth of a second for each guess of a passphrase. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };

function keyFor(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, SCRYPT, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

export async function* sealStream(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const head = Buffer.concat([MAGIC, salt]);
  const key = await keyFor(passphrase, salt);
  yield head;
  let index = 0;
  const seal = (bytes: Uint8Array, isLast: boolean) => {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(index, isLast), {
      authTagLength: TAG_BYTES,
    }).setAAD(head);
    index += 1;
    const hidden = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(hidden.length);
    return Buffer.concat([length, hidden]);
  };
  for await (const chunk of inPieces(plain, CHUNK_BYTES)) yield seal(chunk, false);
  yield seal(Buffer.alloc(0), true);
}

/** The same bytes, in pieces of one size; the last may be shorter. */
export async function* inPieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of source) {
    for (let at = 0; at < part.length; ) {
      const piece = part.subarray(at, at + size - bytes);
      kept.push(piece);
      bytes += piece.length;
      at += piece.length;
      if (bytes < size) continue;
      yield Buffer.concat(kept);
      kept = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(kept);
}

/** Throws `BackupRefused` at the first byte that isn't as it was written. */
export async function* openStream(
  stored: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const reader = createReader(stored);
  try {
    const head = await reader.read(HEAD_BYTES);
    if (!head.subarray(0, MAGIC.length).equals(MAGIC))
      throw new BackupRefused("This isn't a backup of Hiretext.");
    const key = await keyFor(passphrase, head.subarray(MAGIC.length));
    for (let index = 0; ; index += 1) {
      const length = (await reader.read(LENGTH_BYTES)).readUInt32BE();
      if (length < TAG_BYTES || length > CHUNK_BYTES + TAG_BYTES) throw damaged(index);
      const hidden = await reader.read(length);
      const opened = (isLast: boolean) => openChunk(key, head, nonceOf(index, isLast), hidden);
      // Only the last chunk is empty.
      if (length === TAG_BYTES) {
        if (opened(true) === null) throw damaged(index);
        if (!(await reader.isAtEnd())) throw new BackupRefused('Something was added to this backup.');
        return;
      }
      const plain = opened(false);
      if (plain === null) throw damaged(index);
      yield plain;
    }
  } finally {
    await reader.close();
  }
}

function damaged(index: number): BackupRefused {
  return new BackupRefused(
    index === 0
      ? "BACKUP_KEY doesn't open this backup, or its beginning was changed."
      : `This backup was changed or damaged after it was written (chunk ${index + 1}).`,
  );
}

function openChunk(key: Buffer, head: Buffer, nonce: Buffer, hidden: Buffer): Buffer | null {
  const at = hidden.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(head)
    .setAuthTag(hidden.subarray(at));
  try {
    return Buffer.concat([decipher.update(hidden.subarray(0, at)), decipher.final()]);
  } catch {
    return null;
  }
}

export interface Reader {
  /** Exactly so many bytes. */
  read(bytes: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
  close(): Promise<void>;
}

export function createReader(source: AsyncIterable<Uint8Array>): Reader {
  const parts = source[Symbol.asyncIterator]();
  let kept: Uint8Array[] = [];
  let have = 0;
  /** Less than asked for at the end. */
  async function fill(bytes: number): Promise<void> {
    while (have < bytes) {
      const next = await parts.next();
      if (next.done) return;
      kept.push(next.value);
      have += next.value.length;
    }
  }
  return {
    read: async (bytes) => {
      await fill(bytes);
      if (have < bytes) throw new BackupRefused('This backup ends too early: it was not written completely.');
      have -= bytes;
      // Many small reads from one large part copy nothing.
      const [first = Buffer.alloc(0)] = kept;
      const all = first.length >= bytes ? first : Buffer.concat(kept);
      kept = [all.subarray(bytes), ...(all === first ? kept.slice(1) : [])];
      return Buffer.from(all.buffer, all.byteOffset, bytes);
    },
    isAtEnd: async () => {
      await fill(1);
      return have === 0;
    },
    close: async () => {
      await parts.return?.();
    },
  };
}
