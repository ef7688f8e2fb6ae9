import type { DraftRequest } from '../port.ts';
import { introduction, isSad, sayOne } from './commands.ts';
import { after, greet, inTone } from './tones.ts';

const COMMAND =
  '(?:ask|request|tell|inform|let|notify|say|write|mention|explain|remind|thank|invite|offer|schedule|reschedule|set up|arrange|book|confirm|cancel|follow up|check in|congratulate|welcome|wish|apologi[sz]e|introduce|send|share|reject|turn down|decline|find out|check|see|text|draft|compose|create|make|prepare|give|move|postpone|discuss|state)';
const FIRST_COMMAND = new RegExp(`^${COMMAND}\\b`, 'i');
/** Where the next instruction begins. */
const NEXT = new RegExp(
  `(?:[.;!?]\\s+|,?\\s+and\\s+(?:then\\s+)?|,\\s*then\\s+)(?=(?:please )?${COMMAND}\\b)`,
  'gi',
);

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))(?: (?:there|again|\p{Lu}[\p{L}'’-]*|\{\{[^{}]*\}\}))?(?:\s*[,.!:]\s*|\s*$)/iu;
const SAY_HELLO = /^(?:say|write|text|send) (?:hi|hello|hey)(?: to [^,.]*?)?(?:,|\.|!|\s+and|\s+but|$)\s*/i;

/** "Write a short text that invites her to" and the like, by what kind of text it is. */
const ASKED_TEXT =
  /^(?:write|draft|compose|create|make|prepare|send|text)(?: (?:me|her|him|them|the candidate))? an? (?:[a-z]+,? ){0,3}?(text message|text|message|sms|note|reply|response|template|reminder|invitation|invite|rejection|thank[- ]you|follow[- ]up|confirmation|apology|welcome)(?: (?:text|message|note|sms|template|letter))?(?: (?:to|for) (?:her|him|them|the candidate|candidates))?\b[\s,:]*/i;
const KINDS: Record<string, string> = {
  reminder: 'remind ',
  invitation: 'invite ',
  invite: 'invite ',
  rejection: 'reject ',
  'thank-you': 'thank ',
  'follow-up': 'follow up ',
  confirmation: 'confirm ',
  apology: 'apologize ',
  welcome: 'welcome ',
};
const ACTING: Record<string, string> = {
  letting: 'let',
  following: 'follow',
  inviting: 'invite',
  apologizing: 'apologize',
  introducing: 'introduce',
  congratulating: 'congratulate',
  welcoming: 'welcome',
  scheduling: 'schedule',
  rescheduling: 'reschedule',
  arranging: 'arrange',
  canceling: 'cancel',
  sharing: 'share',
  declining: 'decline',
  setting: 'set',
};

/** Before what they want to be said. */
const WISH = new RegExp(
  `^(?:please|kindly|(?:can|could|would) you(?: please)?|(?:(?:I|we) )?(?:want|would like|['’]d like|need) (?:you )?to|I['’]d like to|we['’]d like to)\\s+(?=(?:please )?${COMMAND}\\b)`,
  'i',
);
const NEED = /^(?:(?:I|we) )?(?:need|want) (her|him|them|the candidate) to /i;

/** How it is to be worded is up to the tone. */
const MANNER =
  /[,.]?(?<!\s)\s+(?:(?:and )?(?:keep|make) it (?:\w+ )?(?:and \w+|short|shorter|brief|friendly|formal|casual|polite|warm|professional|kind|simple)(?: and \w+)?|in an? \w+(?: and \w+)? (?:tone|way|manner)|politely|nicely|kindly|gently|warmly|briefly|again please|please)\s*[.!]?$/i;

const SURNAME = `(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December)\\b)\\p{Lu}\\p{Ll}[\\p{L}'’-]*`;

/** What is to be said, without how it was asked for. */
function plainly(instructions: string, name: string): string {
  let asked = instructions.trim().replace(GREETING, '');
  if (/^\p{L}+$/u.test(name))
    asked = asked
      .replace(new RegExp(`^${name},\\s*`), '')
      .replace(new RegExp(`(?<!, )\\b${name}\\b(?: ${SURNAME})?`, 'gu'), 'the candidate');
  asked = asked.replace(WISH, '').replace(NEED, 'ask $1 to ');
  asked = asked.replace(MANNER, '');
  const text = ASKED_TEXT.exec(asked);
  if (text) {
    const kind = KINDS[(text[1] ?? '').toLowerCase().replace(' ', '-')] ?? '';
    const rest = asked
      .slice(text[0].length)
      .replace(kind === '' ? /^(?:to|that) (?=\p{L})/u : /^(?:of|that) /, '');
    asked = kind + (kind === '' ? rest.replace(/^about /, 'tell about ') : rest);
    if (/^(?:confirm|thank) for /.test(asked)) asked = asked.replace(/^confirm for /, 'confirm ');
  }
  asked = asked.replace(/^(\p{L}+ing)\b/iu, (word) => {
    const verb = word.toLowerCase();
    return ACTING[verb] ?? (FIRST_COMMAND.test(verb.slice(0, -3)) ? verb.slice(0, -3) : word);
  });
  asked = asked.replace(SAY_HELLO, '').replace(/^["“](.*)["”]$/, '$1');
  if (
    /^(?:ask|request|tell|inform|say|write|remind|invite|offer|send|share|text)(?: (?:her|him|them|the candidates?))?$/i.test(
      asked,
    )
  )
    return '';
  return FIRST_COMMAND.test(asked) ? (asked[0] ?? '').toLowerCase() + asked.slice(1) : asked;
}

/** What they asked for, said to the candidate. */
function say(instructions: string, request: DraftRequest): string {
  const said = instructions
    .split(NEXT)
    .map((one) => plainly(one, request.conversation?.candidateFirstName ?? ''))
    .filter((one) => one !== '')
    .map((one) => sayOne(one.replace(/^(say|write) ["“](.*)["”]\.?$/, '$1 $2'), request));
  if (said.length === 0) return 'how are you doing?';
  const { calendarLink } = request;
  const isMeeting = said.some((one) =>
    /^I'd like to (?:invite|schedule|reschedule|set up|arrange|book)|^could we have/.test(one),
  );
  return [...said, calendarLink && isMeeting ? `you can pick a time here: ${calendarLink}` : '']
    .filter((one) => one !== '')
    .map((one, index) => (index === 0 ? one : capitalized(one)))
    .join(' ');
}

const capitalized = (text: string) => (text[0] ?? '').toUpperCase() + text.slice(1);

export function fromInstructions(instructions: string, given: DraftRequest): string {
  const company = /\{\{\s*company\.name[^{}]*\}\}/.exec(instructions)?.[0];
  const request = { ...given, companyName: company ?? given.companyName };
  const { tone, version, conversation } = request;
  const isFirst = conversation !== null && conversation.messages.length === 0;
  const said = say(instructions, request);
  const calm = isSad(said) || isSad(instructions);
  const asked = /\{\{\s*candidate\.(?:firstName|fullName)[^{}]*\}\}/.exec(instructions)?.[0];
  const name = conversation?.candidateFirstName ?? asked ?? '{{candidate.firstName|there}}';
  const intro = isFirst ? introduction(request) : '';
  const words = said.startsWith(intro) ? said : `${intro} ${capitalized(said)}`;
  const closing = closingOf(said, { version, calm });
  return after(
    greet(tone, name, { version, calm }),
    inTone([words, closing].filter(Boolean).join(' '), tone, { calm }),
  );
}

/** So that one version differs from the other. */
function closingOf(said: string, { version, calm }: { version: number; calm: boolean }): string {
  if (version === 0) return '';
  if (calm)
    return version === 1
      ? 'Please let me know if you have any questions.'
      : 'Please text me if you have any questions.';
  if (/\bthank/i.test(said))
    return version === 1 ? 'Please let me know if you have any questions.' : 'Have a great day!';
  return version === 1 ? 'Thanks!' : 'Thank you!';
}
