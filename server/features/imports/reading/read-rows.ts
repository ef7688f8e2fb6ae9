import type { FileLayout } from './layout.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

/** The rows of a file in parts, without empty ones; the first may have the names of the columns. */
export async function* readRows(
  parts: AsyncIterable<Uint8Array>,
  layout: FileLayout,
): AsyncGenerator<string[]> {
  if (layout.format === 'csv') yield* readCsv(parts, layout);
  // Its list of contents is at its end.
  else yield* readXlsx(await joined(parts));
}

async function joined(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
