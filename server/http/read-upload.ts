import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Failure, invalidField } from '../failure.ts';

/** The one file of an upload. */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes }: { maxBytes?: number } = {},
): Promise<{ bytes: Buffer; claimedType: string }> {
  if (!request.isMultipart()) throw new Failure('unsupported_media_type');
  const file = await readable(() => request.file(maxBytes ? { limits: { fileSize: maxBytes } } : {}));
  if (file === undefined) throw invalidField('file', 'The file is required');
  return { bytes: await readable(() => file.toBuffer()), claimedType: file.mimetype };
}

/** The parser's own errors have no status. Nothing but the upload is at work here, so whatever breaks is in it. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new Failure('malformed');
  }
}
