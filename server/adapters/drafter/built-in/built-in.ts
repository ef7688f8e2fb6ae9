import type { DraftIntent } from '../../../../contract/drafts.ts';
import { linksIn } from '../../../../contract/links-in.ts';
import { countSegments } from '../../../../contract/segments.ts';
import { type Drafter, DrafterUnavailable, type DraftRequest } from '../port.ts';
import { nearestIntent } from './nearest-intent.ts';
import { type Occasion, phrases } from './phrases.ts';

type Asked = Omit<DraftRequest, 'version'>;

const GREETINGS = { formal: 'Hello', casual: 'Hi', friendly: 'Hey' } as const;

/** What goes into a phrase. Null where it isn't known. */
interface Facts {
  name: string | null;
  sender: string;
  company: string | null;
  job: string | null;
  interview: string | null;
  link: string | null;
}

/**
 * No language model: it writes what recruiters write most, from what is known of the conversation, and nothing else. Instructions only
 * choose which, and never get into the text. It needs no network.
 */
export function createBuiltInDrafter(): Drafter {
  return {
    source: 'builtIn',
    intentFor,
    async *draft(request, signal) {
      const draft = compose(request);
      if (draft === '') throw new DrafterUnavailable('There is nothing to draft from.');
      for (const piece of draft.match(/\S+\s*/g) ?? []) {
        if (signal.aborted) return;
        yield piece;
      }
    },
  };
}

const lastOf = ({ conversation }: Asked) =>
  conversation?.messages.findLast(({ from }) => from === 'candidate')?.body;

function intentFor(asked: Asked): DraftIntent | null {
  const intent = asked.intent ?? nearest(asked);
  return intent === 'shareLink' && factsOf(asked).link === null ? 'askTimes' : intent;
}

function nearest(asked: Asked): DraftIntent | null {
  const { instructions, text } = asked;
  if (instructions || text) return nearestIntent(`${instructions ?? ''} ${text ?? ''}`) ?? 'followUp';
  const last = lastOf(asked);
  if (last === undefined) return null;
  // Anything else that they may want takes a person.
  return nearestIntent(last) === 'askTimes' && !isSad(last) ? 'askTimes' : 'thank';
}

function compose(request: DraftRequest): string {
  const intent = intentFor(request);
  if (intent === null) return '';
  const isSpanish = soundsSpanish(lastOf(request) ?? request.instructions ?? '');
  const facts = factsOf(request, isSpanish);
  // What can be spared, if it's too long: names can be any length.
  const spared = [facts, { ...facts, job: null }, { ...facts, job: null, company: null }];
  const drafts = spared.map((known) => write(intent, known, { ...request, isSpanish }));
  const most = Math.ceil(request.maxLength / 153);
  return drafts.find((draft) => countSegments(draft).segments <= most) ?? drafts.at(-1) ?? '';
}

function write(
  intent: DraftIntent,
  facts: Facts,
  { isSpanish, ...request }: DraftRequest & { isSpanish: boolean },
): string {
  const isCalm = intent === 'decline' || isSad(lastOf(request) ?? '');
  const said = phrases[occasionOf(intent, facts, request)][isSpanish ? 'es' : request.tone];
  const phrase = fill(said[request.version % said.length] ?? '', facts);
  const hello = isSpanish
    ? 'Hola'
    : GREETINGS[isCalm && request.tone === 'friendly' ? 'casual' : request.tone];
  const name = facts.name ?? (hello === 'Hi' || hello === 'Hey' ? 'there' : null);
  const greeting = name ? `${hello} ${name}` : hello;
  const draft = isFirst(intent, request)
    ? `${greeting}, ${introduction(facts, isSpanish)} ${capitalized(phrase)}`
    : `${greeting}, ${phrase}`;
  return isCalm ? draft.replaceAll('!', '.') : draft;
}

function occasionOf(intent: DraftIntent, { interview }: Facts, request: DraftRequest): Occasion {
  const last = lastOf(request);
  if (intent === 'confirm' && interview) return 'confirmInterview';
  if (intent === 'remind' && interview) return 'remindInterview';
  if (intent === 'thank' && last !== undefined) return isSad(last) ? 'comfort' : 'thankForReply';
  if (intent === 'shareLink' && linkIn(request)) return 'shareGivenLink';
  return intent;
}

/** In a template, everything is filled in later. */
function factsOf(request: Asked, isSpanish = false): Facts {
  const { conversation, senderFirstName, companyName, calendarLink } = request;
  if (conversation === null)
    return {
      name: '{{candidate.firstName|there}}',
      sender: '{{recruiter.firstName}}',
      company: '{{company.name}}',
      job: '{{job.title|open}}',
      interview: '{{interview.date|the day we agreed}} at {{interview.time|the time we agreed}}',
      // Who has none can't send it.
      link: linkIn(request) ?? (calendarLink && '{{calendar.link}}'),
    };
  const { candidateFirstName, jobTitle, interview } = conversation;
  return {
    name: candidateFirstName || null,
    sender: senderFirstName,
    company: companyName || null,
    job: jobTitle?.replace(/ (?:role|position|job)$/i, '') || null,
    interview: interview && momentOf(interview, isSpanish),
    link: linkIn(request) ?? calendarLink,
  };
}

function momentOf(
  { startsAt, timezone }: { startsAt: string; timezone: string },
  isSpanish: boolean,
): string {
  const inWords = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(isSpanish ? 'es-US' : 'en-US', { timeZone: timezone, ...options })
      .format(new Date(startsAt))
      // Its narrow space would make the text cost twice as much.
      .replace(/\s/g, ' ');
  const date = inWords({ weekday: 'long', month: 'long', day: 'numeric' });
  return `${date}${isSpanish ? ',' : ' at'} ${inWords({ hour: 'numeric', minute: '2-digit' })}`;
}

const linkIn = ({ instructions }: Asked) =>
  linksIn(instructions ?? '').find(({ isBare }) => !isBare)?.address ?? null;

/** The candidate may not know yet who writes. */
const isFirst = (intent: DraftIntent, request: Asked) =>
  request.conversation === null
    ? intent === 'followUp'
    : request.conversation.messages.every(({ from }) => from === 'candidate');

function introduction({ sender, company }: Facts, isSpanish: boolean): string {
  if (isSpanish) return `soy ${sender}${company ? ` de ${company}` : ''}.`;
  return `this is ${sender}${company ? ` with ${company}` : ''}.`;
}

/** Its `[...]` with what is known, and without what isn't. */
function fill(phrase: string, facts: Facts): string {
  const known = (part: string) =>
    part.replace(/\{(job|interview|link)\}/g, (_, fact: 'job' | 'interview' | 'link') => facts[fact] ?? '');
  const needed = phrase.replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, fact: keyof Facts) =>
    facts[fact] === null ? '' : part,
  );
  // After "a.m.", a sentence is over.
  return known(needed).replace(/\.\.(?= |$)/, '.');
}

/** "¿qué" too. */
const capitalized = (text: string) => text.replace(/\p{L}/u, (letter) => letter.toUpperCase());

const FAMILY = '(?:mom|mother|dad|father|son|daughter|husband|wife|brother|sister|baby|grand\\w+)';
const SAD = new RegExp(
  `\\b(?:passed away|died|death|funeral|miscarriage|family emergency|lost my ${FAMILY}|(?:is|was|am|been) in (?:the |a )?hospital\\b|hospitali[sz]ed|falleci\\w*|muri[oó])`,
  'i',
);

/** No one is cheerful about it. A hospital alone is where many work. */
const isSad = (text: string) => SAD.test(text);

const SPANISH =
  /\b(?:hola|gracias|cuando|cu[aá]ndo|donde|d[oó]nde|qu[eé]|puedo|puede|trabajo|entrevista|si|s[ií]|ma[nñ]ana|lunes|martes|mi[eé]rcoles|jueves|viernes|buenos|buenas|d[ií]as|tardes|estoy|tengo|para|pero|como|cu[aá]nto|paga|horario|llegar|disculpe|perd[oó]n|claro|perfecto)\b/gi;

/** Two words of the language, or half of a short text. */
function soundsSpanish(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const signs = text.match(SPANISH)?.length ?? 0;
  return (
    /[¿¡]/.test(text) || signs >= 2 || (words > 0 && words <= 3 && signs * 2 >= words && !/^si\b/.test(text))
  );
}
