import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import { EXPORT_VERSION, ExportManifest } from '../../../../contract/account-exports.ts';
import { parseBoundedJson, TooComplex } from '../../../bounded-json.ts';
import type { Noun } from '../nouns/noun.ts';
import { NOUNS, PORTABLE } from '../nouns/nouns.ts';
import { linesOf, readRecord, type Values } from './read-records.ts';
import { Unreadable } from './unreadable.ts';

const MOST_ENTRIES = 100_000;
const MOST_UNPACKED = 8_000_000_000;
/** Texts and ids pack to a tenth. Far more is made to fill a disk. */
const MOST_PACKED = 200;
const SMALL = 10_000_000;
const MOST_OF_MANIFEST = 30_000_000;
const MOST_RECORDS = 5_000_000;
/** More than a carrier or an upload brings. */
const MOST_OF_MEDIA = 30_000_000;

const MANIFEST = 'manifest.json';
const MEDIA = /^media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const KNOWN = new Set(NOUNS.flatMap(({ name }) => [`${name}.jsonl`, `csv/${name}.csv`]));
const BROKEN = "This file isn't an export of Hiretext, or it's damaged. Export again, and import that file.";
const TOO_LARGE = 'Unpacked, this file is far too large.';

type Listed = ExportManifest['files'][number];

/** An export whose list of files is known to be whole. What is in them is checked as it's read. */
export interface Archive {
  manifest: ExportManifest;
  manifestHash: string;
  mediaIds: string[];
  /** Of a noun that an import reads, some at a time. Throws at the end if it isn't what the manifest says. */
  records(noun: Noun): AsyncGenerator<Values[]>;
  /** Throws if it isn't what the manifest says. */
  media(id: string): Promise<Buffer>;
}

export async function readArchive(zip: ZipFile): Promise<Archive> {
  const entries = await guarded(() => listEntries(zip));
  const open = (entry: Entry) => guarded(() => zip.openReadStreamPromise(entry));
  const { manifest, manifestHash } = await readManifest(entries, open);
  const listed = requireWhole(manifest, entries);

  async function* checked(path: string): AsyncGenerator<Buffer> {
    const [file, entry] = [listed.get(path), entries.get(path)];
    if (file === undefined || entry === undefined) throw new Unreadable(BROKEN);
    const hash = createHash('sha256');
    for await (const chunk of await open(entry)) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
    if (hash.digest('hex') !== file.sha256)
      throw new Unreadable(`${path} was changed after the export. Nothing was imported.`);
  }

  return {
    manifest,
    manifestHash,
    mediaIds: [...listed.keys()].flatMap((path) => MEDIA.exec(path)?.[1] ?? []),
    async *records(noun) {
      const path = `${noun.name}.jsonl`;
      let count = 0;
      for await (const lines of unzipping(linesOf(checked(path)))) {
        count += lines.length;
        yield lines.map((line) => readRecord(noun, line));
      }
      if (count !== listed.get(path)?.count) throw new Unreadable(BROKEN);
    },
    media: async (id) => {
      const chunks: Buffer[] = [];
      for await (const chunk of unzipping(checked(`media/${id}`))) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES)
    throw new Unreadable('This export has too many files. Contact us from the Support tab.');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    unpacked += uncompressedSize;
    const isKnown = fileName === MANIFEST || KNOWN.has(fileName) || MEDIA.test(fileName);
    if (!isKnown || entries.has(fileName)) throw new Unreadable(BROKEN);
    const isTooLarge = fileName.startsWith('media/') && uncompressedSize > MOST_OF_MEDIA;
    if (unpacked > MOST_UNPACKED || isBomb(uncompressedSize, compressedSize) || isTooLarge)
      throw new Unreadable(TOO_LARGE);
    entries.set(fileName, entry);
  }
  // Many small ones add up, and some may share their bytes.
  if (isBomb(unpacked, zip.fileSize)) throw new Unreadable(TOO_LARGE);
  return entries;
}

const isBomb = (unpacked: number, packed: number) => unpacked > SMALL && unpacked > packed * MOST_PACKED;

async function readManifest(
  entries: Map<string, Entry>,
  open: (entry: Entry) => Promise<NodeJS.ReadableStream>,
): Promise<Pick<Archive, 'manifest' | 'manifestHash'>> {
  const entry = entries.get(MANIFEST);
  if (entry === undefined || entry.uncompressedSize > MOST_OF_MANIFEST) throw new Unreadable(BROKEN);
  const bytes = await guarded(async () => buffer(await open(entry)));
  const manifest = ExportManifest.safeParse(parseManifest(String(bytes)));
  if (!manifest.success) throw new Unreadable(BROKEN);
  if (manifest.data.version !== EXPORT_VERSION)
    throw new Unreadable(
      `This export has version ${manifest.data.version}, and this Hiretext reads version ${EXPORT_VERSION}.`,
    );
  return { manifest: manifest.data, manifestHash: createHash('sha256').update(bytes).digest('hex') };
}

function parseManifest(text: string): unknown {
  try {
    return parseBoundedJson(text, 10 * MOST_ENTRIES);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooComplex) return null;
    throw error;
  }
}

/** Every file is in the list and every line of the list is a file, of the size that it says. */
function requireWhole({ files }: ExportManifest, entries: Map<string, Entry>): Map<string, Listed> {
  const listed = new Map(files.map((file) => [file.path, file]));
  const isSame =
    listed.size === files.length &&
    entries.size === files.length + 1 &&
    files.every(({ path, bytes }) => entries.get(path)?.uncompressedSize === bytes);
  if (!isSame) throw new Unreadable(BROKEN);
  if (!listed.has('media.jsonl'))
    throw new Unreadable('This export has no texts and no media, because its API key could not read them.');
  if (PORTABLE.some(({ name }) => !listed.has(`${name}.jsonl`))) throw new Unreadable(BROKEN);
  if (PORTABLE.reduce((sum, { name }) => sum + (listed.get(`${name}.jsonl`)?.count ?? 0), 0) > MOST_RECORDS)
    throw new Unreadable('This export has too many records. Contact us from the Support tab.');
  return listed;
}

/** What yauzl and zlib throw is about the file. */
function asUnreadable(error: unknown): unknown {
  const isOfZip =
    error instanceof Error &&
    !(error instanceof Unreadable) &&
    (error.constructor === Error ||
      error instanceof RangeError ||
      ('errno' in error && !('syscall' in error)));
  return isOfZip ? new Unreadable(BROKEN) : error;
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asUnreadable(error);
  }
}

async function* unzipping<T>(content: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* content;
  } catch (error) {
    throw asUnreadable(error);
  }
}
