import { type ImportMapping, PREVIEWED_ROWS } from '../../../contract/imports.ts';
import { invalidField } from '../../failure.ts';
import { type FileLayout, layoutOf } from './reading/layout.ts';
import { readRows } from './reading/read-rows.ts';
import { Unreadable } from './reading/unreadable.ts';
import { isSomeone, mappingFor, namesOf } from './rows/columns.ts';
import type { ColumnOf } from './rows/read-row.ts';
import type { Upload } from './upload.ts';

/** How a file is read again, by the job. */
export interface Layout {
  file: FileLayout;
  /** Its first row has the names of the columns. */
  hasHeader: boolean;
  country: string;
}

export interface Examined {
  layout: Layout;
  columns: string[];
  mapping: ImportMapping;
  /** Rows with people. */
  total: number;
  /** The first of them. */
  sample: string[][];
}

/** The bytes of one part, as they are kept. */
export const PART_BYTES = 1_000_000;

export async function* partsOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** Reads the whole file once, so that what's wrong with it is said at once. */
export async function examine({ bytes, country, mapping: given }: Upload): Promise<Examined> {
  try {
    const file = layoutOf(bytes);
    let header: string[] | null = null;
    let total = 0;
    const sample: string[][] = [];
    for await (const cells of readRows(partsOf(bytes), file)) {
      if (header === null && total === 0 && !isSomeone(cells, country)) {
        header = cells;
        continue;
      }
      total += 1;
      if (sample.length < PREVIEWED_ROWS) sample.push(cells);
    }
    if (total === 0) throw new Unreadable('This file has no rows.');
    const width = Math.max(header?.length ?? 0, ...sample.map((cells) => cells.length));
    const columns = namesOf(header ?? [], width);
    const mapping = given === null ? mappingFor(columns, sample, country) : checked(given, columns);
    return { layout: { file, hasHeader: header !== null, country }, columns, mapping, total, sample };
  } catch (error) {
    throw error instanceof Unreadable ? invalidField('file', error.message) : error;
  }
}

function checked(given: ImportMapping, columns: string[]): ImportMapping {
  const unknown = Object.keys(given).find((column) => !columns.includes(column));
  if (unknown !== undefined) throw invalidField('mapping', `The file has no column “${unknown}”.`);
  const mapping = Object.fromEntries(columns.map((column) => [column, given[column] ?? null]));
  const fields = Object.values(mapping).filter((field) => field !== null);
  if (new Set(fields).size < fields.length)
    throw invalidField('mapping', 'Choose each field for one column only.');
  return mapping;
}

export function requirePhoneColumn(mapping: ImportMapping): void {
  if (!Object.values(mapping).includes('phoneNumber'))
    throw invalidField('mapping', 'Choose the column with the phone numbers.');
}

export function columnOf({ columns, mapping }: Pick<Examined, 'columns' | 'mapping'>): ColumnOf {
  return Object.fromEntries(
    columns.flatMap((column, at) => {
      const field = mapping[column] ?? null;
      return field === null ? [] : [[field, at]];
    }),
  );
}
