import { readable } from '../../../contract/name.ts';
import { isPlainReply } from '../consent/plain-replies.ts';
import { classifyInbound } from '../consent/rules.ts';

const REFUSALS = new Set(['no', 'nope', 'nah']);

/** Words that mean something else in a text from a candidate: HELP and STOP always do. */
export function isReserved(keyword: string): boolean {
  const asked = classifyInbound(keyword, { optedOut: true });
  // A word that only may be a refusal isn't one on a sign.
  const isConsent = asked !== null && asked !== 'ask';
  return isConsent || isPlainReply(keyword) || REFUSALS.has(keyword.toLowerCase());
}

const ASKS_BACK = /[?¿@]|https?:/i;
const LEADING =
  /^(?:(?:hi|hello|hey|hola)[\s,.!]+)?(?:my name is|my name['’]?s|name is|this is|i am|i['’]?m|it['’]?s|me llamo|mi nombre es|soy)\s+/i;
const A_NAME = /^[\p{L}\p{M}'’. -]+$/u;
const MOST_WORDS_OF_A_NAME = 5;
/** What refuses or asks back in a word or two. The model of refusals doubts many names, so it isn't asked about them. */
const NO_NAME =
  /\b(?:no|not|none|nope|nah|never|stop|leave|wrong|remove|delete|enough|bye|me|you|who|why|what|how|when|dont|don['’]t)\b/i;

/** Of the most common first names, those that the model takes for refusals. None is a word that refuses. */
const TAKEN_FOR_REFUSALS = new Set([
  'connie',
  'conner',
  'connor',
  'deletha',
  'paz',
  'ray',
  'raymond',
  'sue',
  'tyler',
]);
const MOST_WORDS_AFTER = 2;

/** Whether the answer to "What's your name?" is surely one, even where it looks like "stop". */
export function isSurelyName(answer: string): boolean {
  const name = nameIn(answer);
  if (name === null) return false;
  const { firstName, lastName } = name;
  return TAKEN_FOR_REFUSALS.has(firstName.toLowerCase()) && lastName.split(' ').length <= MOST_WORDS_AFTER;
}

const oneLine = (text: string) =>
  readable(text)
    .replace(/\s+/g, ' ')
    .replace(/^[\s"“]+|[\s"”.!,]+$/g, '');

/** The name in the answer to "What's your name?". Null: it is something else, and for a person to read. */
export function nameIn(answer: string): { firstName: string; lastName: string } | null {
  if (ASKS_BACK.test(answer)) return null;
  const said = oneLine(answer).replace(LEADING, '');
  const words = said.split(' ').filter((word) => word !== '');
  if (
    words.length === 0 ||
    words.length > MOST_WORDS_OF_A_NAME ||
    said.length > 80 ||
    !A_NAME.test(said) ||
    NO_NAME.test(said)
  )
    return null;
  // As people type on a phone: all small, or all large.
  const isPlain = said === said.toLowerCase() || said === said.toUpperCase();
  const [firstName = '', ...last] = isPlain ? words.map(capitalized) : words;
  return { firstName, lastName: last.join(' ') };
}

function capitalized(word: string): string {
  return word.toLowerCase().replace(/(?<=^|[-'’])\p{L}/gu, (letter) => letter.toUpperCase());
}

/** A job or a city, in a few words. Null: it is something else. */
export function factIn(answer: string, most: number): string | null {
  if (ASKS_BACK.test(answer)) return null;
  const said = oneLine(answer);
  return said.length >= 2 && said.length <= most && said.split(' ').length <= 12 ? said : null;
}
