import { type CheckedText, replaceTyped } from './checked-text.ts';
import type { LintFinding } from './finding.ts';

/** "?!" is one question. Two emoji in a row are fine, three are a row. */
const REPEATED =
  /[!?]{2,}|\.{4,}|\${2,}|(?:\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic}){0,8} ?){3,}/gu;
const EMOJI = /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic}){0,8}/u;
const QUOTED = 12;

export function findRepeats(text: CheckedText): LintFinding[] {
  const runs = [...text.typed.matchAll(REPEATED)]
    .map((match) => ({ run: match[0].trimEnd(), from: match.index }))
    .filter(({ run }) => run !== '?!' && run !== '!?');
  const [first] = runs;
  if (!first) return [];
  const { run, from } = first;
  return [
    {
      rule: 'repeats',
      owner: 'practice',
      sentence: `“${run.length > QUOTED ? `${[...run].slice(0, 4).join('')}…` : run}” makes a text look like spam.`,
      range: text.sourceOf(from, from + run.length),
      fix: {
        label: 'Keep one',
        body: replaceTyped(
          text,
          runs.map((each) => ({ from: each.from, to: each.from + each.run.length, by: oneOf(each.run) })),
        ),
      },
    },
  ];
}

function oneOf(run: string): string {
  if (run.startsWith('.')) return '...';
  if (run.startsWith('$')) return '$';
  if (/^[!?]/.test(run)) return run.includes('?') ? '?' : '!';
  return EMOJI.exec(run)?.[0] ?? run;
}
