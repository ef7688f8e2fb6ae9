import { z } from 'zod';
import { Timezone } from '../../../../contract/primitives.ts';
import { WorkingDay } from '../../../../contract/time-offers.ts';
import { requireBounded, TooComplex } from '../../../bounded-json.ts';
import { fieldOf, type Noun } from '../nouns/noun.ts';
import { Unreadable } from './unreadable.ts';

/** By column. */
export type Values = Record<string, unknown>;

const MOST_OF_A_LINE = 2_000_000;
const MOST_OF_A_RECORD = 100_000;
/** Characters. The search takes no text that has more words than fit in here. */
const MOST_OF_A_TEXT = 50_000;
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

/** Columns that hold a moment or a day. PostgreSQL also knows "infinity", and years that JavaScript doesn't. */
export const TIME_COLUMN = /_(at|on|since|until)$/;
const Time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .refine((time) => !Number.isNaN(Date.parse(time)));
const OF_COLUMN: Record<string, z.ZodType> = {
  timezone: Timezone,
  days: z.array(WorkingDay),
  external_ids: z.record(z.string(), z.string()),
};

/** What the database would take, and the gate, a screen, or work that goes through all accounts would not. */
function requireGood(noun: Noun, column: string, value: unknown): void {
  const type = TIME_COLUMN.test(column) ? Time : OF_COLUMN[column];
  const isBad =
    (value !== null && type?.safeParse(value).success === false) ||
    (typeof value === 'string' && (value.length > MOST_OF_A_TEXT || isBadText(noun, column, value)));
  if (isBad) throw refused(noun, `has something else in “${fieldOf(column)}”`);
}

function isBadText({ table }: Noun, column: string, value: string): boolean {
  const isPhone = column === 'candidate_number' || (column === 'phone_number' && table !== 'users');
  const isHashed = table === 'consent_events' && HASHED.test(value);
  return isPhone
    ? !PHONE.test(value) && !isHashed
    : (column === 'url' || column === 'video_url') &&
        RUN_BY_BROWSERS.includes(URL.parse(value)?.protocol ?? '');
}

const refused = ({ name }: Pick<Noun, 'name'>, what: string) => new Unreadable(`${name}.jsonl ${what}.`);
