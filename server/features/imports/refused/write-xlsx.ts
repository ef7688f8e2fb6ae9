import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A workbook with one sheet of texts, written as fast as it is read. Nothing in it is a formula. */
export function writeXlsx(rows: AsyncIterable<string[]>): Readable {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(DECLARATION + xml), name);
  const sheet = Readable.from(sheetOf(rows));
  const output = zip.outputStream as Readable;
  // So that the reader learns that the rows broke off.
  sheet.on('error', (error) => output.destroy(error));
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  return output;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const PARTS = {
  '[Content_Types].xml':
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATED}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATED}">` +
    '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATED}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

async function* sheetOf(rows: AsyncIterable<string[]>): AsyncGenerator<string> {
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>`;
  for await (const cells of rows) yield `<row>${cells.map(cellOf).join('')}</row>`;
  yield '</sheetData></worksheet>';
}

const cellOf = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What XML can't have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

function escaped(text: string): string {
  return text.replace(IMPOSSIBLE, '').replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? '');
}
