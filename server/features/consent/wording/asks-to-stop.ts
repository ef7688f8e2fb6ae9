import { CHINESE } from './chinese.ts';
import { clausesOf, splitAtConnectors } from './clauses.ts';
import { ENGLISH } from './english.ts';
import { framesOf } from './frames.ts';
import { FRENCH } from './french.ts';
import { NAMES, VOCATIVES } from './names.ts';
import { PORTUGUESE } from './portuguese.ts';
import { FOOTER_TRIED, ownWordsOf } from './set-aside.ts';
import { SPANISH } from './spanish.ts';
import { Spelling } from './spelling.ts';
import { TAGALOG } from './tagalog.ts';
import { VIETNAMESE } from './vietnamese.ts';
import { lexiconOf, rolesOf, type Vocabulary } from './vocabulary.ts';

const english = languageOf(ENGLISH);
type Language = typeof english;
/** Languages by words that show that a text may be in them. */
const SIGNS = new Map<string, Language[]>();
for (const vocabulary of [SPANISH, FRENCH, PORTUGUESE, VIETNAMESE, TAGALOG, CHINESE]) {
  const language = languageOf(vocabulary);
  for (const word of language.lexicon.known)
    if (!english.lexicon.known.has(word)) SIGNS.set(word, [...(SIGNS.get(word) ?? []), language]);
}

function languageOf(vocabulary: Vocabulary) {
  const lexicon = lexiconOf(vocabulary, { soft: VOCATIVES, name: NAMES });
  return { lexicon, spelling: new Spelling(lexicon) };
}

/**
 * Wordings that a reasonable person could mean as "stop texting me". They hold a conversation for a person to judge, so
 * they may err towards holding, but not on the talk of every day.
 */
export function asksToStop(plain: string): boolean {
  if (FOOTER_TRIED.test(plain)) return true;
  const own = ownWordsOf(plain);
  const clauses = clausesOf(own);
  if (clauses.length === 0) return STOP_SIGNS.test(own);
  const roles = readClauses(clauses);
  const asked = FRAMES.filter(({ asks }) => roles.some((each) => asks.test(each)));
  return asked.some(({ excusedBy }) => excusedBy === undefined || !EXCUSES[excusedBy].test(own));
}

const STOP_SIGNS = /\u{1f6d1}|\u{1f6ab}/u;

const FRAMES = framesOf();

const EXCUSES = {
  /** "Don't call, text me". */
  texts:
    /(?<!\b(?:not|dont|stop|never|quit|no) (?:\w+ )?)\b(?:(?:text|txt|message) me|(?:text|txt|message)(?:s|ing)? (?:is|are|works|only|instead|please|pls|best|preferred|better|or email|ok))\b|\b(?:only|just|prefer|by|can) (?:\w+ )?(?:text|texts|texting|txt)\b|\bmejor (?:\w+ )?(?:mensaje|texto|mande|escrib)|\bpor (?:texto|mensaje)|\bmand\w+ (?:un )?(?:texto|mensaje)/,
  /** "Not interested, do you have anything closer?" */
  jobs: /\b(?:anything|something|others?) (?:else|closer|nearer|better|different|job|jobs|position|positions|role|roles|option|options|opening|openings|shift|shifts|location|locations|remote|local|full|part|in|on|near|with)\b|\b(?:do (?:you|u|yall|ya)|yall|you guys) (?:\w+ )?(?:have|got)\b|\b(?:got|have) any|\bwhat else\b|\bany other|\bkeep me (?:posted|in mind|updated)|\blet me know (?:if|when)|\b(?:but|unless) (?:maybe|might|would|open|still|i am|im|it|its|they|you|u|there|the)\b|\bmaybe (?:in|later|next|after)|\breach (?:back )?out (?:if|when|again)|\bin the future\b|\bmy (?:\w+ )?(?:brother|sister|friend|cousin|son|daughter|wife|husband|roommate|coworker|buddy)\b/,
};

/** The clauses as roles, each in the languages that its words may be of. */
function readClauses(clauses: string[][]): string[] {
  return clauses.flatMap((words) => {
    const languages = new Set([english]);
    for (const word of words) for (const language of SIGNS.get(word) ?? []) languages.add(language);
    return [...languages].flatMap(({ lexicon, spelling }) =>
      splitAtConnectors(words, lexicon.connectors).map((part) => rolesOf(spelling.correct(part), lexicon)),
    );
  });
}
