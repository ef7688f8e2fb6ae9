import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import type { FileLayout } from './layout.ts';
import { createBounds, inWords, Unreadable } from './unreadable.ts';

const MOST_OF_A_ROW = 200_000;

/** The rows of a CSV file, without empty ones, as they arrive. */
export async function* readCsv(
  parts: AsyncIterable<Uint8Array>,
  layout: Extract<FileLayout, { format: 'csv' }>,
): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: layout.delimiter,
    from_line: layout.namesDelimiter ? 2 : 1,
    max_record_size: MOST_OF_A_ROW,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Someone's nickname may be in quotation marks.
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // The reader gets the error from the parser.
  const fed = pipeline(Readable.from(decoded(parts, layout.encoding)), parser).catch(() => {});
  const bounds = createBounds();
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      for (const cell of cells) bounds.requireShort(cell);
      const row = bounds.take(cells);
      if (row !== null) yield row;
    }
  } catch (error) {
    throw error instanceof CsvError ? new Unreadable(sentence(error)) : error;
  } finally {
    parser.destroy();
    await fed;
  }
}

async function* decoded(parts: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const part of parts) {
    const text = decoder.decode(part, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

function sentence(error: CsvError): string {
  const line = typeof error.lines === 'number' ? ` near line ${inWords(error.lines)}` : '';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return `A quotation mark${line} isn't closed.`;
  return `This file can't be read${line}. Save it as CSV or XLSX again.`;
}
