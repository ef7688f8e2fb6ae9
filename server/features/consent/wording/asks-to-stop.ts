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

type Language = ReturnType<typeof languageOf>;

/** Made when the first text comes: a node that reads none is spared 20 MB. */
let made: ReturnType<typeof make> | undefined;

function make() {
  const english = languageOf(ENGLISH);
  /** Languages by words that show that a text may be in them. */
  const signs = new Map<string, Language[]>();
  for (const vocabulary of [SPANISH, FRENCH, PORTUGUESE, VIETNAMESE, TAGALOG, CHINESE]) {
    const language = languageOf(vocabulary);
    for (const word of language.lexicon.known)
      if (!english.lexicon.known.has(word)) signs.set(word, [...(signs.get(word) ?? []), language]);
  }
  return { english, signs, frames: framesOf() };
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
  if (SOMEBODY_ELSES.test(own) || ANNOYED.test(own)) return true;
  const clauses = clausesOf(own);
  if (clauses.length === 0) return STOP_SIGNS.test(own);
  made ??= make();
  const roles = readClauses(clauses, made);
  const asked = made.frames.filter(({ asks }) => roles.some((each) => asks.test(each)));
  return asked.some(({ excusedBy }) => excusedBy === undefined || !EXCUSES[excusedBy].test(own));
}

const STOP_SIGNS = /\u{1f6d1}|\u{1f6ab}/u;

/** "Who is Ashley? This is my number." Neither half says so alone. */
const SOMEBODY_ELSES =
  /\bwho(?: tf| the hell| the fuck)?(?:s| is)? (?!(?:this|that|it|is|the|my|your|in|at|on|i|a|an|you|u|do|can|should|will|would|else)\b)\w+(?: \w+)?\W+(?:\w+ )?(?:this|its|thats)(?: is| has been)?(?: my| our) (?:cell |phone )?(?:number|phone|cell|line)\b|\bthis(?: is| has been)?(?: my| our) (?:cell |phone )?(?:number|phone|cell|line)\W+who(?: tf| the hell| the fuck)?(?:s| is) (?!(?:this|that|it|the|my|your|in|calling|texting|hiring)\b)\w+\W*$/;
/** Only where it is the whole text: "the parking is so annoying" isn't about us. */
const ANNOYED =
  /^\W*(?:(?:ugh|omg|wow|god|smh|bro|dude|man|seriously|honestly)\W+){0,3}(?:(?:this|these|it|its|that|thats|you|u|youre|yall|you guys|you people|your texts|these texts)(?: all)?(?: is| are| r)?(?: getting| being| becoming)? )?(?:(?:just|literally|so|really|super|very|hella|too|beyond|extremely|freaking|fucking|damn|mad|getting) ){1,3}(?:annoying|irritating|aggravating|obnoxious|intrusive|invasive|disrespectful)\W*$/;

const EXCUSES = {
  /** "Don't call, text me". */
  texts:
    /(?<!\b(?:not|dont|stop|never|quit|no) (?:\w+ )?)\b(?:(?:text|txt|message) me|(?:text|txt|message)(?:s|ing)? (?:is|are|works|only|instead|please|pls|best|preferred|better|or email|ok))\b|\b(?:only|just|prefer|by|can) (?:\w+ )?(?:text|texts|texting|txt)\b|\bmejor (?:\w+ )?(?:mensaje|texto|mande|escrib)|\bpor (?:texto|mensaje)|\b(?:escrib[ae]|texte[ae]?|mand[ae]|envi[ae])n?me\b|(?<!\b(?:no|ni|nao|nem|ou|o|y|e)(?: \w{1,4})? )\b(?:mand|envi|escrev)\w+ (?:\w{1,3} )?(?:texto|mensaje|mensagem|msg|sms)|\b(?:envoyez|envoie|ecrivez|ecris|textez|texte) moi\b|\benv(?:oyez|oie) (?:plutot )?(?:un|des) (?:texto|sms|message)|(?<!\b(?:dung|khong|ko|ngung|hay|hoac|va|them)(?: \w+)? )\bnhan tin (?:thoi|di|nhe|duoc|cho (?:em|toi|minh|anh|chi|tui))\b(?!.*\bnua\b)|(?<!\b(?:wag|huwag|o|at|ni)(?: (?:na|po|mag|i))* )\b(?:mag |i )?text (?:(?:nyo|niyo|mo|ka|kayo|po|na) ){0,4}(?:lang|nalang)\b|(?<![不别別要勿再和或])[发發传傳]个?(?:短信|信息|消息|訊息|簡訊)(?:给我|給我|吧|就)/,
  /** "Don't text, just call, I'm driving": with what passes. Without it, whoever asks for calls instead wants no texts. */
  calls:
    /^(?=.*\b(?:driv\w+|working|at work|meeting|class|right now|today|tonight|busy|much|cant|cannot|signal)\b)(?!.*\b(?:again|anymore|any more|ever|never|no more|stop|quit|nunca|jamais|nua|unsubscribe|remove)\b)(?!.*\b(?:nao|no) .{0,40}\b(?:mais|mas)\b).*?(?:(?<!\b(?:or|and|nor|to|not|dont|never|you|u|ever|keep|didnt|they|even|without|please) )\b(?:call me|give me a call|just call|call instead|call pls|call please)\b|\bplease (?<!\b(?:and|or|dont|not) please )call\b|\b(?:llam[ae]|marqu?[ae])n?me\b|(?<!\b(?:nao|nem|ou|e) )\b(?:me lig(?:a|ue|uem)|lig(?:a|ue) (?:pra|para) mim|pode ligar)\b|\b(?:appelez|appelle|telephonez) moi\b|(?<!\b(?:dung|khong|ko|hay|hoac|va)(?: \w+)? )\bgoi (?:dien )?(?:di|nhe|lai|cho (?:em|toi|minh|anh|chi|tui))\b|(?<!\b(?:wag|huwag|o|at|ni)(?: (?:na|po))* )\btawag(?:an)? (?:(?:nyo|niyo|mo|ka|kayo|po|na) ){0,4}(?:lang|nalang|ako)\b|(?<![不别別要勿再和或])打个?(?:电话|電話)(?:给我|給我|吧))/s,
  /** Who gives a reason would have applied: "I never applied because the link was broken". */
  applying:
    /\b(?:never|didnt|did not|havent|have not) (?:\w+ )?appl(?:y|ied)(?: \w+)? (?:because|cuz|bc|cause|since|as|due|yet|but i)\b/,
  /** "Not interested, do you have anything closer?" */
  jobs: /\b(?:anything|something|others?) (?:else|closer|nearer|better|different|job|jobs|position|positions|role|roles|option|options|opening|openings|shift|shifts|location|locations|remote|local|full|part|in|on|near|with)\b|\b(?:do (?:you|u|yall|ya)|yall|you guys) (?:\w+ )?(?:have|got)\b|\b(?:got|have) any|\bwhat else\b|\bany other|\bkeep me (?:posted|in mind|updated)|\blet me know (?:if|when)|\b(?:but|unless) (?:maybe|might|would|open|still|i am|im|it|its|they|you|u|there|the)\b|\bmaybe (?:in|later|next|after)|\breach (?:back )?out (?:if|when|again)|\bin the future\b|\bmy (?:\w+ )?(?:brother|sister|friend|cousin|son|daughter|wife|husband|roommate|coworker|buddy)\b/,
};

/** The clauses as roles, each in the languages that its words may be of. */
function readClauses(clauses: string[][], { english, signs }: ReturnType<typeof make>): string[] {
  return clauses.flatMap((words) => {
    const languages = new Set([english]);
    for (const word of words) for (const language of signs.get(word) ?? []) languages.add(language);
    return [...languages].flatMap(({ lexicon, spelling }) =>
      splitAtConnectors(words, lexicon.connectors).map((part) => rolesOf(spelling.correct(part), lexicon)),
    );
  });
}
