/* What is said about a candidate, said to them. */

const SOMEONE = '(?:[Ss]he|[Hh]e|[Tt]hey|[Tt]he candidate|[Tt]he applicant)';
const ALONE = '(?:[Ss]he|[Hh]e|[Tt]he candidate|[Tt]he applicant)';
const DONE =
  '(?:been|got|gotten|seen|done|had|found|made|sent|taken|gone|heard|left|met|ever|already|\\p{L}+ed)';
/** After "her", where it means a person and not what is theirs. */
const NO_THING =
  '(?:to|for|about|in|on|at|if|that|when|what|and|or|from|with|by|the|a|an|our|my|this|another|some|any|know|as|until|before|after|today|tomorrow|tonight|again|soon|luck|well)';

const TO_READER: [RegExp, string | ((...match: string[]) => string)][] = [
  [new RegExp(`\\b${SOMEONE}['’]s(?= ${DONE}\\b)`, 'gu'), 'you have'],
  [new RegExp(`\\b${SOMEONE}['’](?:s|re)\\b`, 'gu'), 'you are'],
  [new RegExp(`\\b${SOMEONE}(?=['’](?:ll|d|ve)\\b)`, 'gu'), 'you'],
  [new RegExp(`\\b([Ii]s|[Aa]re) ${SOMEONE}\\b`, 'gu'), 'are you'],
  [new RegExp(`\\b(?:was|were) ${SOMEONE}\\b`, 'giu'), 'were you'],
  [new RegExp(`\\bdoes ${SOMEONE}\\b`, 'giu'), 'do you'],
  [new RegExp(`\\bhas ${SOMEONE}\\b`, 'giu'), 'have you'],
  [new RegExp(`\\b${SOMEONE} (?:is|are)\\b`, 'gu'), 'you are'],
  [new RegExp(`\\b${SOMEONE} (?:was|were)\\b`, 'gu'), 'you were'],
  [new RegExp(`\\b${SOMEONE} (?:isn|aren)(?=['’]t\\b)`, 'gu'), 'you aren'],
  [new RegExp(`\\b${SOMEONE} wasn(?=['’]t\\b)`, 'gu'), 'you weren'],
  [new RegExp(`\\b${SOMEONE} does(?=n['’]t\\b| not\\b)`, 'gu'), 'you do'],
  [new RegExp(`\\b${SOMEONE} hasn(?=['’]t\\b)`, 'gu'), 'you haven'],
  [
    new RegExp(
      `\\b${ALONE} ((?:also|always|still|really|already|just|often|usually|never|currently) )?(\\p{Ll}+s)(?<!this)\\b`,
      'gu',
    ),
    (_, adverb = '', verb = '') => `you ${adverb}${withoutS(verb)}`,
  ],
  [new RegExp(`\\b${SOMEONE}['’]s\\b`, 'gu'), 'your'],
  [new RegExp(`\\b${SOMEONE}\\b`, 'gu'), 'you'],
  [/\b(?:his|their) /gi, 'your '],
  [new RegExp(`\\bher (?!${NO_THING}\\b)(?=\\p{L})`, 'giu'), 'your '],
  [/\b(?:her|him|them)\b/gi, 'you'],
];

function withoutS(verb: string): string {
  if (verb === 'has') return 'have';
  if (/ies$/.test(verb)) return verb.replace(/ies$/, 'y');
  return verb.replace(/(?<=ss|sh|ch|x|zz|o)es$|s$/, '');
}

export const toReader = (text: string): string =>
  TO_READER.reduce((result, [from, to]) => result.replace(from, to as string), text);

const BE_OR_MAY = /^you (are|were|can|could|will|would|should|may|might)\b/i;
const HAVE_DONE = new RegExp(`^you have (?=${DONE}\\b)`, 'iu');

export const withoutEnd = (text: string) => text.trim().replace(/[\s.?!,;]+$/, '');

/** "she can come" as a question. */
export function question(rest: string): string {
  const said = withoutEnd(toReader(rest));
  const verb = BE_OR_MAY.exec(said);
  if (verb?.[1]) return `${verb[1].toLowerCase()} you${said.slice(verb[0].length)}?`;
  if (HAVE_DONE.test(said)) return `have you ${said.replace(HAVE_DONE, '')}?`;
  const isPast =
    /^you (?!need|proceed|feed)(?:\p{L}+ed|got|saw|had|did|made|left|went|found|came|sent|took|heard)\b/iu;
  if (/^you /i.test(said) && !isPast.test(said)) return `do ${said}?`;
  const [, subject = '', works = '', after = ''] =
    /^(.{1,40}?) (works?|fits?|suits?)\b(.*)$/i.exec(said) ?? [];
  if (works) {
    const does = /s$/.test(works) ? 'does' : 'do';
    return `${does} ${subject} ${works.toLowerCase().replace(/s$/, '')}${after || ' for you'}?`;
  }
  const [, thing = '', be = '', how = ''] = /^(.{1,40}?) (is|are|was|were) (.*)$/i.exec(said) ?? [];
  if (be && /^(?:the|a|an|your|this|that|it|\d|\p{Lu})/u.test(thing))
    return `${be.toLowerCase()} ${thing} ${how}?`;
  return `could you let me know if ${said}?`;
}
