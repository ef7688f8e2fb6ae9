import type { CheckedText } from './checked-text.ts';
import type { LintFinding } from './finding.ts';

const MIN_WORDS = 25;
const HIGHEST = 9;
const COLLEGE = 13;

export function findHardReading({ prose }: CheckedText): LintFinding[] {
  const grade = readingGrade(prose);
  if (grade === null || grade <= HIGHEST) return [];
  return [
    {
      rule: 'grade',
      owner: 'practice',
      sentence: `Reads at ${grade < COLLEGE ? `grade ${grade}` : 'college level'}. Shorter sentences help.`,
      range: null,
      fix: null,
    },
  ];
}

/** The school grade by Flesch and Kincaid. Null for a text that is too short to tell. */
export function readingGrade(text: string): number | null {
  const words = text.match(/\p{L}[\p{L}'’]*/gu) ?? [];
  if (words.length < MIN_WORDS) return null;
  const sentences = text
    .split(/(?<![.!?])[.!?]+(?:\s|$)|\n+/)
    .filter((sentence) => /\p{L}/u.test(sentence)).length;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return Math.round((0.39 * words.length) / sentences + (11.8 * syllables) / words.length - 15.59);
}

/** Groups of vowels, except those that are silent at the end. */
function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  if (letters.length <= 3) return 1;
  const spoken = letters.replace(/(?:[^laeiouy]es|[^dt]ed|[^laeiouy]e)$/, '').replace(/^y/, '');
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}
