import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Failure, invalidField } from '../failure.ts';

/** The one file of a form. The parser's error for a broken form has no status, as if it were our own fault. */
export async function readFile(
  request: FastifyRequest,
  limits: { fileSize?: number } = {},
): Promise<{ bytes: Buffer; claimedType: string }> {
  if (!request.isMultipart()) throw new Failure('unsupported_media_type');
  try {
    const file = await request.file({ limits });
    if (file === undefined) throw invalidField('file', 'The file is required');
    return { bytes: await file.toBuffer(), claimedType: file.mimetype };
  } catch (error) {
    if (error instanceof Failure || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new Failure('malformed');
  }
}
