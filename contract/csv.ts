/** Names that a spreadsheet would take for a formula (CWE-1236). Some trim first, or treat East Asian full-width signs the same. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** At the beginning of the file. Without it, Excel reads the file as Windows-1252 and breaks names with accents. */
export const BYTE_ORDER_MARK = '\u{FEFF}';

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: string[], delimiter = ','): string {
  return `${cells.map((cell) => quoted(neutralized(cell), delimiter)).join(delimiter)}\r\n`;
}

/** As it is in a file: with an apostrophe before what would be a formula. */
export const neutralized = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

function quoted(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}
