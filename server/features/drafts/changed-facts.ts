import { parseTemplate } from '../../../contract/render-template.ts';

/* What must be the same after a draft as before: drafters may reword it, but make nothing up and leave nothing out. */

/** What a fact is compared by, and how it was written. */
type Facts = Map<string, string>;

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>".,;:!?)\]]/gi;
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const TIME = /\b(\d{1,2})(?::(\d{2}))?\s*([ap])(?:\.\s?m\.|m\b)/gi;
const NUMBER = /[$€£]?\d[\d,]*(?:[.:/-]\d+)*%?/g;

const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** "one of them" and "may I" are no facts. */
const NOT_ALWAYS = new Set(['one', 'may', 'march']);
const DATE_WORDS = new Set([
  ...DAYS,
  ...MONTHS,
  ...NUMBER_WORDS,
  'today',
  'tonight',
  'tomorrow',
  'yesterday',
  'noon',
  'midnight',
]);

/** Capitalized without being a name. */
const NO_NAMES = new Set(
  'i do did does can could will would should is are was were this that there have has had how what when where which who why let for of on in at to by from with just see call text bring come meet not you your they he she i ok okay hi hello hey dear thanks thank you good great best regards sincerely the a an we our my your it if so and but or please sure yes no pm am sms id ceo hr rn lpn cdl pto asap faq usa us'.split(
    ' ',
  ),
);

/** Facts of `draft` that differ from its source: lost from `source`, or found neither in it nor in `context`. */
export function changedFacts({
  source,
  context,
  draft,
}: {
  /** The text that was rewritten; null when the draft was made from scratch. */
  source: string | null;
  /** Everything else that the drafter was given. */
  context: readonly string[];
  draft: string;
}): string[] {
  const before = factsOf(source ?? '');
  const known = [before, ...context.map(factsOf)];
  const after = factsOf(draft);
  const lost = [...before].filter(([key]) => !after.has(key));
  const added = [...after].filter(
    ([key]) => !known.some((facts) => facts.has(key)) && !isKnownWord(key, source, context),
  );
  return [...new Set([...lost, ...added].map(([, written]) => written))];
}

/** A name may be at the start of a sentence in the source, where it isn't recognized as one. */
function isKnownWord(key: string, source: string | null, context: readonly string[]): boolean {
  if (!key.startsWith('name ')) return false;
  const word = key.slice('name '.length);
  return [source ?? '', ...context].some((text) => wordsOf(text).includes(word));
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? [];

function factsOf(text: string): Facts {
  const facts: Facts = new Map();
  let rest = '';
  for (const token of parseTemplate(text)) {
    if (token.kind === 'text') rest += token.text;
    else {
      facts.set(`attribute ${token.source.replace(/\s/g, '')}`, token.source);
      rest += '#';
    }
  }
  const take = (pattern: RegExp, keyOf: (...match: string[]) => string) => {
    rest = rest.replace(pattern, (...match: string[]) => {
      facts.set(keyOf(...match), (match[0] ?? '').trim());
      return '#';
    });
  };
  take(LINK, (link) => `link ${link.toLowerCase()}`);
  take(EMAIL, (email) => `email ${email.toLowerCase()}`);
  take(TIME, (_, hour, minutes, half) => `time ${Number(hour)}:${minutes ?? '00'}${half?.toLowerCase()}`);
  take(NUMBER, (number) => `number ${number.replaceAll(',', '')}`);
  for (const word of wordsOf(rest))
    if (DATE_WORDS.has(word) && !NOT_ALWAYS.has(word)) facts.set(factOfWord(word), word);
  for (const name of namesOf(rest)) facts.set(`name ${name.toLowerCase()}`, name);
  return facts;
}

/** "Two" and 2 are the same number. */
function factOfWord(word: string): string {
  const number = NUMBER_WORDS.indexOf(word);
  return number === -1 ? `date ${word}` : `number ${number}`;
}

/** Words with a capital that don't begin a sentence. */
function namesOf(text: string): string[] {
  return [...text.matchAll(/(?<=[\p{L}\p{M}#,;'’)&-] )\p{Lu}[\p{L}\p{M}'’-]*\p{L}/gu)]
    .map(([name]) => name.replace(/['’]s$/, ''))
    .filter((name) => {
      const word = name.toLowerCase();
      return (
        !NO_NAMES.has(word) &&
        !DATE_WORDS.has(word) &&
        !/^\p{Lu}['’]|n['’]t$|['’](?:ll|re|ve|d|m)$/u.test(name)
      );
    });
}
