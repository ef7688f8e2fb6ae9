import { isSameName, mentions } from '../company-name.ts';
import { parseTemplate } from '../render-template.ts';
import type { CheckedText } from './checked-text.ts';
import type { LintFacts, LintFinding } from './finding.ts';

const INTRODUCTIONS = ['this is ', "it's ", 'it’s ', "i'm ", 'i’m ', 'i am ', 'my name is '];
const SAYS_WHERE_FROM = /^\s+(?:from|with|at|of|over at)\b/i;

export function findUnnamedCompany(text: CheckedText, facts: LintFacts): LintFinding[] {
  const { company, isFirst } = facts;
  if (!isFirst || company === null || company.includes('{{')) return [];
  const isNamed =
    mentions(text.shown, company) ||
    parseTemplate(text.body).some(
      (token) => token.kind === 'attribute' && token.attribute === 'company.name',
    );
  // A name without distinctive words, like "The Company", is never reported as missing.
  if (isNamed || isSameName(company, '')) return [];
  return [
    {
      rule: 'company',
      owner: 'carriers',
      sentence: `A first text names the company. This one doesn't say ${company}.`,
      range: null,
      fix: { label: 'Add your company', body: named(text, facts, company) },
    },
  ];
}

/** After the sender's own name if the text has it, otherwise at the end. */
function named(text: CheckedText, { sender, isTemplate }: LintFacts, company: string): string {
  const companySource = isTemplate ? '{{company.name}}' : company;
  const said = endOfName(text, sender);
  if (said !== null) {
    const at = text.sourceOf(said - 1, said)[1];
    return `${text.body.slice(0, at)} from ${companySource}${text.body.slice(at)}`;
  }
  const senderSource = isTemplate ? '{{recruiter.firstName}}' : sender.firstName;
  const by = senderSource.includes('{{') && !isTemplate ? '' : senderSource;
  return `${text.body.trimEnd()} - ${by === '' ? companySource : `${by}, ${companySource}`}`;
}

function endOfName({ prose }: CheckedText, { firstName, lastName }: LintFacts['sender']): number | null {
  if (firstName === '') return null;
  const lower = prose.toLowerCase();
  if (lower.length !== prose.length) return null;
  for (const words of INTRODUCTIONS) {
    const at = lower.indexOf(words + firstName.toLowerCase());
    if (at < 0) continue;
    let end = at + words.length + firstName.length;
    const last = ` ${lastName.toLowerCase()}`;
    if (lastName !== '' && lower.startsWith(last, end)) end += last.length;
    const rest = prose.slice(end, end + 12);
    if (!/^[\p{L}\p{N}]/u.test(rest) && !SAYS_WHERE_FROM.test(rest)) return end;
  }
  return null;
}
