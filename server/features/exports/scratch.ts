import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file of this process that has no name, so nothing of it is left however the process ends. */
export class Scratch {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  static async open(): Promise<Scratch> {
    const path = join(tmpdir(), `hiretext-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new Scratch(file);
  }

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** For what reads here and there. */
  get descriptor(): number {
    return this.#file.fd;
  }

  async write(content: string | Buffer): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    await this.#file.appendFile(bytes);
  }

  /** Once nothing more is written. */
  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** From the beginning, once nothing more is written. */
  read(): Readable {
    return this.#file.createReadStream({ start: 0, autoClose: false });
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
