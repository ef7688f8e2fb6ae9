import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { type BackupPlace, isBackupName, notFound, requireBackupName } from '../port.ts';

export interface S3BackupConfig {
  endpoint: string;
  bucket: string;
  /** Ends with a slash, or is empty. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How large a part is; for tests. */
  partBytes?: number;
}

/** Held in memory while it is sent. */
const PART_BYTES = 16 * 1024 * 1024;
const CONNECT_MS = 5000;
const PART_MS = 5 * 60_000;
const WHOLE = 'whole';

/**
 * Any store that speaks Amazon's protocol. A backup is a folder of parts, numbered, and `whole` once all of them are there: no
 * store takes more than 5 GB at once, and no way of a store to join parts is needed.
 */
export function createS3Backups(config: S3BackupConfig): BackupPlace {
  const { endpoint, region, accessKeyId, secretAccessKey, bucket, prefix, partBytes = PART_BYTES } = config;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 5,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS },
  });
  const limit = () => ({ abortSignal: AbortSignal.timeout(PART_MS) });
  const keyOf = (name: string, part: string) => `${prefix}${requireBackupName(name)}/${part}`;
  const partOf = (index: number) => String(index).padStart(6, '0');

  async function listed(start: string): Promise<string[]> {
    const keys: string[] = [];
    for (let token: string | undefined; ; ) {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: start, ContinuationToken: token }),
        limit(),
      );
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
      token = page.NextContinuationToken;
      if (token === undefined) return keys;
    }
  }

  async function byName(): Promise<{ whole: string[]; broken: string[] }> {
    const parts = (await listed(`${prefix}hiretext-`)).map((key) => key.slice(prefix.length).split('/'));
    const names = [...new Set(parts.map(([name = '']) => name))].filter(isBackupName).sort();
    const whole = new Set(parts.flatMap(([name = '', part]) => (part === WHOLE ? [name] : [])));
    return {
      whole: names.filter((name) => whole.has(name)),
      broken: names.filter((name) => !whole.has(name)),
    };
  }

  const put = (name: string, part: string, body: Uint8Array) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(name, part), Body: body }), limit());

  async function* read(name: string): AsyncGenerator<Uint8Array> {
    for (let index = 1; ; index += 1) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: keyOf(name, partOf(index)) });
      const answer = await client.send(command, limit()).catch((error: unknown) => {
        if (error instanceof NoSuchKey) return null;
        throw error;
      });
      // That one is missing in the middle is found where its content is opened.
      if (answer === null && index === 1) throw notFound(name);
      if (answer === null) return;
      if (!(answer.Body instanceof Readable)) throw new Error('The store sent no content');
      yield* answer.Body;
    }
  }

  return {
    title: `s3://${bucket}/${prefix}`,
    list: async () => (await byName()).whole,
    listBroken: async () => (await byName()).broken,
    write: async (name, chunks) => {
      let bytes = 0;
      let index = 0;
      let kept: Uint8Array[] = [];
      let size = 0;
      const flush = async () => {
        index += 1;
        await put(name, partOf(index), Buffer.concat(kept));
        kept = [];
        size = 0;
      };
      for await (const chunk of chunks) {
        kept.push(chunk);
        size += chunk.length;
        bytes += chunk.length;
        if (size >= partBytes) await flush();
      }
      if (size > 0) await flush();
      await put(name, WHOLE, Buffer.from(`${index} parts, ${bytes} bytes\n`));
      return bytes;
    },
    read,
    remove: async (name) => {
      const keys = await listed(`${prefix}${requireBackupName(name)}/`);
      // What says that it is whole goes first.
      for (const key of keys.sort().reverse())
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), limit());
    },
  };
}
