import { CHINESE } from './chinese.ts';
import { clausesOf, splitAtConnectors } from './clauses.ts';
import { ENGLISH } from './english.ts';
import { fits, framesOf } from './frames.ts';
import { FRENCH } from './french.ts';
import { NAMES, STOPS, VOCATIVES } from './names.ts';
import { PORTUGUESE } from './portuguese.ts';
import { FOOTER_TRIED, ownWordsOf } from './set-aside.ts';
import { SPANISH } from './spanish.ts';
import { Spelling } from './spelling.ts';
import { TAGALOG } from './tagalog.ts';
import { VIETNAMESE } from './vietnamese.ts';
import { lexiconOf, rolesOf, type Vocabulary } from './vocabulary.ts';

type Language = ReturnType<typeof languageOf>;
type Made = ReturnType<typeof make>;

/** Made when the first text comes: a node that reads none is spared 20 MB. */
let made: Made | undefined;

function make() {
  const english = languageOf(ENGLISH);
  /** Languages by words that show that a text may be in them. */
  const signs = new Map<string, Language[]>();
  for (const vocabulary of [SPANISH, FRENCH, PORTUGUESE, VIETNAMESE, TAGALOG, CHINESE]) {
    const language = languageOf(vocabulary);
    for (const word of language.lexicon.known)
      if (!english.lexicon.known.has(word)) signs.set(word, [...(signs.get(word) ?? []), language]);
  }
  return { english, signs, frames: framesOf() };
}

function languageOf(vocabulary: Vocabulary) {
  const lexicon = lexiconOf(vocabulary, { soft: VOCATIVES, name: NAMES, ordinary: STOPS });
  return { lexicon, spelling: new Spelling(lexicon) };
}

/**
 * Wordings that a reasonable person could mean as "stop texting me". They hold a conversation for a person to judge, so
 * they may err toward holding, but not on the talk of every day.
 */
export function asksToStop(plain: string): boolean {
  if (FOOTER_TRIED.test(plain)) return true;
  const own = ownWordsOf(plain);
  const clauses = clausesOf(own);
  if (clauses.length === 0) return STOP_SIGNS.test(own);
  made ??= make();
  const { frames, ...languages } = made;
  const read = clauses.map((words) => inEachLanguage(words, languages));
  const text = [...new Set(read.flat(2))];
  const asked = frames.asking.filter((frame) => text.some((clause) => fits(frame, clause, text)));
  if (asked.length === 0) return false;
  const meant = read.flatMap((readings) =>
    withoutLicensed(readings, (clause) => frames.nothing.some((frame) => fits(frame, clause, text))),
  );
  return asked.some((frame) => meant.some((clause) => fits(frame, clause, text)));
}

const STOP_SIGNS = /\u{1f6d1}|\u{1f6ab}/u;

/** A clause as roles, in parts, in each language that its words may be of. */
function inEachLanguage(words: string[], { english, signs }: Omit<Made, 'frames'>): string[][] {
  const languages = new Set([english]);
  for (const word of words) for (const language of signs.get(word) ?? []) languages.add(language);
  return [...languages].map(({ lexicon, spelling }) =>
    splitAtConnectors(words, lexicon).map((part) => rolesOf(spelling.correct(part), lexicon)),
  );
}

/** What a clause may ask: it is of the language in which some of it is licensed, if there is one. */
function withoutLicensed(languages: string[][], isLicensed: (part: string) => boolean): string[] {
  const left = languages.map((parts) => parts.filter((part) => !isLicensed(part)));
  const fitting = left.filter((parts, index) => parts.length < (languages[index]?.length ?? 0));
  return (fitting.length > 0 ? fitting : languages).flat();
}
