import { findCapitals } from './capitals.ts';
import { checkText } from './checked-text.ts';
import { findClockTimes } from './clock-times.ts';
import { findUnnamedCompany } from './company-named.ts';
import { findFilteredWords } from './filtered-words.ts';
import type { LintFacts, LintFinding } from './finding.ts';
import { findForeignLinks, findShorteners } from './link-rules.ts';
import { findHardReading } from './reading-grade.ts';
import { findRepeats } from './repeats.ts';

/* Suggestions for a text before it goes out. They warn and never block. */

/** Findings in the order of the body. A rule reports at most one of a kind, and its fix fixes all of that kind. */
export function lintText(body: string, facts: LintFacts): LintFinding[] {
  if (body.trim() === '') return [];
  const text = checkText(body, facts.values);
  const findings = [
    ...findCapitals(text, facts),
    ...findRepeats(text),
    ...findShorteners(text),
    ...findForeignLinks(text, facts),
    ...findFilteredWords(text),
    ...findClockTimes(text, facts),
    ...findUnnamedCompany(text, facts),
    ...findHardReading(text),
  ];
  const placeOf = ({ range }: LintFinding) => range?.[0] ?? Number.POSITIVE_INFINITY;
  return findings.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}
