import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GivenConsent } from '../../../contract/consents.ts';
import { ImportKind, ImportMapping, MAX_IMPORT_BYTES } from '../../../contract/imports.ts';
import { parseBoundedJson } from '../../bounded-json.ts';
import { Failure, invalidField } from '../../failure.ts';
import { readForm } from '../../http/read-file.ts';
import { isCountry } from '../../phone.ts';

/** What a person sends to import, or to see what an import would do. */
export interface Upload {
  bytes: Buffer;
  fileName: string;
  kind: ImportKind;
  /** Null: by the names of the columns. */
  mapping: ImportMapping | null;
  consent: GivenConsent | null;
  /** Of numbers without a country code. */
  country: string;
}

const FIELDS = 4;
/** Of a form besides its file. */
const MOST_BESIDES = 500_000;
const DEFAULT_COUNTRY = 'US';

const Fields = z.object({
  kind: ImportKind.default('candidates'),
  mapping: json('mapping', ImportMapping),
  consent: json('consent', GivenConsent),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => code === '' || isCountry(code), 'Choose a country')
    .default(DEFAULT_COUNTRY),
});

function json<Schema extends z.ZodType>(label: string, schema: Schema) {
  return z
    .string()
    .default('null')
    .transform((text, context) => {
      try {
        return parseBoundedJson(text || 'null');
      } catch {
        context.addIssue(`The ${label} isn't JSON`);
        return z.NEVER;
      }
    })
    .pipe(schema.nullable());
}

export async function readUpload(request: FastifyRequest): Promise<Upload> {
  // Without a length it's noticed while it comes in.
  if (Number(request.headers['content-length']) > MAX_IMPORT_BYTES + MOST_BESIDES) throw tooLarge();
  const { bytes, fileName, fields } = await readForm(request, {
    fileSize: MAX_IMPORT_BYTES,
    fields: FIELDS,
  }).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'too_large' ? tooLarge() : error;
  });
  const { country, ...read } = Fields.parse(fields);
  if (bytes.length === 0) throw invalidField('file', 'This file is empty');
  return { bytes, fileName: nameOf(fileName), country: country || DEFAULT_COUNTRY, ...read };
}

const tooLarge = () =>
  new Failure(
    'too_large',
    undefined,
    `Files can have up to ${MAX_IMPORT_BYTES / 1_000_000} MB. Split this one, or leave out columns.`,
  );

const MOST_OF_A_NAME = 200;

function nameOf(fileName: string): string {
  const name = fileName.replace(/^.*[\\/]/, '').replace(/[\p{C}]/gu, '');
  return name.slice(-MOST_OF_A_NAME) || 'file';
}
