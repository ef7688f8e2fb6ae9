import { requireBounded, TooComplex } from '../../../bounded-json.ts';
import { fieldOf, type Noun } from '../nouns/noun.ts';
import { Unreadable } from './unreadable.ts';

/** By column. */
export type Values = Record<string, unknown>;

const MOST_OF_A_LINE = 2_000_000;
const MOST_OF_A_RECORD = 100_000;
const LINE_FEED = 0x0a;

/** Where JSON lines end: at no other character, whatever texts are in them. */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end >= 0) {
      const whole = Buffer.concat([...rest, chunk.subarray(0, end)]).toString();
      rest = [];
      length = 0;
      const lines = whole.split('\n');
      for (const line of lines) requireLength(line.length);
      yield lines;
    }
    const last = chunk.subarray(end + 1);
    rest.push(last);
    length += last.length;
    requireLength(length);
  }
  if (length > 0) throw new Unreadable('A file in the export ends in the middle of a line.');
}

function requireLength(length: number): void {
  if (length > MOST_OF_A_LINE) throw new Unreadable('A line in the export is far too long.');
}

/** One record, with the noun's fields and no others. */
export function readRecord(noun: Noun, line: string): Values {
  const record = parse(noun, line);
  const known = new Map(noun.columns.map((column) => [fieldOf(column), column]));
  const values: Values = {};
  for (const [field, value] of Object.entries(record)) {
    const column = known.get(field);
    if (column === undefined) throw refused(noun, `has an unknown field, “${field.slice(0, 50)}”`);
    requireGood(noun, column, value);
    values[column] = value;
  }
  return values;
}

function parse(noun: Noun, line: string): object {
  try {
    requireBounded(line, MOST_OF_A_RECORD);
    const record: unknown = JSON.parse(line);
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TooComplex)) throw error;
  }
  throw refused(noun, 'has a line that is no record');
}

const PHONE = /^\+[1-9]\d{6,14}$/;
/** What the history of consent has once a candidate is erased. */
const HASHED = /^#[A-Za-z0-9_-]{43}$/;
const RUN_BY_BROWSERS = ['javascript:', 'data:', 'vbscript:'];

/** What the database would take, and the gate or a screen would not. */
function requireGood({ name, table }: Noun, column: string, value: unknown): void {
  if (typeof value !== 'string') return;
  const isPhone = column === 'candidate_number' || (column === 'phone_number' && table !== 'users');
  const isHashed = table === 'consent_events' && HASHED.test(value);
  const isBad = isPhone
    ? !PHONE.test(value) && !isHashed
    : (column === 'url' || column === 'video_url') &&
      RUN_BY_BROWSERS.includes(URL.parse(value)?.protocol ?? '');
  if (isBad) throw refused({ name }, `has something else in “${fieldOf(column)}”`);
}

const refused = ({ name }: Pick<Noun, 'name'>, what: string) => new Unreadable(`${name}.jsonl ${what}.`);
