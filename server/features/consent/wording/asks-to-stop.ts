import { CHINESE } from './chinese.ts';
import { clausesOf, splitAtConnectors } from './clauses.ts';
import { ENGLISH } from './english.ts';
import { fits, framesOf } from './frames.ts';
import { FRENCH } from './french.ts';
import { NAMES, VOCATIVES } from './names.ts';
import { PORTUGUESE } from './portuguese.ts';
import { FOOTER_TRIED, ownWordsOf } from './set-aside.ts';
import { SPANISH } from './spanish.ts';
import { Spelling } from './spelling.ts';
import { TAGALOG } from './tagalog.ts';
import { VIETNAMESE } from './vietnamese.ts';
import { lexiconOf, rolesOf, type Vocabulary } from './vocabulary.ts';

const english = languageOf(ENGLISH);
type Language = typeof english;
/** Languages by words that show that a text may be in them. */
const SIGNS = new Map<string, Language[]>();
for (const vocabulary of [SPANISH, FRENCH, PORTUGUESE, VIETNAMESE, TAGALOG, CHINESE]) {
  const language = languageOf(vocabulary);
  for (const word of language.lexicon.known)
    if (!english.lexicon.known.has(word)) SIGNS.set(word, [...(SIGNS.get(word) ?? []), language]);
}

function languageOf(vocabulary: Vocabulary) {
  const lexicon = lexiconOf(vocabulary, { soft: VOCATIVES, name: NAMES });
  return { lexicon, spelling: new Spelling(lexicon) };
}

/**
 * Wordings that a reasonable person could mean as "stop texting me". They hold a conversation for a person to judge, so
 * they may err towards holding, but not on the talk of every day.
 */
export function asksToStop(plain: string): boolean {
  if (FOOTER_TRIED.test(plain)) return true;
  const own = ownWordsOf(plain);
  const clauses = clausesOf(own);
  if (clauses.length === 0) return STOP_SIGNS.test(own);
  const read = clauses.map(inEachLanguage);
  const text = read.flat(2);
  const asking = FRAMES.asking.filter((frame) => text.some((clause) => fits(frame, clause, text)));
  if (asking.length === 0) return false;
  const meant = read.flatMap((languages) => withoutLicensed(languages, text));
  return asking.some((frame) => meant.some((clause) => fits(frame, clause, text)));
}

const STOP_SIGNS = /\u{1f6d1}|\u{1f6ab}/u;

const FRAMES = framesOf();

/** A clause as roles, in parts, in each language that its words may be of. */
function inEachLanguage(words: string[]): string[][] {
  const languages = new Set([english]);
  for (const word of words) for (const language of SIGNS.get(word) ?? []) languages.add(language);
  return [...languages].map(({ lexicon, spelling }) =>
    splitAtConnectors(words, lexicon).map((part) => rolesOf(spelling.correct(part), lexicon)),
  );
}

/** A clause is of the language in which it asks for nothing. */
function withoutLicensed(languages: string[][], text: string[]): string[] {
  const left = languages.map((parts) =>
    parts.filter((part) => !FRAMES.nothing.some((frame) => fits(frame, part, text))),
  );
  const fitting = left.filter((parts, index) => parts.length < (languages[index]?.length ?? 0));
  return (fitting.length > 0 ? fitting : languages).flat();
}
