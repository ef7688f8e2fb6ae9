/* What a text means, as far as a program can tell. */

const ENGLISH = new Set(
  (
    'the and of to for with that who our you your we they their them is are or by at on in from this when can will ' +
    'about have has not be it as an'
  ).split(' '),
);

/** Text with too few words to tell counts as English. */
export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < 8) return true;
  return words.filter((word) => ENGLISH.has(word)).length / words.length > 0.06;
}

export const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s/);

const NEGATED = /\b(?:not|never|no|nor|without|neither|none)\b|n['’]t\b/i;

/** The words of a pattern where a sentence has them and does not deny them. */
export function phraseIn(text: string, pattern: RegExp): string | null {
  for (const sentence of sentencesOf(text)) {
    const found = pattern.exec(sentence);
    if (found !== null && !NEGATED.test(sentence)) return found[0];
  }
  return null;
}
