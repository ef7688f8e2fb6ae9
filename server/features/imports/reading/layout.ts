import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { Unreadable } from './unreadable.ts';

/** How a file is to be read. */
export const FileLayout = z.discriminatedUnion('format', [
  z.object({ format: z.literal('xlsx') }),
  z.object({
    format: z.literal('csv'),
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
    delimiter: z.string().length(1),
    /** The first line only names the delimiter, for Excel. */
    namesDelimiter: z.boolean(),
  }),
]);
export type FileLayout = z.infer<typeof FileLayout>;

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** Excel until 2003, and workbooks with a password. */
const OLE = Buffer.from('d0cf11e0', 'hex');

/** By its bytes: what a browser says of a CSV file depends on what is installed. */
export function layoutOf(bytes: Buffer): FileLayout {
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return { format: 'xlsx' };
  if (bytes.subarray(0, OLE.length).equals(OLE))
    throw new Unreadable('This is an old Excel file, or one with a password. Save it as XLSX or CSV.');
  const encoding = encodingOf(bytes);
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, SAMPLE_BYTES));
  const [, named] = NAMED_DELIMITER.exec(sample) ?? [];
  return {
    format: 'csv',
    encoding,
    delimiter: named ?? delimiterOf(sample),
    namesDelimiter: named !== undefined,
  };
}

const SAMPLE_BYTES = 64 * 1024;
const NAMED_DELIMITER = /^"?sep=([,;\t|])"?\r?\n/i;

function encodingOf(bytes: Buffer): Extract<FileLayout, { format: 'csv' }>['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // No text has one.
  if (bytes.includes(0)) throw new Unreadable('This is neither a CSV nor an XLSX file.');
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

const DELIMITERS = [',', ';', '\t', '|'];
const LINES_COMPARED = 20;

/** What splits the first lines into the same number of cells, and into the most of them. A comma if nothing does. */
export function delimiterOf(sample: string): string {
  const lines = withoutQuoted(sample)
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_COMPARED);
  const scored = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const inHeader = counts[0] ?? 0;
    const same = counts.filter((count) => count === inHeader).length;
    return { delimiter, inHeader, share: same / Math.max(lines.length, 1) };
  }).filter(({ inHeader }) => inHeader > 0);
  scored.sort((one, other) => other.share - one.share || other.inHeader - one.inHeader);
  return scored[0]?.delimiter ?? ',';
}

/** Without what is between quotation marks: an address has commas. */
function withoutQuoted(sample: string): string {
  return sample.replace(/"[^"]*"/g, '');
}
