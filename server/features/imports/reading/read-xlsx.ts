import { Parser } from 'htmlparser2';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { createBounds, Unreadable } from './unreadable.ts';

/* An XLSX file is a ZIP of XML files. Nothing in it is computed: a formula's cell has the value that was last saved with it. */

/** Of all of them unpacked. A hundred thousand rows of people are far less. */
const MOST_UNPACKED = 250_000_000;
/** The texts that several cells share are kept in memory. */
const MOST_SHARED = 64_000_000;
const MOST_ENTRIES = 2000;
/** Of XML. A hundred thousand rows of fifty cells have as many; empty ones pack to almost nothing. */
const MOST_ELEMENTS = 10_000_000;

const BROKEN = "This XLSX file can't be read. Save it again, or as CSV.";

/** The rows of the first sheet that isn't hidden, without empty ones, as fast as they are taken. */
export async function* readXlsx(bytes: Buffer, mostElements = MOST_ELEMENTS): AsyncGenerator<string[]> {
  try {
    yield* rowsOf({ ...(await open(bytes)), left: mostElements });
  } catch (error) {
    if (error instanceof Unreadable || !isZipError(error)) throw error;
    throw new Unreadable(BROKEN);
  }
}

/** What yauzl and zlib throw about a file. */
function isZipError(error: unknown): boolean {
  return (
    error instanceof Error && (error.constructor === Error || error instanceof RangeError || 'errno' in error)
  );
}

interface Workbook {
  zip: ZipFile;
  entries: Map<string, Entry>;
  /** Elements that may still be read. */
  left: number;
}

async function open(bytes: Buffer): Promise<Omit<Workbook, 'left'>> {
  // It throws when an entry unpacks to more than it says.
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > MOST_ENTRIES) throw new Unreadable(BROKEN);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > MOST_UNPACKED)
      throw new Unreadable('Unpacked, this XLSX file is far too large. Save the list as CSV.');
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return { zip, entries };
}

async function* rowsOf(workbook: Workbook): AsyncGenerator<string[]> {
  const sheet = await findSheet(workbook);
  const shared = await readShared(workbook);
  const bounds = createBounds();
  const reader = createSheetReader(workbook, shared, bounds.requireShort);
  for await (const xml of read(workbook, sheet)) {
    for (const cells of reader.write(xml)) {
      const row = bounds.take(cells);
      if (row !== null) yield row;
    }
  }
}

async function* read({ zip, entries }: Workbook, name: string): AsyncGenerator<string> {
  const entry = entries.get(name.toLowerCase());
  if (entry === undefined) throw new Unreadable(BROKEN);
  const decoder = new TextDecoder();
  for await (const part of await zip.openReadStreamPromise(entry))
    yield decoder.decode(part as Buffer, { stream: true });
}

type Attributes = Record<string, string>;

const DEEPEST = 50;
const MOST_ATTRIBUTES = 100;

/** The library looks at all open elements for each that is opened, and keeps all attributes of one: neither is without an end here. */
function createParser(
  workbook: Workbook,
  on: {
    open: (tag: string, attributes: Attributes) => void;
    text?: (part: string) => void;
    close?: (tag: string) => void;
  },
): Parser {
  let depth = 0;
  let attributes = 0;
  const requireFew = (count: number, most: number) => {
    if (count > most) throw new Unreadable(BROKEN);
  };
  return new Parser(
    {
      onattribute: () => {
        attributes += 1;
        requireFew(attributes, MOST_ATTRIBUTES);
      },
      onopentag: (name, given) => {
        depth += 1;
        requireFew(depth, DEEPEST);
        workbook.left -= 1;
        if (workbook.left < 0)
          throw new Unreadable('This XLSX file has too many cells. Save the list as CSV.');
        attributes = 0;
        on.open(local(name), given);
      },
      ontext: (part) => on.text?.(part),
      onclosetag: (name) => {
        depth -= 1;
        on.close?.(local(name));
      },
    },
    { xmlMode: true },
  );
}

/** Whatever prefix the program that wrote it uses. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

async function eachTag(
  workbook: Workbook,
  name: string,
  seen: (tag: string, attributes: Attributes) => void,
): Promise<void> {
  const parser = createParser(workbook, { open: seen });
  for await (const xml of read(workbook, name)) parser.write(xml);
  parser.end();
}

async function findSheet(workbook: Workbook): Promise<string> {
  const visible: string[] = [];
  await eachTag(workbook, 'xl/workbook.xml', (tag, attributes) => {
    if (tag === 'sheet' && (attributes.state ?? 'visible') === 'visible')
      visible.push(
        attributes['r:id'] ?? Object.entries(attributes).find(([key]) => local(key) === 'id')?.[1] ?? '',
      );
  });
  let target: string | undefined;
  await eachTag(workbook, 'xl/_rels/workbook.xml.rels', (tag, attributes) => {
    if (tag === 'Relationship' && attributes.Id === visible[0]) target = attributes.Target;
  });
  if (target === undefined) throw new Unreadable(BROKEN);
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function readShared(workbook: Workbook): Promise<string[]> {
  const entry = workbook.entries.get('xl/sharedstrings.xml');
  if (entry === undefined) return [];
  if (entry.uncompressedSize > MOST_SHARED)
    throw new Unreadable('This XLSX file has too much text. Save the list as CSV.');
  const shared: string[] = [];
  const bounds = createBounds();
  let text = '';
  let isText = false;
  let isReading = false;
  const parser = createParser(workbook, {
    open: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') isReading = true;
      else if (tag === 't') isText = !isReading;
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (tag) => {
      if (tag === 't') isText = false;
      else if (tag === 'rPh') isReading = false;
      else if (tag === 'si') {
        bounds.requireShort(text);
        shared.push(unescaped(text));
      }
    },
  });
  for await (const xml of read(workbook, 'xl/sharedStrings.xml')) parser.write(xml);
  parser.end();
  return shared;
}

/** Gives the rows that are complete after each piece of a sheet. */
function createSheetReader(workbook: Workbook, shared: string[], requireShort: (text: string) => void) {
  let rows: string[][] = [];
  let row: string[] = [];
  let column = -1;
  let type = '';
  let text = '';
  let isText = false;
  let isReading = false;
  const parser = createParser(workbook, {
    open: (tag, attributes) => {
      if (tag === 'row') {
        row = [];
        column = -1;
      } else if (tag === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        type = attributes.t ?? 'n';
        text = '';
      } else if (tag === 'rPh') isReading = true;
      else if (tag === 'v' || tag === 't') isText = !isReading;
    },
    text: (part) => {
      if (!isText) return;
      text += part;
      requireShort(text);
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') isText = false;
      else if (tag === 'rPh') isReading = false;
      else if (tag === 'c') {
        const value = textOf(type, text, shared);
        if (value === '') return;
        // One beyond all that are read, so that the row is refused.
        const at = Math.min(column, MOST_KEPT);
        while (row.length < at) row.push('');
        row[at] = value;
      } else if (tag === 'row') rows.push(row);
    },
  });
  return {
    write(xml: string): string[][] {
      parser.write(xml);
      const complete = rows;
      rows = [];
      return complete;
    },
  };
}

const MOST_KEPT = 1000;
const LETTERS = /^[A-Za-z]{1,3}/;

/** 0 for A1. */
function columnOf(reference: string): number {
  const letters = LETTERS.exec(reference)?.[0].toUpperCase() ?? '';
  if (letters === '') throw new Unreadable(BROKEN);
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf(type: string, text: string, shared: string[]): string {
  if (type === 's') return shared[Number(text)] ?? '';
  if (type === 'n' || type === '') return numberOf(text);
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  // An error, such as #REF!, is no value.
  if (type === 'e') return '';
  return unescaped(text);
}

/** A phone number that was entered as a number may be stored as 2.125550123E9. */
function numberOf(text: string): string {
  const number = Number(text);
  return text !== '' && Number.isSafeInteger(number) ? String(number) : text;
}

/** How XLSX writes characters that XML can't have. */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}
