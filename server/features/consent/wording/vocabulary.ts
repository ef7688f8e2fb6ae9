import { letterOf } from './roles.ts';

/** What a word does in a request. Frames are made of roles, so that they are the same in each language. */
export interface Vocabulary {
  /** Role to its words and phrases, with commas between. A word may have two roles; a key of two words reads a phrase as both in turn. */
  roles: Record<string, string>;
  /** What else words are to a frame or two. To every other frame they stay what they were. */
  kinds?: Record<string, string>;
  /** SMS spelling and contractions: word to the words it stands for. */
  spellings: Record<string, string>;
  /** Words of every day that look like a slip of a word above, and aren't. */
  ordinary: string;
  /** Words that join two clauses. */
  connectors: string;
}

interface Phrase {
  words: string[];
  letters: string;
}

/** A vocabulary made ready for look-ups. */
export interface Lexicon {
  /** By first word, longest first. */
  phrases: Map<string, Phrase[]>;
  spellings: Map<string, string[]>;
  known: Set<string>;
  connectors: Set<string>;
  /** Words whose slips are corrected. */
  correctable: string[];
}

/** Roles that ask for something or are asked about. Slips elsewhere change nothing. */
const CORRECTED = new Set(
  (
    'stop end optOut contact calling pester spam send contacted get want interested again number list remove removed removeMe wrong person ' +
    'consent revoke signed block report refusal legal tired enough nobody soft not'
  ).split(' '),
);

export function lexiconOf(vocabulary: Vocabulary, shared: Record<string, string>): Lexicon {
  const correctable = new Set<string>();
  const known = new Set(vocabulary.ordinary.split(' '));
  const rolesOfPhrases = new Map<string, string[]>();
  for (const roles of [vocabulary.roles, shared]) {
    // A language knows better than the words that all of them share.
    const taken = new Set(roles === shared ? rolesOfPhrases.keys() : []);
    for (const [role, entries] of Object.entries(roles)) {
      for (const words of phrasesIn(entries)) {
        const phrase = words.join(' ');
        if (!taken.has(phrase)) rolesOfPhrases.set(phrase, [...(rolesOfPhrases.get(phrase) ?? []), role]);
        for (const word of words) known.add(word);
        if (CORRECTED.has(role)) for (const word of words) correctable.add(word);
      }
    }
  }
  for (const [kind, entries] of Object.entries(vocabulary.kinds ?? {})) {
    for (const words of phrasesIn(entries)) {
      const phrase = words.join(' ');
      rolesOfPhrases.set(phrase, [...(rolesOfPhrases.get(phrase) ?? [noRoleOf(phrase)]), kind]);
      for (const word of words) known.add(word);
    }
  }
  const phrases = new Map<string, Phrase[]>();
  for (const [phrase, roles] of rolesOfPhrases) {
    const words = phrase.split(' ');
    const [first = ''] = words;
    phrases.set(first, [...(phrases.get(first) ?? []), { words, letters: lettersOf(phrase, roles) }]);
  }
  for (const same of phrases.values()) same.sort((one, other) => other.words.length - one.words.length);
  const spellings = new Map(
    Object.entries(vocabulary.spellings).map(([word, right]) => [word, right.split(' ')] as const),
  );
  return {
    phrases,
    spellings,
    known,
    connectors: new Set(vocabulary.connectors.split(' ')),
    correctable: [...correctable].filter((word) => word.length > 3),
  };
}

function phrasesIn(entries: string): string[][] {
  return entries
    .split(',')
    .map((entry) =>
      entry
        .replace(/\p{Script=Han}/gu, ' $& ')
        .split(' ')
        .filter(Boolean),
    )
    .filter((words) => words.length > 0);
}

function lettersOf(phrase: string, roles: string[]): string {
  const [role = ''] = roles;
  const distinct = [...new Set(roles)];
  if (distinct.length === 1)
    return role
      .split(' ')
      .map((each) => letterOf(each))
      .join('');
  if (distinct.some((each) => each.includes(' ')))
    throw new Error(`${phrase} is one word or two: ${distinct}`);
  return letterOf(...distinct);
}

const OTHER = 'x';
/** It may be somebody's: "not Anas number". */
const OTHER_S = 'xs';
// Known to the frames before any text is read.
for (const role of [OTHER, OTHER_S]) letterOf(role);

function noRoleOf(word: string): string {
  return word.endsWith('s') ? OTHER_S : OTHER;
}

/** The roles of a clause's words, a letter each. */
export function rolesOf(words: string[], lexicon: Lexicon): string {
  let roles = '';
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const found = lexicon.phrases.get(word)?.find((phrase) => isAt(words, at, phrase.words));
    roles += found?.letters ?? letterOf(noRoleOf(word));
    at += found?.words.length ?? 1;
  }
  return roles;
}

function isAt(words: string[], at: number, phrase: string[]): boolean {
  for (let index = 1; index < phrase.length; index += 1)
    if (words[at + index] !== phrase[index]) return false;
  return true;
}
