import { type CheckedText, HIDDEN, replaceTyped } from './checked-text.ts';
import type { LintFacts, LintFinding } from './finding.ts';

/** Longer than four letters, or also a word. Shorter ones that aren't common words count as abbreviations anyway. */
const ABBREVIATIONS = new Set(
  (
    'STOP START HELP UNSUBSCRIBE CANCEL QUIT HIPAA NCLEX NIHSS ARDMS TNCC CPR BLS ACLS PALS OSHA FEMA USA US IT HR PT OT AM PM ' +
    'OR ER ICU PICU NICU SQL HTML LINUX ASAP RSVP EOD FAQ TBD'
  ).split(' '),
);

/** What people shout. Without one of these, or a long word, capitals are abbreviations and names. */
const SHOUTED = new Set(
  (
    'a about act all an and any apply are ask at away back bad be been best big both but by call can cash come day ' +
    'days deal do done dont each easy for free from full get give go gone good got great had has have here hire ' +
    'hired hiring home hope hour hours how i if in into is its job jobs join just keep know last late let like long ' +
    'look love make many me meet miss more most must my name near need never new next nice no not now of off offer ' +
    'ok old on once one only open opt or our out over paid part pay plan please read ready real reply role roles ' +
    'sale save see send shift shifts show sign site so some soon stay sure take talk team tell text than thank that ' +
    'the them then they this time to today top up urgent use very wait want was way we week weekly well what when ' +
    'who why will win with work wow year yes you your'
  ).split(' '),
);

const SPELLED = [
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  'January February March April May June July August September October November December I',
]
  .join(' ')
  .split(' ');

const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;
const LONG_WORD = 6;
const LONG_ABBREVIATION = 4;
const WIDEST_GAP = 12;
const QUOTED = 32;

interface Word {
  text: string;
  from: number;
  to: number;
}

export function findCapitals(text: CheckedText, facts: LintFacts): LintFinding[] {
  const names = spellings(facts);
  const runs = runsOf(text.typed).filter((run) => isShouted(run, names));
  const [first] = runs;
  if (!first) return [];
  const [from, to] = endsOf(first);
  const quoted = text.typed.slice(from, to);
  return [
    {
      rule: 'capitals',
      owner: 'practice',
      sentence: `“${quoted.length > QUOTED ? `${quoted.slice(0, QUOTED).trim()}…` : quoted}” in capitals reads like shouting.`,
      range: text.sourceOf(from, to),
      fix: {
        label: 'Use sentence case',
        body: replaceTyped(
          text,
          runs.flat().map((word) => ({
            from: word.from,
            to: word.to,
            by: inSentenceCase(word, text.typed, names),
          })),
        ),
      },
    },
  ];
}

/** As they are spelled, by lower case. */
function spellings({ company, sender, values }: LintFacts): Map<string, string> {
  const names = [company, sender.firstName, sender.lastName, values['candidate.fullName']].join(' ');
  const words = [...SPELLED, ...(names.match(WORD) ?? [])];
  return new Map(words.map((word) => [word.toLowerCase(), word]));
}

/** Words in capitals that follow each other. */
function runsOf(typed: string): Word[][] {
  const runs: Word[][] = [];
  let last: Word | null = null;
  for (const match of typed.matchAll(WORD)) {
    const word = { text: match[0], from: match.index, to: match.index + match[0].length };
    if (word.text === word.text.toLowerCase() || word.text !== word.text.toUpperCase()) {
      last = null;
      continue;
    }
    const gap = last && typed.slice(last.to, word.from);
    const goesOn = gap !== null && gap.length <= WIDEST_GAP && !/\n/.test(gap) && !gap.includes(HIDDEN);
    if (goesOn) runs.at(-1)?.push(word);
    else runs.push([word]);
    last = word;
  }
  return runs;
}

function isShouted(run: Word[], names: Map<string, string>): boolean {
  const words = run
    .map(({ text }) => text)
    .filter((text) => text.length > 1 && !ABBREVIATIONS.has(text) && names.get(text.toLowerCase()) !== text);
  return words.length > 1 && words.some((text) => isWord(text) || text.length >= LONG_WORD);
}

const isWord = (text: string) => SHOUTED.has(text.toLowerCase().replace(/['’]/g, ''));

const endsOf = (run: Word[]): [number, number] => [run[0]?.from ?? 0, run.at(-1)?.to ?? 0];

function inSentenceCase({ text, from }: Word, typed: string, names: Map<string, string>): string {
  const lower = text.toLowerCase();
  const spelled = names.get(lower);
  if (spelled !== undefined) return spelled;
  if (ABBREVIATIONS.has(text) || (text.length <= LONG_ABBREVIATION && !isWord(text))) return text;
  return startsSentence(typed, from) ? (text[0] ?? '') + lower.slice(1) : lower;
}

function startsSentence(typed: string, from: number): boolean {
  let at = from - 1;
  while (at >= 0 && ' \t"“(*'.includes(typed[at] ?? '')) at -= 1;
  return at < 0 || '.!?\n:'.includes(typed[at] ?? '');
}
