import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { EXPORT_VERSION, type ExportManifest } from '../../../contract/account-exports.ts';
import type { Deps } from '../../deps.ts';
import { mediaKey } from '../media/urls.ts';
import type { Collected } from './collect.ts';

/** The ZIP, as it's made. Media are read one after the other, and the manifest comes last, with what was really written. */
export async function* pack(
  deps: Pick<Deps, 'mediaStore'>,
  { accountId, createdAt }: { accountId: string; createdAt: Date },
  { files, mediaIds }: { files: Collected[]; mediaIds: string[] },
  on: { media: (done: number) => Promise<void>; manifest: (manifest: ExportManifest) => void },
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const stop = new AbortController();
  const writing = write().then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    yield* output as AsyncIterable<Buffer>;
    await writing;
  } finally {
    // Who reads it may have given up in the middle.
    stop.abort();
    await writing;
  }

  async function write(): Promise<void> {
    const manifest: ExportManifest = {
      version: EXPORT_VERSION,
      accountId,
      createdAt: createdAt.toISOString(),
      files: [],
    };
    for (const { path, count, scratch } of files) {
      await add(path, scratch.read(), { compress: true });
      manifest.files.push({ path, sha256: scratch.sha256(), bytes: scratch.bytes, count });
    }
    for (const [index, id] of mediaIds.entries()) {
      const content = await deps.mediaStore.get(mediaKey(accountId, id));
      // Deleted since. Its record says that there was one.
      if (content === null) continue;
      const path = `media/${id}`;
      manifest.files.push({ path, ...(await add(path, content.stream, { compress: false })), count: 1 });
      await on.media(index / mediaIds.length);
    }
    on.manifest(manifest);
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json', { mtime: createdAt });
  }

  /** Resolves once it's in the ZIP. */
  async function add(
    path: string,
    content: Readable,
    options: { compress: boolean },
  ): Promise<{ sha256: string; bytes: number }> {
    const hash = createHash('sha256');
    let bytes = 0;
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    zip.addReadStream(hashing, path, { mtime: createdAt, ...options });
    const { signal } = stop;
    await Promise.all([pipeline(content, hashing, { signal }), once(hashing, 'end', { signal })]);
    return { sha256: hash.digest('hex'), bytes };
  }
}
