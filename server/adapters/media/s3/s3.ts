import { addAbortSignal, Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type MediaStore, requireMediaKey } from '../port.ts';

export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether carriers reach the endpoint. */
  isPublic: boolean;
  timeouts?: Timeouts;
}

interface Timeouts {
  connectMs: number;
  /** To the answer's first byte, all tries together. */
  answerMs: number;
  /** To the last byte: as fast as the caller reads it, but not forever. */
  contentMs: number;
}

const TIMEOUTS: Timeouts = { connectMs: 3000, answerMs: 20_000, contentMs: 5 * 60_000 };

/** More wait for a free one; content is read as fast as the caller takes it. */
const CONNECTIONS = 200;

/** Any store that speaks Amazon's protocol, with the bucket in the path. */
export function createS3MediaStore(config: S3Config): MediaStore {
  const { endpoint, region, accessKeyId, secretAccessKey, timeouts = TIMEOUTS } = config;
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 3,
    // Checksums that not every store knows; signature and TLS already say that nothing was changed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  const at = (key: string) => ({ Bucket: config.bucket, Key: requireMediaKey(key) });

  /** The limit ends with the answer's first byte: the client would hold it against the content too. */
  async function soon<T>(ask: (limit: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), timeouts.answerMs);
    try {
      return await ask({ abortSignal: giveUp.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    put: async (key, bytes) => {
      const command = new PutObjectCommand({ ...at(key), Body: bytes });
      await soon((limit) => client.send(command, limit));
    },
    get: async (key, range) => {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const command = new GetObjectCommand({ ...at(key), ...part });
      try {
        const { Body, ContentLength } = await soon((limit) => client.send(command, limit));
        if (!(Body instanceof Readable) || ContentLength === undefined)
          throw new Error('The media store sent no length');
        return {
          bytes: ContentLength,
          stream: addAbortSignal(AbortSignal.timeout(timeouts.contentMs), Body),
        };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (key) => {
      const command = new DeleteObjectCommand(at(key));
      await soon((limit) => client.send(command, limit));
    },
    addressOf: async (key, { contentType, contentDisposition }, seconds) => {
      if (!config.isPublic) return null;
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
      });
      return getSignedUrl(client, command, { expiresIn: seconds });
    },
    close: () => client.destroy(),
  };
}
