import { CandidateFields } from '../../../../contract/candidates.ts';
import type { ImportField } from '../../../../contract/imports.ts';
import { readable } from '../../../../contract/name.ts';
import { MOST_TAGS_EACH } from '../../../../contract/primitives.ts';
import { readPhone } from './read-phone.ts';

/** Which cell has which field. */
export type ColumnOf = Partial<Record<ImportField, number>>;

/** What a row says of a person; nothing about what it leaves empty. */
export interface ReadFields {
  firstName?: string;
  lastName?: string;
  email?: string;
  city?: string;
  zipCode?: string;
  jobTitle?: string;
  timezone?: string;
  tags?: string[];
}

export type ReadRow =
  | { phoneNumber: string; fields: ReadFields; reason: null }
  | { phoneNumber: null; fields: null; reason: string };

/** What exports write where there is nothing. */
const NOTHING = new Set([
  '-',
  '–',
  '—',
  'n/a',
  '#n/a',
  'na',
  'null',
  'none',
  '(none)',
  '(blank)',
  'undefined',
  '?',
]);

const refused = (reason: string): ReadRow => ({ phoneNumber: null, fields: null, reason });

/** A row by the rules for what people enter, or the sentence that says which one it breaks. */
export function readRow(cells: string[], columns: ColumnOf, country: string): ReadRow {
  const cellOf = (field: ImportField): string => {
    const column = columns[field];
    const cell = readable(column === undefined ? '' : (cells[column] ?? '')).trim();
    return NOTHING.has(cell.toLowerCase()) ? '' : unquoted(cell);
  };
  const phone = cellOf('phoneNumber');
  if (phone === '') return refused('The phone number is missing');
  const phoneNumber = readPhone(phone, country);
  if (phoneNumber === null) return refused("The phone number isn't valid");
  const tags = tagsOf(cellOf('tags'));
  const given = {
    ...nameOf(cellOf('name')),
    ...filled({
      firstName: cellOf('firstName'),
      lastName: cellOf('lastName'),
      email: cellOf('email'),
      city: cellOf('city'),
      zipCode: zipCodeOf(cellOf('zipCode')),
      jobTitle: cellOf('jobTitle'),
      timezone: cellOf('timezone'),
    }),
    ...(tags.length === 0 ? {} : { tags }),
  };
  const { success, data, error } = Entered.safeParse(given);
  if (!success) return refused(error.issues[0]?.message ?? 'Something in this row is invalid');
  return { phoneNumber, fields: data as ReadFields, reason: null };
}

/** The same rules as for a person who types it. */
const Entered = CandidateFields.omit({ phoneNumber: true, externalIds: true }).partial();

/** Our own exports write an apostrophe before what a spreadsheet would take for a formula. */
function unquoted(cell: string): string {
  return cell.replace(/^'(?=\s*[=+\-@])/, '');
}

function filled<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>;
}

/** "Lopez, Maria" and "Maria Lopez". */
function nameOf(name: string): ReadFields {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim());
  if (first !== '' && more.length === 0) return filled({ firstName: first, lastName: last });
  const [firstName = '', ...rest] = name.split(/\s+/);
  return filled({ firstName, lastName: rest.join(' ') });
}

/** Spreadsheets take the zeros at its beginning away. Postal codes of other countries are left out. */
function zipCodeOf(cell: string): string {
  const zipCode = cell.replace(/\.0$/, '').replace(/^\d{3,4}$/, (digits) => digits.padStart(5, '0'));
  return /^\d{5}(-\d{4})?$/.test(zipCode) ? zipCode : '';
}

function tagsOf(cell: string): string[] {
  const tags = cell
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return addTags([], tags);
}

/** Each once, in upper or lower case. Those that someone has come first; nothing is added beyond the most they can have. */
export function addTags(existing: string[], added: string[]): string[] {
  const seen = new Set(existing.map((tag) => tag.toLowerCase()));
  const isNew = (tag: string) => !seen.has(tag.toLowerCase()) && Boolean(seen.add(tag.toLowerCase()));
  return [...existing, ...added.filter(isNew)].slice(0, Math.max(MOST_TAGS_EACH, existing.length));
}
