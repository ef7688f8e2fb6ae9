import { fold } from '../../../fold.ts';

/*
 * The words of a text, as they are kept and as they are looked for. Scripts that put no spaces between words are cut into pairs of
 * characters: any part of a sentence is found by its pairs.
 */

/** More of what was typed isn't looked up. */
const MAX_TERMS = 20;
const MAX_TERM_LENGTH = 60;
/** A single letter is only looked for as a word: it begins too many others. */
const MIN_BEGINNING = 2;
/** Of a phone number; fewer digits are ordinary words. */
const MIN_DIGITS = 4;

const TOKEN = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;
const UNSPACED_SCRIPTS =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
/** A character of those with its marks, or what lies between such characters. */
const PARTS = new RegExp(`[${UNSPACED_SCRIPTS}]\\p{M}*|[^${UNSPACED_SCRIPTS}]+`, 'gu');
const PHONE = /\d[\d\s().-]{5,18}\d/g;
const MOST_DIGITS = 15;
const LOCAL_DIGITS = 7;

interface Piece {
  start: number;
  end: number;
  words: string[];
  /** A character of an unspaced script. */
  isUnspaced: boolean;
}

/** In order, of the text. */
function piecesOf(text: string): Piece[] {
  return [...text.matchAll(TOKEN)].flatMap(({ index, 0: token }): Piece[] => {
    if (!UNSPACED.test(token)) return [pieceAt(index, token, false)];
    return [...token.matchAll(PARTS)].map(({ index: start, 0: part }) =>
      pieceAt(index + start, part, UNSPACED.test(part)),
    );
  });
}

const pieceAt = (start: number, token: string, isUnspaced: boolean): Piece => ({
  start,
  end: start + token.length,
  words: [...fold(token).matchAll(WORD)].map(([word]) => word.slice(0, MAX_TERM_LENGTH)),
  isUnspaced,
});

/** An unspaced character with the one after it. */
function pairAt(pieces: Piece[], index: number): string {
  const [piece, next] = [pieces[index], pieces[index + 1]];
  const follows = next?.isUnspaced && next.start === piece?.end;
  return `${piece?.words.join('') ?? ''}${follows ? next.words.join('') : ''}`;
}

/** As people dial it at home. */
function digitsOf(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** What a phone number is found by: all of it, and the number without its area code. */
function phoneTermsOf(phone: string): string[] {
  const digits = digitsOf(phone);
  if (digits.length < LOCAL_DIGITS || digits.length > MOST_DIGITS) return [];
  return [...new Set([digits, digits.slice(-LOCAL_DIGITS)])];
}

/** All terms by which a text is found. */
export function wordsOfText(text: string): string[] {
  const pieces = piecesOf(text);
  return [
    ...new Set([
      ...pieces.flatMap((piece, index) => (piece.isUnspaced ? [pairAt(pieces, index)] : piece.words)),
      ...[...text.matchAll(PHONE)].flatMap(([phone]) => phoneTermsOf(phone)),
    ]),
  ].filter((word) => word !== '');
}

interface WantedTerm {
  term: string;
  /** Also finds what begins with it. */
  begins: boolean;
}

/** What a text must have to be found. */
export interface Wanted {
  /** All of them. */
  terms: WantedTerm[];
  /** Or else a phone number that begins with these. */
  digits: string | null;
}

/** What a person typed. Null: no words. */
export function wantedOf(typed: string): Wanted | null {
  const pieces = piecesOf(typed);
  const terms = pieces.flatMap((piece, index): WantedTerm[] => {
    if (!piece.isUnspaced)
      return piece.words.map((term) => ({ term, begins: [...term].length >= MIN_BEGINNING }));
    const term = pairAt(pieces, index);
    const isLast = term === piece.words.join('');
    const before = pieces[index - 1];
    // The last of several is in the pair before it.
    if (isLast && before?.isUnspaced && before.end === piece.start) return [];
    return [{ term, begins: isLast }];
  });
  const needed = terms.filter(
    ({ term, begins }, index) =>
      !terms.some(
        (other, at) =>
          at !== index &&
          (other.term === term
            ? at < index && other.begins === begins
            : begins && other.term.startsWith(term)),
      ),
  );
  if (needed.length === 0) return null;
  const digits = /^[\d\s().+-]+$/.test(typed) ? digitsOf(typed) : '';
  return {
    terms: needed.slice(0, MAX_TERMS),
    digits: digits.length >= MIN_DIGITS ? digits.slice(0, MOST_DIGITS) : null,
  };
}

interface Span {
  start: number;
  end: number;
}

/** Where the text has what was looked for, in order. */
function matchesIn(text: string, { terms, digits }: Wanted): Span[] {
  const isWanted = (word: string) =>
    terms.some(({ term, begins }) => word === term || (begins && word.startsWith(term)));
  const pieces = piecesOf(text);
  const spans: Span[] = pieces.flatMap((piece, index) => {
    if (!piece.isUnspaced) return piece.words.some(isWanted) ? [piece] : [];
    const pair = pairAt(pieces, index);
    if (!isWanted(pair)) return [];
    const isOne = terms.some(({ term }) => term === piece.words.join(''));
    return [{ start: piece.start, end: isOne ? piece.end : (pieces[index + 1]?.end ?? piece.end) }];
  });
  if (digits !== null)
    for (const { index, 0: phone } of text.matchAll(PHONE))
      if (phoneTermsOf(phone).some((term) => term.startsWith(digits)))
        spans.push({ start: index, end: index + phone.length });
  return spans.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

export interface SnippetPart {
  text: string;
  match: boolean;
}

const SNIPPET = 180;
/** Of what comes before the first match. */
const LEAD = 50;

/** What is shown of a text: the part around the first match, with all matches in it. */
export function snippetOf(text: string, wanted: Wanted | null): SnippetPart[] {
  const spans = wanted === null ? [] : matchesIn(text, wanted);
  const first = spans[0]?.start ?? 0;
  const isWhole = text.length <= SNIPPET;
  const from = isWhole || first <= LEAD ? 0 : wordStart(text, first - LEAD);
  const to = isWhole ? text.length : Math.min(text.length, wordEnd(text, from + SNIPPET));
  const parts: SnippetPart[] = [];
  const add = (part: string, match: boolean) => {
    if (part !== '') parts.push({ text: part, match });
  };
  add(from > 0 ? '…' : '', false);
  let at = from;
  for (const { start, end } of spans) {
    if (start < at || start >= to) continue;
    add(text.slice(at, start), false);
    add(text.slice(start, end), true);
    at = end;
  }
  add(text.slice(at, Math.max(at, to)), false);
  add(Math.max(at, to) < text.length ? '…' : '', false);
  return joined(parts);
}

function joined(parts: SnippetPart[]): SnippetPart[] {
  const all: SnippetPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.match === part.match) last.text += part.text;
    else all.push({ ...part });
  }
  return all;
}

/** Not within a word where there is a space nearby, and never within a character. */
const NEARBY = 20;
function wordStart(text: string, index: number): number {
  const space = text.slice(index, index + NEARBY).search(/\s/);
  return space < 0 ? characterStart(text, index) : index + space + 1;
}
function wordEnd(text: string, index: number): number {
  const space = text.slice(index - NEARBY, index).search(/\s\S*$/);
  return space < 0 ? characterStart(text, index) : index - NEARBY + space;
}
function characterStart(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}
