import type { MultipartFile } from '@fastify/multipart';
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

/** The one file of a form, as it comes: `take` reads it to its end. For what doesn't fit into memory. */
export async function takeFile(
  request: FastifyRequest,
  limits: { fileSize: number },
  take: (content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  if (!request.isMultipart()) throw new Failure('unsupported_media_type');
  try {
    const part = await request.file({ limits });
    if (part === undefined) throw invalidField('file', 'The file is required');
    const { file } = part;
    file.once('limit', () => file.destroy(new Failure('too_large')));
    await take(file);
  } catch (error) {
    if (error instanceof Failure || (error instanceof Error && 'statusCode' in error)) throw error;
    throw isOfForm(error) ? new Failure('malformed') : error;
  }
}

/** What the parser throws is a plain Error. */
const isOfForm = (error: unknown): boolean =>
  error instanceof Error &&
  /multipart|Unexpected end of form|Part terminated early|aborted/i.test(error.message);

const MOST_OF_A_FIELD = 100_000;

/** Gives up as soon as it's too large: the parser would read the rest first. */
async function readAll(file: MultipartFile['file']): Promise<Buffer> {
  file.once('limit', () => file.destroy(new Failure('too_large')));
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The one file of a form, and the text of its other fields, in any order. */
export async function readForm(
  request: FastifyRequest,
  limits: { fileSize: number; fields: number },
): Promise<{ bytes: Buffer; fileName: string; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new Failure('unsupported_media_type');
  const fields: Record<string, string> = {};
  let file: { bytes: Buffer; fileName: string } | null = null;
  try {
    for await (const part of request.parts({ limits: { ...limits, files: 1, fieldSize: MOST_OF_A_FIELD } })) {
      if (part.type === 'file') file = { bytes: await readAll(part.file), fileName: part.filename ?? '' };
      else fields[part.fieldname] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
    }
  } catch (error) {
    if (error instanceof Failure || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new Failure('malformed');
  }
  if (file === null) throw invalidField('file', 'The file is required');
  return { ...file, fields };
}
