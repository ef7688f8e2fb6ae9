import type { HoldKind } from '../../../contract/conversations.ts';
import { isPlainReply } from './plain-replies.ts';
import { refusalScore } from './wording/model.ts';
import { joinSpelledOut, plainTextOf, wordsOf } from './wording/plain-text.ts';
import { FOOTER_TRIED } from './wording/set-aside.ts';

/**
 * The words that 47 CFR 64.1200(a)(10) makes an opt-out whatever else is meant by them (stop, quit, end, revoke, opt out,
 * cancel, unsubscribe), and the ones that carriers add (CTIA Messaging Principles, 5.1.3).
 */
const OPT_OUT = new Set([
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'end',
  'quit',
  'cancel',
  'revoke',
  'optout',
  'opt out',
]);
const OPT_IN = new Set(['start', 'unstop']);
const HELP = new Set(['help', 'info']);
/** Next to a keyword these change nothing: "Stop please", "STOP, thank you so much", "Stop por favor". */
const POLITE = new Set(
  (
    'please pls plz plss kindly thanks thank you thx thanx ty u sir maam gracias merci svp salamat po obrigado obrigada ' +
    'porfavor porfa'
  ).split(' '),
);
const POLITE_PAIRS = new Set(['please and', 'pls and', 'so much', 'very much', 'por favor']);

/** Scores of the model, chosen on the replies set aside for it: decision 78 has what is above them. */
const HOLD_ABOVE = 1.6;
const ASK_ABOVE = -0.55;

/**
 * What an inbound text asks of us.
 *
 * `optOut`, `optIn`, `help`: the whole text is a keyword. `hold`: worded in a way that a reasonable person could mean as
 * "stop texting me"; nothing is sent until a person has read it (the FCC counts any reasonable wording, so a text that
 * may be one is never answered by routine). `ask`: it may be one, and its reader is asked; a person may answer meanwhile. Null:
 * ordinary talk.
 */
type InboundRequest = 'optOut' | 'optIn' | 'help' | HoldKind | null;

export function classifyInbound(body: string, facts: { optedOut: boolean }): InboundRequest {
  const plain = plainTextOf(body);
  const words = wordsOf(plain);
  const said = joinSpelledOut(words).join(' ');
  const asked = joinSpelledOut(withoutPoliteness(words)).join(' ');
  if (OPT_OUT.has(asked)) return 'optOut';
  if (OPT_IN.has(asked)) return 'optIn';
  // YES is an answer to everything; only from someone who is opted out can it be the answer to "rejoin?".
  if (facts.optedOut && said === 'yes') return 'optIn';
  if (HELP.has(asked)) return 'help';
  if (FOOTER_TRIED.test(plain)) return 'hold';
  const score = refusalScore(body);
  if (score > HOLD_ABOVE) return 'hold';
  return score > ASK_ABOVE && !isPlainReply(body) ? 'ask' : null;
}

/** The one word that a text is, without politeness: `Jobs, please!` is `jobs`. Null: it says more. */
export function onlyWordOf(body: string): string | null {
  const words = wordsOf(plainTextOf(body));
  const [word, ...more] = withoutPoliteness(words);
  return more.length === 0 ? (word ?? null) : null;
}

const YES = new Set(['yes', 'y', 'yep', 'yeah', 'i agree', 'agree', 'si', 'yes i agree']);
const NO = new Set(['no', 'n', 'nope', 'i do not agree', 'i dont agree', 'do not text me', 'dont text me']);

/** What a reply to our question for consent says. Null: neither, and a person has to read it. */
export function answerToRequest(body: string): 'yes' | 'no' | null {
  const said = joinSpelledOut(withoutPoliteness(wordsOf(plainTextOf(body)))).join(' ');
  if (YES.has(said)) return 'yes';
  return NO.has(said) ? 'no' : null;
}

function withoutPoliteness(words: string[]): string[] {
  const isPair = (at: number) => POLITE_PAIRS.has(`${words[at]} ${words[at + 1]}`);
  return words.filter((word, at) => !POLITE.has(word) && !isPair(at) && !isPair(at - 1));
}

/** One confirmation, no marketing in it (FCC 12-143); in GSM-7, so that it is one segment for names of ordinary length. */
export function confirmationText(kind: 'stop' | 'start' | 'help', companyName: string): string {
  const company = companyName.trim();
  switch (kind) {
    case 'stop':
      return `${company}: You're opted out and won't get any more texts from us. Reply START to rejoin.`;
    case 'start':
      return `${company}: You're opted in. Frequency varies. Msg & data rates may apply. HELP for help, STOP to opt out.`;
    case 'help':
      return `${company}: Our recruiters text you here about jobs. A person will read your reply. Reply STOP to opt out.`;
  }
}
