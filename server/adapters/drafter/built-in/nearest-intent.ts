import type { DraftIntent } from '../../../../contract/drafts.ts';

/* Which of the things that can be written comes nearest to what someone asked for. */

const NOT = "(?:not|cannot|\\w+n't|cant|wont|didnt|wasnt|isnt|arent)";

/** The words for each, in English and in those that recruiters write to us in: without accents, and after typos were corrected. */
const SIGNS: [DraftIntent, RegExp][] = [
  [
    'decline',
    new RegExp(
      [
        '\\b(?:declin|reject|bad news|rechaz|descart|absag|ablehn|refus|recus|pas retenu|hemos elegido',
        'turn(?:ing|ed)? (?:\\S+ ){0,3}down|let (?:\\S+ ){1,2}down|pass(?:ing)? on (?:her|him|them)',
        `${NOT} (?:be )?(?:mov|proceed|go)\\w* (?:forward|ahead|with)`,
        `${NOT} (?:be |been |get |getting )?(?:selected|offer|the (?:job|role|position)|hir|a (?:good )?(?:fit|match)|what we)`,
        '(?:went|go|going|moving forward|chose|chosen|picked|selected|hired) (?:with )?(?:another|someone|somebody|a different|other)',
        '(?:role|position|job|spot) (?:(?:is|was|has been|got) )?(?:already )?(?:filled|closed|on hold)',
        'no longer (?:hiring|consider))',
      ].join('|'),
    ),
  ],
  ['remind', /\b(?:remind|don'?t forget|not to forget|recuerd|recordar|recordatorio|erinner|rappel|lembr)/],
  [
    'confirm',
    /\b(?:confirm|(?:that|it|time) works\b|works (?:for|on) (?:me|us|our)|all set\b|locked in|see (?:her|him|them|you) (?:then|there|on|at)|bestatig)/,
  ],
  ['thank', /\b(?:thank|thx|appreciat|grateful|gracias|agradec|merci\b|remerci|dank|obrigad)/],
  ['shareLink', /\b(?:(?:(?:booking|scheduling|calendar) )?links?\b|url\b|calendly|https?:|enlace|lien\b)/],
  [
    'askTimes',
    /\b(?:availab|(?:re)?schedul|free (?:on|this|next|to|for|at|today|tomorrow|tmrw|any|mon|tue|wed|thu|fri)|(?:if|whether|when|can|could|does|would) (?:\S+ ){0,6}(?:works?|meet|talk|chat|come|call|start|do (?:a|an|mon|tue|wed|thu|fri))\b|what (?:times?|days?)|which (?:times?|days?)|(?:good|best|better|other|another|some|different|new|few) (?:times?|days?)|(?:for|ask|propose|suggest) (?:some )?times|when (?:is|are|can|could|would) (?:she|he|they|you)|set(?:ting)? ?up|arrang|book(?:ing)?\b|invit|interview (?:her|him|them)|(?:hop|get|jump) on|phone screen|cancel|move (?:the|her|his|our)|postpone|disponib|horario|cuando puede|agendar|verfugbar|creneau|disponivel|wann)/,
  ],
  [
    'followUp',
    /\b(?:follow|check(?:ing)? (?:in|back)|touch base|still (?:interested|looking|in)|interested|hear(?:d)? back|ping|nudge|bump|circle back|status|updates?\b|reach out|seguimiento|interes|relanc|nachfass|nachhak|acompanh)/,
  ],
];

/** Words that are often mistyped, and those that mean something else and only look like it. */
const SPELLED = new Set(
  'remind reminder reminding confirm confirmed confirming confirmation decline declined reject rejected rejection thank thanks thanking think thinks thing things appreciate availability available schedule scheduling reschedule follow following interested interest interview invite invited checking calendly forward selected times filled other another someone position'.split(
    ' ',
  ),
);
const LONG = 9;
/** Of the instructions; the intent is named early. */
const MOST_WORDS = 80;

/** The one that is named first, but turning someone down is never overheard. Null if none is named. */
export function nearestIntent(asked: string): DraftIntent | null {
  const plain = asked
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/’/g, "'")
    .split(/\s+/)
    .slice(0, MOST_WORDS)
    .join(' ')
    .replace(/[a-z]{5,20}/g, corrected);
  const found = SIGNS.map(([intent, signs]) => ({ intent, at: plain.search(signs) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  return (found.find(({ intent }) => intent === 'decline') ?? found[0])?.intent ?? null;
}

function corrected(word: string): string {
  if (SPELLED.has(word)) return word;
  return [...SPELLED].find((right) => right[0] === word[0] && isNearly(word, right)) ?? word;
}

/** One letter more, less, other or swapped with the next; two in a long word. */
function isNearly(word: string, right: string): boolean {
  const slips = right.length >= LONG ? 2 : 1;
  return right.length >= 5 && Math.abs(word.length - right.length) <= slips && slipsIn(word, right) <= slips;
}

function slipsIn(word: string, right: string): number {
  let [last, row]: number[][] = [[], Array.from({ length: right.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= word.length; i += 1) {
    const before = last ?? [];
    last = row;
    const above = last ?? [];
    row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = word[i - 1] === right[j - 1];
      const isSwapped = i > 1 && j > 1 && word[i - 1] === right[j - 2] && word[i - 2] === right[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return row?.[right.length] ?? 0;
}
