import { asksForAnotherTime } from './other-time.ts';
import {
  GREETINGS,
  KIND_PICTURES,
  LONGEST_PHRASE,
  NO_NAMES,
  type Role,
  roles,
  spokenOf,
  THUMBS,
} from './words.ts';

/** `acknowledged`: thanks and the like, which need no one. Null: for a person to read. */
export type Answer = 'confirmed' | 'rescheduleRequested' | 'acknowledged' | null;

/** Longer texts say more than an answer. */
const MAX_LENGTH = 300;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Presentation}]/u;
/** Skin tones, and what joins and colors pictures. */
const INVISIBLE = /[\u{1f3fb}-\u{1f3ff}]|\u200d|\ufe0f/gu;
/** "Thanks, Dana". */
const NAME_AT_THE_END = /,\s+(?=\p{Lu}\p{L}+[\s.!]*$)/u;
/** Between clauses. */
const BREAK = /[^\p{L}\p{N}\p{M}\s'‘’`´-]+|\s-+\s|^-+|-+$/u;
/** What phones send for a heart or a thumb on a text. */
const TAPBACK = /^\s*(?:liked|loved|[👍❤]\s*to)\s+["“].*["”]\s*$/isu;

/**
 * What a text from a candidate means, in any language we answer in. Narrow on purpose: to confirm, the whole text has to. A
 * picture of a thumb confirms only what asked for it, so whether a reminder did is for the caller to know.
 */
export function answerOf(body: string, { isAskedToConfirm }: { isAskedToConfirm: boolean }): Answer {
  if (body.length > MAX_LENGTH) return null;
  const text = body.normalize('NFKC').replace(INVISIBLE, '').trim();
  if (TAPBACK.test(text)) return 'acknowledged';
  if (isAskedToConfirm && THUMBS.test(text.replace(/\s/gu, ''))) return 'confirmed';
  const withoutPictures = text.replace(KIND_PICTURES, '. ').replace(NAME_AT_THE_END, ' ');
  // Of "C#" and "C++" the rest would be read.
  if (PICTURE.test(withoutPictures) || /[cr][#+&]|[#+&][cr](?!\p{L})/iu.test(text)) return null;
  const clauses = withoutPictures.split(BREAK).filter((clause) => spokenOf(clause).length > 0);
  if (clauses.length === 0) return withoutPictures === text ? null : 'acknowledged';

  const read = clauses.map(rolesOf);
  const confirms = read.some((clause) => clause?.includes('confirm'));
  if (!confirms && isForAnotherTime(clauses)) return 'rescheduleRequested';
  if (/[?¿]/u.test(text) || read.some((clause) => clause === null)) return null;
  const all = read.flatMap((clause) => clause ?? []);
  if (confirms)
    return read.every((clause) => isPolite(clause ?? []) || isConfirming(clause ?? [])) ? 'confirmed' : null;
  return read.every((clause) => isPolite(clause ?? [])) && all.includes('thanks') ? 'acknowledged' : null;
}

/** Thanks and the like, which need no one. */
export function isAcknowledgement(body: string): boolean {
  return answerOf(body, { isAskedToConfirm: false }) === 'acknowledged';
}

/**
 * Whether a reply to a reminder answers what people have typed since: a thumb does, and a letter that they offered ("A, B or C?").
 */
export function isForSomeoneElse(body: string, typedSince: string[]): boolean {
  if (typedSince.length === 0) return false;
  const words = spokenOf(body);
  if (words.length === 0) return true;
  const letter = words.find((word) => word === 'c' || word === 'r');
  return letter !== undefined && typedSince.some((typed) => spokenOf(typed).includes(letter));
}

/** Whether a number, or "no", may answer what people have typed: a question, or a choice that they gave. */
export function asksForSomething(typed: string[]): boolean {
  return typed.some((text) => /[?¿？]/u.test(text) || spokenOf(text).some((word) => /^\d$/u.test(word)));
}

/** "R", and whatever explains it. */
const EXPLAINS =
  /^(?:please|pls|can|could|would|how about|what about|maybe|sorry|something|i have|im|i am|i cant|thanks|thank you|another|any)(?= |$)/u;

function isForAnotherTime(clauses: string[]): boolean {
  const [first = '', ...rest] = clauses.map((clause) => spokenOf(clause).join(' '));
  if (/^(?:(?:yes|ok|hi|please) )?r(?: (?:please|pls|sorry|thanks|thank you))*$/u.test(first))
    return rest.every((clause) => EXPLAINS.test(clause));
  return clauses.some(asksForAnotherTime);
}

/** The roles of its phrases, the longest first. Null: it means something else. */
function rolesOf(clause: string): Role[] | null {
  const words = spokenOf(clause);
  const found: Role[] = [];
  let phrase = '';
  for (let at = 0; at < words.length; ) {
    const next = longestAt(words, at);
    if (next === null) {
      const name = words[at] ?? '';
      const isName =
        at === words.length - 1 && GREETINGS.has(phrase) && !NO_NAMES.has(name) && /^\p{L}+$/u.test(name);
      return isName ? found : null;
    }
    phrase = words.slice(at, at + next.length).join(' ');
    found.push(next.role);
    at += next.length;
  }
  return found;
}

function longestAt(words: string[], at: number): { length: number; role: Role } | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length -= 1) {
    const role = roles.get(words.slice(at, at + length).join(' '));
    if (role !== undefined) return { length, role };
  }
  return null;
}

const isPolite = (clause: Role[]) =>
  clause.every((role) => role === 'thanks' || role === 'soft' || role === 'please');

function isConfirming(clause: Role[]): boolean {
  const at = clause.indexOf('confirm');
  return at >= 0 && clause.slice(0, at).every((role) => role !== 'please' && role !== 'object');
}
