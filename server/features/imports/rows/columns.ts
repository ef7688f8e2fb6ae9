import type { ImportField, ImportMapping } from '../../../../contract/imports.ts';
import { fold } from '../../../fold.ts';
import { readPhone } from './read-phone.ts';

/** How lists call these fields, in lower case without spaces and marks; the better ones first. */
const NAMES: Record<ImportField, string[]> = {
  phoneNumber: (
    'mobilephone mobilephonenumber mobilenumber mobile cellphone cellphonenumber cellnumber cell phonemobile textnumber sms ' +
    'phonenumber phone primaryphone primaryphonenumber phone1 contactnumber contactphone telephone telephonenumber tel number ' +
    'phonenumberformatted homephone phonehome workphone phonework otherphone phone2 msisdn from recipient'
  ).split(' '),
  firstName:
    'firstname first givenname forename fname preferredname candidatefirstname contactfirstname'.split(' '),
  lastName: 'lastname last surname familyname lname candidatelastname contactlastname'.split(' '),
  name: 'name fullname candidatename candidate contactname contact applicantname applicant displayname person'.split(
    ' ',
  ),
  email:
    'email emailaddress primaryemail email1 personalemail mail workemail candidateemail contactemail emailprimary'.split(
      ' ',
    ),
  city: 'city town homecity currentcity addresscity citytown location locality candidatecity'.split(' '),
  zipCode: 'zipcode zip zip5 postalcode postcode postal homezip candidatezip'.split(' '),
  jobTitle:
    'jobtitle title position currenttitle currentposition currentjobtitle occupation role job jobname profession'.split(
      ' ',
    ),
  timezone: 'timezone tz'.split(' '),
  tags: 'tags tag labels label groups group lists skills keywords categories'.split(' '),
};

const FIELDS = Object.keys(NAMES) as ImportField[];

const plain = (name: string) => fold(name).replace(/[^\p{L}\p{N}]/gu, '');

/** A, B ... Z, AA. */
function letterOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last;
}

const MOST_OF_A_NAME = 200;

/** Each column has another name: "Phone", "Phone (2)", or "Column C". */
export function namesOf(cells: string[], width: number): string[] {
  const given = new Set<string>();
  return Array.from({ length: width }, (_, column) => {
    const cell = (cells[column] ?? '').replace(/\s+/g, ' ').trim().slice(0, MOST_OF_A_NAME);
    const name = cell || `Column ${letterOf(column)}`;
    let unique = name;
    for (let count = 2; given.has(unique); count += 1) unique = `${name} (${count})`;
    given.add(unique);
    return unique;
  });
}

/** Whether the first row is someone already: names of columns have no phone number. */
export function isSomeone(cells: string[], country?: string): boolean {
  return cells.some((cell) => readPhone(cell, country) !== null);
}

/** The field of each column, by its name; without a known name, phone numbers and emails by what is in the rows. */
export function mappingFor(columns: string[], rows: string[][], country?: string): ImportMapping {
  const found = new Map<string, ImportField>();
  for (const field of FIELDS) {
    const best = NAMES[field]
      .map((name) => columns.find((column) => plain(column) === name && !found.has(column)))
      .find((column) => column !== undefined);
    if (best !== undefined) found.set(best, field);
  }
  byContent('phoneNumber', (cell) => readPhone(cell, country) !== null);
  byContent('email', (cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim()));
  // "Name" beside "First name" is the same again.
  const fields = new Set(found.values());
  return Object.fromEntries(
    columns.map((column) => {
      const field = found.get(column) ?? null;
      return [column, field === 'name' && fields.has('firstName') ? null : field];
    }),
  );

  function byContent(field: ImportField, isOne: (cell: string) => boolean): void {
    if ([...found.values()].includes(field)) return;
    const column = columns.find((name, at) => {
      const filled = rows.map((cells) => cells[at] ?? '').filter((cell) => cell.trim() !== '');
      return !found.has(name) && filled.length > 0 && filled.filter(isOne).length * 2 > filled.length;
    });
    if (column !== undefined) found.set(column, field);
  }
}
