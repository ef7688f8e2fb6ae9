import type { DraftTone } from '../../../../contract/drafts.ts';
import { lowered } from './commands.ts';

/** One of the versions of a phrase. */
export const pick = (versions: readonly string[], version: number): string =>
  versions[version % versions.length] ?? '';

type Greet = (name: string) => string;

const greetings: Record<'en' | 'es', Record<DraftTone, Greet[]>> = {
  en: {
    formal: [(name) => (name ? `Hello ${name},` : 'Hello,'), (name) => (name ? `Dear ${name},` : 'Hello,')],
    casual: [(name) => (name ? `Hi ${name},` : 'Hi,'), (name) => (name ? `Hi ${name}!` : 'Hi!')],
    friendly: [(name) => (name ? `Hey ${name}!` : 'Hey!'), (name) => (name ? `Hi ${name}!` : 'Hi!')],
  },
  es: {
    formal: [(name) => (name ? `Hola, ${name}:` : 'Hola:')],
    casual: [(name) => (name ? `Hola, ${name}.` : 'Hola.')],
    friendly: [(name) => (name ? `¡Hola, ${name}!` : '¡Hola!')],
  },
};

export function greet(
  tone: DraftTone,
  name: string,
  { version = 0, spanish = false, calm = false } = {},
): string {
  if (calm && tone !== 'formal') return greet('casual', name, { spanish });
  const versions = greetings[spanish ? 'es' : 'en'][tone];
  return versions[version % versions.length]?.(name) ?? '';
}

const LONG_FORMS: [RegExp, string][] = [
  [/\bcan't\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/g, ' not'],
  [/\b(i)'m\b/gi, '$1 am'],
  [/\b(you|we|they)'re\b/gi, '$1 are'],
  [/\b(i|you|we|they)'ve\b/gi, '$1 have'],
  [/\b(i|you|we|they|it|that|there)'ll\b/gi, '$1 will'],
  [/\b(i|you|we|they)'d\b/gi, '$1 would'],
  [/\b(it|that|there|what|here)'s\b/gi, '$1 is'],
  [/\blet's\b/gi, 'let us'],
  [/\bthanks\b/gi, 'thank you'],
  [/\bASAP\b/g, 'as soon as possible'],
  [/\b(?:yeah|yep|yup)\b/gi, 'yes'],
];
const SHORT_FORMS: [RegExp, string][] = [
  [/\bcannot\b/gi, "can't"],
  [/\bwill not\b/gi, "won't"],
  [/\b(do|does|did|is|are|was|were|would|could|should|have|has) not\b/gi, "$1n't"],
  [/\b(i) am\b/gi, "$1'm"],
  [/\b(you|we|they) are\b/gi, "$1're"],
  [/\b(i|you|we|they) have (?=(?:been|got|received|seen|sent|reviewed|moved)\b)/gi, "$1've "],
  [/\b(i|you|we|they) will\b/gi, "$1'll"],
  [/\b(it|that|there|here) is\b/gi, "$1's"],
  [/\bthank you\b(?! for| so| very)/gi, 'thanks'],
  [/\bregarding\b/gi, 'about'],
  [/\binquire\b/gi, 'ask'],
  [/\bprior to\b/gi, 'before'],
  [/\bat your earliest convenience\b/gi, 'when you get a chance'],
  [/\bplease do\b/gi, 'do'],
];

/** Capitals stay where they were. */
function replaceAll(text: string, forms: [RegExp, string][]): string {
  return forms.reduce(
    (result, [pattern, form]) =>
      result.replace(pattern, (match, ...groups) => {
        const word = form.replace('$1', String(groups[0]));
        return /^\p{Lu}(?!\p{Lu})/u.test(match) ? word[0]?.toUpperCase() + word.slice(1) : word;
      }),
    text,
  );
}

const EMOJI = /(?<!\s)\s*\p{Extended_Pictographic}\uFE0F?/gu;

/** `calm`: sad news has no exclamation marks or emoji in any tone. */
export function inTone(text: string, tone: DraftTone, { calm = false } = {}): string {
  const quiet = calm || tone === 'formal' ? text.replace(EMOJI, '').replace(/!+/g, '.') : text;
  if (tone === 'formal') return replaceAll(quiet, LONG_FORMS);
  const easy = replaceAll(quiet, SHORT_FORMS);
  return tone === 'friendly' && !calm ? easy.replace(/\.(?=\s*$)/, '!') : easy.replace(/!{2,}/g, '!');
}

/** What follows a greeting that ends in a comma goes on in small letters. A name can't, so it begins a sentence. */
export function after(greeting: string, text: string): string {
  if (greeting === '' || text === '') return greeting + text;
  const goesOn = lowered(text);
  const isSentence = !greeting.endsWith(',');
  if (isSentence) return `${greeting} ${(text[0] ?? '').toUpperCase()}${text.slice(1)}`;
  const begins = /^\p{Lu}/u.test(goesOn) && !/^I\b/.test(goesOn);
  return `${begins ? greeting.replace(/,$/, '.') : greeting} ${goesOn}`;
}
