import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { MOST_IMPORTED_ROWS } from '../../../../contract/imports.ts';
import { fastGrowing, pumps } from '../../../testing/growth.ts';
import { partsOf } from '../examine.ts';
import { writeXlsx } from '../refused/write-xlsx.ts';
import { delimiterOf, layoutOf } from './layout.ts';
import { readRows } from './read-rows.ts';
import { readXlsx } from './read-xlsx.ts';

async function read(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const cells of readRows(partsOf(bytes), layoutOf(bytes))) rows.push(cells);
  return rows;
}

const ROWS = [
  ['Name', 'Phone'],
  ['José Núñez', '+14155550123'],
];

describe('CSV', () => {
  const text = 'Name;Phone\r\nJosé Núñez;+14155550123\r\n';
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 of Excel', utf16],
    ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['without a line break at its end', Buffer.from(text.trimEnd())],
    ['lines of a Mac', Buffer.from(text.replaceAll('\r\n', '\r'))],
    ['empty lines and cells', Buffer.from(`\n;\n${text}\n ; ;\n\n`)],
    ['a line that names the delimiter', Buffer.from(`sep=;\r\n${text}`)],
    ['quotation marks', Buffer.from('"Name","Phone"\n"José Núñez","+14155550123"\n')],
    ['tabs', Buffer.from(text.replaceAll(';', '\t'))],
    ['pipes', Buffer.from(text.replaceAll(';', '|'))],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toEqual(ROWS);
  });

  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n"1,5";2\n', ';'],
    ['name;note\nKai;"one, two, three"\nAna;"four, five, six"\n', ';'],
    ['phone\n+14155550123\n', ','],
    ['a\tb, c\n1\t2\n', '\t'],
  ])('delimiter of %j', (sample, expected) => {
    expect(delimiterOf(sample)).toBe(expected);
  });

  it('keeps line breaks and quotation marks of a cell', async () => {
    expect(await read(Buffer.from('a,b\n"one\ntwo","say ""hi"""\nAl "Ace" Roe,x\n'))).toEqual([
      ['a', 'b'],
      ['one\ntwo', 'say "hi"'],
      ['Al "Ace" Roe', 'x'],
    ]);
  });

  it.each([
    ['a quotation mark that is never closed', Buffer.from(`a,b\n"${'x,y\n'.repeat(60_000)}`), /isn't closed/],
    ['a cell without end', Buffer.from(`a\n${'x'.repeat(10_001)}`), /Row 2 has a cell with more than 10,000/],
    ['columns without end', Buffer.from(`${'a,'.repeat(100)}b`), /more than 100 columns/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /neither a CSV nor an XLSX/],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel file/],
  ])('%s is refused with a sentence', async (_, bytes, sentence) => {
    await expect(async () => read(bytes)).rejects.toThrow(sentence);
  });

  it(`takes ${MOST_IMPORTED_ROWS} rows and the names of their columns, and no more`, async () => {
    const lines = (count: number) => Buffer.from('x\n'.repeat(count));
    expect(await read(lines(MOST_IMPORTED_ROWS + 1))).toHaveLength(MOST_IMPORTED_ROWS + 1);
    await expect(read(lines(MOST_IMPORTED_ROWS + 2))).rejects.toThrow('more than 100,000 rows');
  });
});

const WORKBOOK =
  '<workbook><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="r1"/><sheet name="New" sheetId="2" r:id="r2"/></sheets></workbook>';
const RELATIONS =
  '<Relationships><Relationship Id="r1" Target="worksheets/old.xml"/><Relationship Id="r2" Target="/xl/worksheets/new.xml"/></Relationships>';

function zipped(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
  zip.end();
  return buffer(zip.outputStream);
}

const workbook = (rows: string, shared = '') =>
  zipped({
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/new.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...(shared === '' ? {} : { 'xl/sharedStrings.xml': `<sst>${shared}</sst>` }),
  });

const named = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ');

describe('XLSX', () => {
  it('is read as it was written', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['José <Núñez> & "Söhne"', '=1+1'],
      ['', '', 'third'],
    ];
    const written = await buffer(
      writeXlsx(
        (async function* () {
          yield* rows;
        })(),
      ),
    );
    expect(await read(written)).toEqual(rows);
  });

  it('gives what a person sees: shared texts, numbers, and what formulas came to when it was saved', async () => {
    const bytes = await workbook(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
        '<row r="3"><c r="A3"><v>4.155550123E9</v></c><c r="B3"><v>1.5</v></c><c r="C3" t="b"><v>1</v></c>' +
        '<c r="D3" t="str"><f>HYPERLINK("http://x")</f><v>shown</v></c><c r="E3" t="e"><v>#REF!</v></c>' +
        '<c r="F3" t="inlineStr"><is><t>in_x0041_</t></is></c></row>',
      '<si><t>One</t><rPh><t>sound</t></rPh></si><si><r><t>rich </t></r><r><t>text</t></r></si>',
    );
    expect(await read(bytes)).toEqual([
      ['One', '', 'rich text'],
      ['4155550123', '1.5', 'TRUE', 'shown', '', 'inA'],
    ]);
  });

  it('expands no entities', async () => {
    const bytes = await zipped({
      'xl/workbook.xml': WORKBOOK,
      'xl/_rels/workbook.xml.rels': RELATIONS,
      'xl/worksheets/new.xml':
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>',
    });
    expect(await read(bytes)).toEqual([['&b;']]);
  });

  it('a bomb is refused before it unpacks', async () => {
    const zeros = '0'.repeat(30_000_000);
    const parts = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`xl/${at}.xml`, zeros]));
    const bytes = await zipped({ 'xl/workbook.xml': WORKBOOK, ...parts });
    expect(bytes.length).toBeLessThan(1_000_000);
    await expect(read(bytes)).rejects.toThrow('far too large');
  });

  it('empty rows and cells without end are not read to their end', async () => {
    const readAll = async (xml: string) => {
      for await (const row of readXlsx(await workbook(xml), 1000)) expect(row).toEqual(['1']);
    };
    await readAll('<row><c><v>1</v></c></row>'.repeat(300));
    for (const empty of ['<row/>'.repeat(1000), `<row>${'<c/>'.repeat(1000)}</row>`])
      await expect(readAll(empty)).rejects.toThrow('too many cells');
  });

  it('a file that unpacks to more than it says is refused', async () => {
    const bytes = await workbook(`<row><c><v>${'1'.repeat(50_000)}</v></c></row>`);
    // The size in the list of contents of the largest part.
    const at = bytes.lastIndexOf('xl/worksheets/new.xml') - 46 + 24;
    bytes.writeUInt32LE(100, at);
    await expect(read(bytes)).rejects.toThrow("can't be read");
  });

  it.each([
    ['a ZIP with something else', zipped({ 'a.txt': 'a' })],
    ['half of one', workbook('<row/>').then((bytes) => bytes.subarray(0, bytes.length / 2))],
    ['elements in elements without end', workbook('<a>'.repeat(20_000))],
    ['shared texts in each other', workbook('<row/>', '<si>'.repeat(20_000))],
    ['attributes without end', workbook(`<row ${named(20_000)}/>`)],
    ['a cell far out', workbook('<row><c r="XFD1"><v>1</v></c></row>')],
  ])('%s is refused with a sentence', async (_, bytes) => {
    await expect(read(await bytes)).rejects.toThrow(/can't be read|more than 100 columns/);
  });
});

it('reading grows with what is read', async () => {
  const samples = ['Name,Phone\nKai "Ace" Ono,"+14155550123"\n', 'a;b\r\n"c;d";e\r\n', 'sep=;\na;b'];
  expect(await fastGrowing((text) => read(Buffer.from(text)), pumps(samples))).toEqual([]);
  const cells = [
    '<row><c t="s"><v>0</v></c></row>',
    '<row r="1"><c r="A1"><v>1</v></c></row>',
    '<is><t>a</t></is>',
  ];
  const inSheet = async (xml: string) => read(await workbook(xml, '<si><t>a</t></si>'));
  expect(await fastGrowing(inSheet, pumps(cells).slice(-60))).toEqual([]);
});
