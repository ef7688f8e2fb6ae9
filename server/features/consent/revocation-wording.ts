import { joinSpelledOut, wordingOf } from './normal-wording.ts';
import { correctSpelling } from './stop-spelling.ts';

/**
 * Wordings that a reasonable person could mean as "stop texting me". They hold a conversation for a person to judge, so
 * they may err towards holding, but not on the talk of every day: "Stop by at 3?" and "I quit my job" pass.
 *
 * Patterns see lower-case words with one space between, without accents, apostrophes and punctuation.
 */
export function asksToStop(body: string): boolean {
  if (TAPBACK.test(body.trim())) return false;
  if (WRONG_NUMBER_SIGN.test(body)) return true;
  const { words, clauses } = wordingOf(body);
  if (words.length === 0) return STOP_SIGNS.test(body);

  const corrected = correctSpelling(words);
  if (isNothingBut(corrected)) return true;
  const correctedClauses = clauses.map((clause) => joinSpelledOut(correctSpelling(clause)).join(' '));
  if (correctedClauses.some((clause) => CLAUSES.test(clause))) return true;
  if (DECLINES.test(corrected.join(' '))) return true;

  const sentence = corrected.join(' ');
  return PHRASES.some(
    ({ asks, unless }) => asks.test(sentence) && (unless === undefined || !unless.test(sentence)),
  );
}

/** iPhones and Androids send a reaction as a text that quotes ours, "Reply STOP to opt out" included. */
const TAPBACK =
  /^(liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|removed an? \w+ from|reacted \S+ to|\p{Extended_Pictographic}\ufe0f? to)\s+[“"]/iu;

/** The sign stands for the word, and is gone once a text is taken for its words. */
const WRONG_NUMBER_SIGN = /\bwrong\s*#/iu;

const STOP_SIGNS = /\u{1f6d1}|\u{1f6ab}/u;

const STOP_WORDS = new Set(['stop', 'stopall', 'unsubscribe', 'unsubscribed', 'optout', 'revoke']);
/** Beside a stop word these add manners or weight, and no other meaning. */
const FILLERS = new Set(
  (
    'please pls plz kindly thanks thank thx ty you u ya i im we me my hi hey hello ok okay no nope yes sir maam just now ' +
    'already it this that these them all everything immediately right away asap forever for good can could would will ' +
    'should must need want wish like to said say told asked ask have really seriously omg lol wtf the do so and again god'
  ).split(' '),
);

function isNothingBut(words: string[]): boolean {
  return (
    words.some((word) => STOP_WORDS.has(word)) &&
    words.every((word) => STOP_WORDS.has(word) || FILLERS.has(word))
  );
}

const POLITE =
  '(?:please|pls|plz|kindly|por favor|just|ok|okay|no|thanks|thank you|gracias|now|ya|already|me)';
/** A clause that is this and nothing else but manners: "Not looking, stop", "STOP\nSent from my phone". */
const CLAUSES = new RegExp(
  `^(?:${POLITE} )*(?:${[
    'stop|stopall|stop all|stop now|stop it|unsubscribe|end|quit|cancel|revoke|optout|opt out|opt me out|unsub',
    'remove|remove me|remove from (?:the |your |ur )?list|wrong no|take me off|delete me|desist|cease|cease and desist',
    'no (?:more )?(?:texts?|texting|messages?|messaging|msgs?|sms|contact|spam)|no more|enough|spam',
    'do not (?:text|contact|message|call)|dont (?:text|contact|message|call)',
    'go away|back off|get lost|buzz off|bug off|shut up|beat it',
    'para|pare|paren|parar|parale|alto|basta|no mas|detener|deten|dejame|cancelar|salir|no molestar|arret|arreter',
  ].join('|')})(?: ${POLITE})*$`,
);

/** A flat "not interested", as against "not interested in that one". */
const DECLINES =
  /^(?:(?:no|nope|sorry|hi|hey|hello|thanks|thank you|but|im|i am|we are|were|really|just) )*(?:not interested|no me interesa|no estoy interesad[oa])(?: (?:at all|anymore|any more|thanks|thank you|please|sorry|gracias|ever))*$/;

const TALK =
  '(?:texts?|texting|txts?|txting|messages?|messaging|msgs?|sms|contact|contacting|calls?|calling|emails?|emailing|spam|spamming|bothering|harassing|bugging|pestering|annoying|writing|notifications?|alerts?|subscription)';
/** "stop all of these annoying texts": what may stand between the verb and the talk. */
const BETWEEN =
  '(?:(?:all|of|the|these|this|those|any|your|ur|my|me|with|sending|getting|receiving|and|annoying|stupid|damn|fucking|automated|text) )';
const ME =
  '(?:me|us|this number|this phone|my phone|my number|my cell|here|again|anymore|any more|ever|at all|no more)';
/** "Don't call me before nine" is about when, not whether. */
const WHEN =
  '(?:(?:at|on|in) (?:work|night|noon|lunch|home|\\d+|my (?:work|job|office)|the (?:office|weekend|morning|evening|afternoon)|weekends?|weekdays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)|before|after|until|till|unless|during|while|between|so (?:early|late)|today|tonight|tomorrow|yet|right now|back)';

interface Phrase {
  asks: RegExp;
  unless?: RegExp;
}

const PHRASES: Phrase[] = [
  {
    asks: new RegExp(`\\b(?:stop|quit|cease|discontinue|halt|end|cancel) ${BETWEEN}{0,5}${TALK}\\b`),
    // "I can't stop texting my friends about it", "should I stop emailing Dana", "the end of calls", "cancel my call"
    unless:
      /\b(?:cant|cannot|couldnt|wont|didnt|never|ill|i|we|he|she|the) (?:\w+ )?(?:stop|quit|end|cancel)\b|\b(?:cancel|end) (?:(?:the|this|our|my|that) )+(?:call|calls|contact)\b/,
  },
  {
    asks: /\b(?:stop|quit) (?:sending|blowing|bothering|harassing|reaching out|hitting me|this|it|already|now)\b/,
    unless: /\b(?:cant|cannot|wont|didnt|never|ill|i|we|he|she|they|if) (?:\w+ )?(?:stop|quit)\b/,
  },
  { asks: /\bstop stop\b/ },
  { asks: new RegExp(`\\b(?:do not|dont|never) send (?:me |us )?${BETWEEN}{0,3}(?:more )?${TALK}\\b`) },
  {
    asks: /\b(?:said|say|told|asked|asking|begging|want|need|like|please|pls|plz|just) (?:you )?(?:guys )?(?:all )?(?:to )?(?:please )?stop$/,
  },
  {
    asks: new RegExp(
      `\\b(?:do not|dont|donot|never|stop trying to) (?:ever |please |you ever )?(?:text|txt|message|msg|contact|call|write|bother|email|reach out to) (?:to )?${ME}\\b(?! ${WHEN}\\b)`,
    ),
    unless:
      /\b(?:you|they|he|she|we|i|why|if|who) (?:do not|dont|never|not) (?:\w+ ){0,2}(?:text|txt|message|msg|contact|call|write|email|send)\b/,
  },
  {
    asks: /\b(?:do not|dont|no longer|never) (?:want|wish|need|care|like|agree|consent|ask|asked|sign|signed) (?:\w+ ){0,5}(?:texts?|texted|texting|txts?|messages?|messaged|msgs?|sms|contacted|spam)\b/,
    unless:
      /\b(?:dont|do not) (?:want|wish|like) (?:\w+ ){0,3}(?:miss|bother|lose|interrupt)\b|\b(?:never|dont|didnt) (?:get|got) \b/,
  },
  { asks: /\b(?:no longer|not) (?:wish|want|wanting) to (?:receive|get|be (?:texted|contacted|messaged))\b/ },
  { asks: /\bno more (?:\w+ )?(?:texts?|texting|txts?|messages?|msgs?|sms|contact|spam)\b/ },
  {
    asks: /\b(?:remove|delete|erase|drop|scrub) (?:me|us|this number|my (?:\w+ )?(?:number|name|info|information|data|details|contact|cell|phone))\b/,
    unless:
      /\b(?:off|from|on|in) (?:my |the |that )?(?:resume|cv|profile|application|document|invite|posting)\b/,
  },
  {
    asks: /\b(?:take|get) (?:me|us|this number|my (?:\w+ )?(?:number|name|info|cell|phone)) (?:off|out of|from)\b/,
    unless:
      /\b(?:off|out of|from) (?:\w+ ){0,3}(?:work|shift|schedule|here|the (?:airport|station|bus|train))\b/,
  },
  {
    asks: /\boff (?:of )?(?:your|ur|this|the|that) (?:\w+ )?(?:list|lists|database|system|distribution|mailing)\b/,
  },
  { asks: /\b(?:lose|forget|delete|trash) (?:my|this) (?:\w+ )?(?:number|num|digits|contact)\b/ },
  { asks: /\bleave (?:me|us) (?:alone|be)\b/ },
  {
    asks: /\b(?:wrong (?:number|num|person|phone|guy|lady|girl|man|woman|recipient|contact)|numero equivocado|persona equivocada)\b(?! of\b)/,
    // A candidate who corrects a slip of their own: "Sorry, I gave you the wrong number for my reference".
    unless:
      /\b(?:i|we|they|she|he|recruiter|resume|agency) (?:\w+ )?(?:gave|put|entered|typed|wrote|listed|sent|have|had|called|dialed|dialled|provided|contacted|has) (?:\w+ ){0,4}wrong\b|\bwrong (?:number|phone|contact) (?:on|in) (?:my|the)\b|\bthe wrong \w+ (?:showed|came|answered|called|picked)\b/,
  },
  {
    asks: /\b(?:not|isnt|no longer) (?:his|her|their|hers|theirs|(?!this|its|is|was|us|as)\w{2,}s) (?:number|phone|cell)\b/,
  },
  { asks: /\b(?:un ?subscri\w*|unsub|desubscribe)\b/ },
  {
    asks: /\b(?:opt|opts|opting|opted|optout|optar) ?(?:me |us |myself )?out\b|\boptout\b/,
    // "Can I opt out of the dental plan?"
    unless:
      /\bout of (?!(?:\w+ ){0,3}(?:texts?|texting|messages?|messaging|msgs?|sms|communications?|contact|list|these|this|everything|all)\b)/,
  },
  {
    asks: /\b(?:revoke|withdraw|withdrawing|revoking|rescind) (?:\w+ ){0,2}(?:consent|permission|authori[sz]ation)\b/,
  },
  {
    asks: /\b(?:without|not given|never gave|did not give|didnt give) (?:\w+ ){0,2}(?:consent|permission)\b/,
  },
  { asks: /\b(?:i|we) (?:do not|dont) consent\b/ },
  {
    asks: /\b(?:never|didnt|did not) (?:signed|sign|asked|ask|subscribed?) (?:up )?(?:for|to) (?:this|these|any|your)\b/,
  },
  { asks: /\b(?:block|blocking|blocked) (?:you|u|this number|your number|ur number)\b/ },
  {
    asks: /\b(?:report|reporting|reported) (?:you|u|this|this number|it|your number) ?(?:as|for|to)?\b(?= |$)/,
    unless: /\breport(?:ing|ed)? (?:this|it) (?:to (?:my|the|our)|week|month|morning|quarter|on)\b/,
  },
  {
    asks: /\b(?:this|its|that|your|ur|such|is) (?:is |texts? (?:are|is) )?(?:spam|harassment|harassing)\b|\bspammers?\b/,
    unless: /\bis (?:this|it|that) (?:\w+ )?spam\b/,
  },
  { asks: /\b(?:do not call (?:list|registry)|dnc list|tcpa)\b/ },
  { asks: /\b(?:fuck|f|piss|sod) (?:off|u|you)\b/ },
  // Spanish: stop sending, don't write to me, take me off, I want no more messages.
  {
    asks: /\b(?:deja|deje|dejen|dejar|dejes|para|pare|paren|parar) (?:ya )?de (?:\w+ )?(?:mandar\w*|escribir\w*|enviar\w*|molestar\w*|llamar\w*|textear\w*|contactar\w*|mensaj\w*)/,
  },
  { asks: /\bno (?:me|nos) (?:vuelv\w+ a )?(?:escrib|mand|envi|llam|contact|molest|text)\w*/ },
  {
    asks: /\b(?:borra|borre|quita|quite|elimina|elimine|saca|saque)(?:me|nme)\b|\b(?:borre|borra|quite|elimine) mi numero\b/,
  },
  {
    asks: /\bno (?:quiero|deseo) (?:\w+ ){0,3}(?:mensajes?|textos?)\b|\bno mas (?:mensajes?|textos?)\b|\bdejam?e en paz\b/,
  },
];
