/** What a spreadsheet would take for a formula, whoever typed it as a name (CWE-1236). */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
