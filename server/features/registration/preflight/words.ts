/* What a text says, as far as a program can tell. */

const LEGAL_FORM =
  /\b(?:llc|l\.l\.c\.?|inc|incorporated|corp|corporation|co|company|ltd|limited|lp|llp|pllc|the)\b\.?/gi;

const normal = (name: string) =>
  name
    .toLowerCase()
    .replace(LEGAL_FORM, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const isSameName = (a: string, b: string) => normal(a) === normal(b);

export function sharesName(a: string, b: string): boolean {
  const words = normal(b).split(' ');
  return normal(a)
    .split(' ')
    .some((word) => word.length > 1 && words.includes(word));
}

/** As one name: "Acme" is not in "Acmeville". */
export const mentions = (text: string, name: string) => ` ${normal(text)} `.includes(` ${normal(name)} `);

const ENGLISH = new Set(
  (
    'the and of to for with that who our you your we they their them is are or by at on in from this when can will ' +
    'about have has not be it as an'
  ).split(' '),
);

/** Too few words to tell count as English. */
export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < 8) return true;
  return words.filter((word) => ENGLISH.has(word)).length / words.length > 0.06;
}

/** Hosts of links, with or without a scheme; not those of emails. */
const LINK =
  /(?<![@\w.-])(?:(https?):\/\/)?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24})(?![@\w-])(\/[^\s"”’<>)\]]*)?/gi;

interface Link {
  /** Lower case. */
  host: string;
  /** With https, unless it was written otherwise. */
  address: string;
  isInsecure: boolean;
}

export function linksIn(text: string): Link[] {
  return [...text.matchAll(LINK)].map(([, scheme = 'https', host = '', path = '']) => ({
    host: host.toLowerCase(),
    address: `${scheme.toLowerCase()}://${host.toLowerCase()}${path.replace(/[.,;:!?]+$/, '')}`,
    isInsecure: scheme.toLowerCase() === 'http',
  }));
}

export const isAmong = (host: string, list: string[]) =>
  list.some((each) => host === each || host.endsWith(`.${each}`));

export const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s/);

const NEGATED = /\b(?:not|never|no|nor|without|neither|none)\b|n['’]t\b/i;

/** The words of a pattern where a sentence says them and does not deny them. */
export function saidIn(text: string, pattern: RegExp): string | null {
  for (const sentence of sentencesOf(text)) {
    const found = pattern.exec(sentence);
    if (found !== null && !NEGATED.test(sentence)) return found[0];
  }
  return null;
}
