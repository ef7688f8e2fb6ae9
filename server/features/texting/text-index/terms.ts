import type { Wanted } from './words.ts';

/* The keys of the index. All begin with their bucket, so that it is read bucket by bucket. */

/** Of no word: words have no slash. */
const ANY = '/';
const ATTACHMENT = '/a';
const FAILED = '/f';
/** Enough of an ID that hardly two are alike; who it really is, is looked at afterwards. */
const personTerm = (id: string) => `/p${id.slice(-12)}`;

export interface TextFacts {
  personId: string | null;
  hasAttachment: boolean;
  isFailed: boolean;
}

const inBucket = (bucketId: string) => `${BigInt(bucketId).toString(36)}:`;

/** All keys of a text, with a space between them. */
export function keysOf(bucketId: string, words: string[], facts: TextFacts): string {
  const terms = [
    ANY,
    ...words,
    ...(facts.hasAttachment ? [ATTACHMENT] : []),
    ...(facts.isFailed ? [FAILED] : []),
    ...(facts.personId === null ? [] : [personTerm(facts.personId)]),
  ];
  const bucket = inBucket(bucketId);
  return terms.map((term) => bucket + term).join(' ');
}

export interface Asked {
  wanted: Wanted | null;
  personId?: string | undefined;
  hasAttachment?: boolean | undefined;
  failed?: boolean | undefined;
}

/** What is looked for in a bucket, as PostgreSQL reads it. `false` asks for those without. */
export function keyQuery(bucketId: string, { wanted, personId, hasAttachment, failed }: Asked): string {
  const bucket = inBucket(bucketId);
  // Words and IDs have neither quotes nor backslashes.
  const key = (term: string, begins = false) => `'${bucket}${term}'${begins ? ':*' : ''}`;
  const all: string[] = [];
  if (wanted !== null) {
    const words = wanted.terms.map(({ term, begins }) => key(term, begins)).join(' & ');
    all.push(wanted.digits === null ? words : `(${words} | ${key(wanted.digits, true)})`);
  }
  if (personId !== undefined) all.push(key(personTerm(personId)));
  if (hasAttachment === true) all.push(key(ATTACHMENT));
  if (failed === true) all.push(key(FAILED));
  if (all.length === 0) all.push(key(ANY));
  if (hasAttachment === false) all.push(`!${key(ATTACHMENT)}`);
  if (failed === false) all.push(`!${key(FAILED)}`);
  return all.join(' & ');
}
