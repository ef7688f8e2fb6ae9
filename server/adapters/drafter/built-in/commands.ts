import type { DraftRequest } from '../port.ts';
import { question, toReader, withoutEnd } from './to-reader.ts';

/* What people tell a drafter to do, each with the sentence that does it. All begin in small letters, but for "I". */

const NAME = "(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|I\\b)\\p{Lu}[\\p{L}'’-]+";
const WHO = `(?: (?:her|him|them|the candidates?|the applicant|\\{\\{ *candidate\\.[^{}]*\\}\\}|${NAME}))`;

const DOCUMENT =
  /\b(?:resum[eé]|cv|copy|copies|licen[sc]e|documents?|portfolio|link|photo|picture|id|form|forms|paperwork|certificat\w*|transcripts?|address|email|phone number|list|proof|references?|samples?)\b/i;
const SHARED = /\b(?:feedback|thoughts|opinion|impressions?|update|expectations?|preferences?|details)\b/i;
const MEETING =
  /\b(?:talk|call|chat|conversation|meeting|meet|phone screen|screening|interview|coffee|lunch|visit|tour|minutes?|moment|word)\b/i;
const HAS_ARTICLE = /^(?:an?|the|your|our|my|some|any|one|two|three|another|more|\d|\{\{)/i;

const possessed = (thing: string) => (HAS_ARTICLE.test(thing) ? thing : `your ${thing}`);
const withArticle = (thing: string) =>
  HAS_ARTICLE.test(thing) || /^(?:coffee|lunch)\b/i.test(thing)
    ? thing
    : `${/^[aeiou]/i.test(thing) ? 'an' : 'a'} ${thing}`;

function askFor(thing: string): string {
  if (DOCUMENT.test(thing)) return `could you please send me ${possessed(thing)}?`;
  if (SHARED.test(thing)) return `could you please share ${possessed(thing)}?`;
  if (/^(?:the|your|a|best)\b.*\b(?:times?|days?|dates?|name|reason)\b/i.test(thing))
    return `could you tell me ${possessed(thing)}?`;
  if (MEETING.test(thing)) return `could we have ${withArticle(thing)}?`;
  return `I'd like to ask for ${thing}.`;
}

const REGRET = "I'm sorry, but";
const isRegret = /\b(?:sorry|unfortunately|regret)\b/i;

/** News that no one is cheerful about. */
export const isSad = (text: string): boolean =>
  /\b(?:reject\w*|turn(?:ed|ing)? (?:\w+ )?down|declin(?:e|ed|ing)|unfortunately|regret|sorry|apologi[sz]\w*|bad news|cancel(?:s|ed|ing|led|ling)?|on hold|hiring freeze|laid off|passed away|died|condolences|someone else|somebody else|another (?:candidate|applicant|person)|other candidates?|went with|filled|no longer (?:open|available|hiring|considering|moving)|closed|(?:not|cannot|never|\p{L}+n['’]t) (?:to |be |a |able to ){0,2}(?:get|gotten|got|selected|chosen|choose|select|hire|hired|hiring|move|moving|proceed|proceeding|offer|offering|(?:good )?(?:fit|match)|right|accepted|advance|advancing|continue|continuing|pass|qualify|qualified))\b/iu.test(
    text,
  ) && !(text.endsWith('?') && /\bif\b/i.test(text));

export const statement = (said: string): string => {
  const words = said.trim().replace(/[\s,;:]+$/, '');
  const ended = (/[.?!…]["')]*$/.test(words) ? words : `${words}.`).replace(
    /(?<=\p{L}{2}[.?!]\s{1,3})(?<!\b(?:St|Ave|Blvd|Dr|Mrs?|Ms|Jr|Sr|vs|etc)\.\s{1,3})\p{Ll}/gu,
    (letter) => letter.toUpperCase(),
  );
  return isSad(ended) && !isRegret.test(ended) && !ended.endsWith('?')
    ? `${REGRET} ${lowered(ended)}`
    : ended;
};

/** Words that begin a sentence and are no names. */
const STARTS =
  /^(?:A|About|After|All|An|And|Any|Are|As|At|Be|Before|Can|Congratulations|Could|Did|Do|Does|Even|For|Good|Great|Have|He|Her|Here|His|How|If|In|Is|It|It's|Its|Just|Let|May|My|No|Not|Of|On|Or|Our|Perfect|Please|She|Should|Since|So|Some|Thank|Thanks|That|The|Their|There|These|They|This|Those|To|Unfortunately|Was|We|We're|We've|We'll|We'd|Welcome|Were|What|When|Where|Which|While|Who|Why|Will|With|Would|Yes|You|You're|You've|You'll|Your|Anytime)\b/;

export const lowered = (text: string) =>
  STARTS.test(text) ? (text[0] ?? '').toLowerCase() + text.slice(1) : text;

type Say = (rest: string, request: DraftRequest) => string;

const commands: [pattern: string, say: Say][] = [
  ['.*\\bcondolences\\b', () => "I'm sorry for your loss."],
  [
    `(?:ask|check)${WHO}?(?: about| for)?(?: her| his| their| the)? availability\\b`,
    (when) => `when are you available${around(when)}?`,
  ],
  [`(?:ask|check with|check|find out|see)${WHO}? (?:if|whether) `, question],
  [
    `(?:ask|find out)${WHO}? (?=(?:what|when|where|which|who|how|why)\\b)`,
    (what) => `could you tell me ${withoutEnd(what)}?`,
  ],
  [`(?:ask${WHO}|request(?:${WHO})?) to `, (act) => `could you please ${withoutEnd(act)}?`],
  ['ask to ', (act) => `could we please ${withoutEnd(act)}?`],
  [`ask${WHO}? about `, (thing) => `could you tell me about ${withoutEnd(thing)}?`],
  [`(?:ask|request)${WHO}?(?: for)? `, (thing) => askFor(withoutEnd(thing))],
  [`tell${WHO} to `, (act) => `please ${withoutEnd(act)}.`],
  [
    `(?:tell|inform|let)${WHO}?(?: know)? (?:about|of) `,
    (thing) => `I'd like to tell you about ${withoutEnd(thing)}.`,
  ],
  [`(?:tell|inform|let|notify)${WHO}(?: know)?(?: that)? `, statement],
  [`(?:text|write)${WHO} that `, statement],
  ['(?:say|write|mention|explain|text|state)(?: that)? ', statement],
  [`remind${WHO}? to `, (act) => `a quick reminder to ${withoutEnd(act)}.`],
  [`remind${WHO}? (?:about|of) `, (thing) => `a quick reminder about ${withoutEnd(thing)}.`],
  [`remind${WHO}?(?: that)? `, (what) => `a quick reminder: ${withoutEnd(lowered(what))}.`],
  [`thank${WHO}? for `, (what) => `thank you for ${withoutEnd(what)}.`],
  [`thank${WHO}?(?: again)?$`, () => 'thank you.'],
  [`invite${WHO}?(?= |$)`, (what) => `I'd like to invite you${around(what)}.`],
  [`offer${WHO}? `, (what) => `I'd like to offer you ${withoutEnd(what)}.`],
  [
    `(?=(?:schedule|reschedule|set up|arrange|book|confirm|move|postpone|discuss)\\b)`,
    (act) => `I'd like to ${withoutEnd(act).replace(WITH_THEM, ' with you')}.`,
  ],
  ['cancel ', (what) => `${REGRET} I need to cancel ${withoutEnd(what)}.`],
  [`follow(?:ing)? up(?: with${WHO})?(?= |$)`, (on) => `I'm following up${around(on)}.`],
  [`check(?:ing)? in(?: with${WHO}| on${WHO})?(?= |$)`, (on) => `I'm checking in${around(on)}.`],
  [`congratulate${WHO}?(?= |$)`, (on) => `congratulations${around(on)}.`],
  [`welcome${WHO}?(?= |$)`, (to) => `welcome${around(to)}.`],
  [`wish${WHO}? `, (what) => `I wish you ${withoutEnd(what)}.`],
  [`apologi[sz]e(?: to${WHO})?(?= |$)`, (why) => `I apologize${around(why)}.`],
  ['introduce (?:yourself|myself|me)\\b(?: and our company| to .*|)', (_, request) => introduction(request)],
  [`introduce `, (what) => `I'd like to introduce ${withoutEnd(what)}.`],
  [
    `(?:send|share|give)${WHO}? `,
    (what) =>
      /https?:\/\//.test(what) ? `here is ${withoutEnd(what)}.` : `I'd like to send you ${withoutEnd(what)}.`,
  ],
  [
    `(?:reject|turn down|decline)${WHO}?(?= |$)`,
    (rest) => {
      const role = /\bfor\b.*$/.exec(withoutEnd(rest))?.[0];
      return `thank you for your interest. ${REGRET} we won't be moving forward with your application${role ? ` ${role}` : ''}.`;
    },
  ],
];

const WITH_THEM = / with (?:you|\{\{ *candidate\.[^{}]*\}\})(?= |$)/;
const TABLE = commands.map(([pattern, say]) => [new RegExp(`^${pattern}`, 'u'), say] as const);
const around = (rest: string) => (withoutEnd(rest) === '' ? '' : ` ${withoutEnd(rest)}`);

export const introduction = ({ senderFirstName, companyName }: DraftRequest) =>
  `this is ${senderFirstName}${companyName ? ` with ${companyName}` : ''}.`;

/** What one instruction says to the candidate. */
export function sayOne(instruction: string, request: DraftRequest): string {
  for (const [pattern, say] of TABLE)
    if (pattern.test(instruction)) return say(toReader(instruction.replace(pattern, '').trim()), request);
  return statement(toReader(instruction));
}
