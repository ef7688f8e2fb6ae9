import { z } from 'zod';
import { GivenConsent } from './consents.ts';
import { Id, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

export const MAX_IMPORT_BYTES = 25_000_000;
export const MOST_IMPORTED_ROWS = 100_000;
export const MOST_IMPORTED_COLUMNS = 100;
/** How many rows a preview shows. */
export const PREVIEWED_ROWS = 50;
export const IMPORT_UNDO_HOURS = 24;
export const REFUSED_ROWS_DAYS = 30;

export const ImportKind = z
  .enum(['candidates', 'optOuts'])
  .describe(
    'candidates: adds and changes candidates. optOuts: nothing is sent to these phone numbers anymore, whether you have a candidate for them or not. Only admins can import opt-outs.',
  );
export type ImportKind = z.infer<typeof ImportKind>;

export const ImportField = z
  .enum([
    'phoneNumber',
    'name',
    'firstName',
    'lastName',
    'email',
    'city',
    'zipCode',
    'jobTitle',
    'timezone',
    'tags',
  ])
  .describe('name: the first name, or "Last, First". tags: separated by commas or semicolons.');
export type ImportField = z.infer<typeof ImportField>;

export const ImportMapping = z
  .record(z.string().max(300), ImportField.nullable())
  .describe("The field of each column, by the column's name. Null: the column isn't imported.");
export type ImportMapping = z.infer<typeof ImportMapping>;

export const ImportStatus = z.enum(['queued', 'running', 'done', 'failed', 'undone']);
export type ImportStatus = z.infer<typeof ImportStatus>;

export const Import = z.object({
  id: Id,
  kind: ImportKind,
  status: ImportStatus.describe(
    "running: also while it's being undone. failed: the file couldn't be read to its end.",
  ),
  fileName: z.string(),
  total: z.number().int().describe('Rows, without the names of the columns and empty ones.'),
  processed: z.number().int(),
  created: z.number().int().describe("Candidates that were added, or numbers that weren't opted out yet."),
  updated: z.number().int().describe('Candidates whom you had, or numbers that were opted out already.'),
  duplicates: z
    .number()
    .int()
    .describe('Rows with a phone number of an earlier row. What they say is added to it.'),
  refused: z.number().int(),
  consent: GivenConsent.nullable().describe('How they all agreed to get texts, if you said so.'),
  createdBy: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Null if that person was erased since.'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  can: z.object({
    undo: z.boolean().describe(`For ${IMPORT_UNDO_HOURS} hours. Opt-outs: admins only.`),
    downloadRefused: z.boolean().describe(`For ${REFUSED_ROWS_DAYS} days, if rows were refused.`),
  }),
});
export type Import = z.infer<typeof Import>;

export const PreviewedRow = z.object({
  outcome: z.enum(['new', 'update', 'refused']),
  reason: z
    .string()
    .nullable()
    .describe('Why it would be refused, or which earlier row has the same phone number.'),
  cells: z.array(z.string()),
});
export type PreviewedRow = z.infer<typeof PreviewedRow>;

export const ImportPreview = z.object({
  columns: z
    .array(z.string())
    .describe('The names of the columns; those without one are named by their letter.'),
  mapping: ImportMapping,
  total: z.number().int().describe('Rows, without the names of the columns and empty ones.'),
  rows: z.array(PreviewedRow).describe(`The first ${PREVIEWED_ROWS} rows.`),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** Hiring managers see some candidates only, and a file would show which numbers there are. */
const importers = { auth: 'session', may: { seatRole: 'recruiter' } } as const;
const FORM = `Multipart: \`file\` (CSV or XLSX, up to ${MAX_IMPORT_BYTES / 1_000_000} MB and ${MOST_IMPORTED_ROWS.toLocaleString('en-US')} rows), \`kind\` (candidates or optOuts), \`mapping\` (JSON: field by column; without it, columns are recognized by their names), \`country\` (of numbers without a country code, such as US)`;

export const previewImport = route({
  method: 'POST',
  path: '/candidates/import/preview',
  summary: `See which columns are recognized, and what would become of the first rows. Saves nothing. ${FORM}.`,
  ...importers,
  transport: 'multipart',
  reply: ImportPreview,
  failures: ['too_large', 'unsupported_media_type'],
});

export const startImport = route({
  method: 'POST',
  path: '/candidates/import',
  summary: `Import candidates, or opt-outs. Someone with the same phone number is updated; nothing is emptied, and no opt-out is lifted. ${FORM}, \`consent\` (JSON: how they all agreed to be texted).`,
  ...importers,
  transport: 'multipart',
  reply: Import,
  status: 202,
  failures: ['too_large', 'unsupported_media_type'],
});

export const listImports = route({
  method: 'GET',
  path: '/candidates/import',
  summary: 'List imports, newest first.',
  ...importers,
  query: PageQuery,
  reply: page(Import),
});

const one = { ...importers, params: z.object({ id: Id }) } as const;

export const getImport = route({
  method: 'GET',
  path: '/candidates/import/{id}',
  summary: 'Get an import, with how far it has come.',
  ...one,
  reply: Import,
  failures: ['not_found'],
});

export const getRefusedRows = route({
  method: 'GET',
  path: '/candidates/import/{id}/refused',
  summary: 'Download the rows that were refused, in the format of their file, with a column `reason`.',
  ...one,
  transport: 'csv',
  reply: z
    .string()
    .describe(
      'CSV with the delimiter of the file, or XLSX. A value that a spreadsheet could read as a formula starts with an apostrophe.',
    ),
  failures: ['not_found'],
});

export const undoImport = route({
  method: 'POST',
  path: '/candidates/import/{id}/undo',
  summary: `Undo an import within ${IMPORT_UNDO_HOURS} hours. Candidates that it added and that no one has used since are removed, and what it changed becomes what it was, unless that changed since.`,
  ...one,
  reply: Import,
  failures: ['not_found', 'import_not_undoable'],
});
