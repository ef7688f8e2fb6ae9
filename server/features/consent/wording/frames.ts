import { CEASING, CEASING_CALLS } from './frames/ceasing.ts';
import { BY_THEMSELVES, COMPLAINING, MORE } from './frames/complaining.ts';
import {
  DECLINING,
  DECLINING_CALLS,
  DECLINING_TEXTS,
  FLAT_NO,
  NOT_ME,
  OTHER_JOB,
} from './frames/declining.ts';
import { FOR_GOOD, INVITING_CALLS, INVITING_TEXTS, PASSING } from './frames/invitations.ts';
import { ASKING_NOTHING, EXCLAIMED, JOY, KIDDING, LAUGHTER, TALK } from './frames/licenses.ts';
import {
  ACQUAINTED,
  ASTRAY,
  KEEN,
  MISDIRECTED,
  NEVER_APPLIED,
  OUR_NUMBER,
  REMOVING,
  REMOVING_IT,
  SOMEBODY_ELSE,
  WHO_GAVE,
} from './frames/removing.ts';
import { pattern } from './roles.ts';

/** What the clauses of a text say. */
interface Context {
  /** Each of these is said by some clause. */
  said: RegExp[];
  /** No clause says this. */
  unsaid?: RegExp;
}

/** One way to ask, as a pattern over the roles of a clause. */
export interface Frame {
  asks: RegExp;
  onlyIn?: Context;
  notIn?: Context;
}

/** To be called after the vocabularies are made: patterns name their roles. */
export function framesOf(): { asking: Frame[]; nothing: Frame[] } {
  const textsAreWelcome = { said: [either(INVITING_TEXTS)] };
  const callsAreForNow = {
    said: [either(INVITING_CALLS), either(PASSING)],
    unsaid: either(FOR_GOOD),
  };
  const number = { said: [either(OUR_NUMBER)] };
  return {
    asking: [
      ...frames([...CEASING, ...DECLINING, ...REMOVING, ...COMPLAINING]),
      ...frames([...CEASING_CALLS, ...DECLINING_CALLS], { notIn: textsAreWelcome }),
      ...frames(DECLINING_TEXTS, { notIn: callsAreForNow }),
      ...frames([...SOMEBODY_ELSE, ...REMOVING_IT], { onlyIn: number }),
      ...frames([...WHO_GAVE, ...NOT_ME], { notIn: { said: [either(ACQUAINTED)] } }),
      ...frames(NEVER_APPLIED, { notIn: { said: [either(KEEN)] } }),
      ...frames(MISDIRECTED, { notIn: { said: [either(ASTRAY)] } }),
      ...frames(FLAT_NO, { notIn: { said: [either(OTHER_JOB)] } }),
      ...frames(BY_THEMSELVES, { onlyIn: { said: [], unsaid: either(MORE) } }),
    ],
    nothing: [
      ...frames(ASKING_NOTHING),
      ...frames([''], { onlyIn: { said: [either(KIDDING)] } }),
      ...frames(EXCLAIMED, { onlyIn: { said: [either(JOY)] } }),
      ...frames(EXCLAIMED, { onlyIn: { said: [either(LAUGHTER), either(TALK)] } }),
    ],
  };
}

function frames(patterns: string[], context: Omit<Frame, 'asks'> = {}): Frame[] {
  return patterns.map((asks) => ({ asks: pattern(asks), ...context }));
}

function either(patterns: string[]): RegExp {
  return pattern(
    patterns.length === 1 ? (patterns[0] ?? '') : patterns.map((each) => `(?:${each})`).join('|'),
  );
}

/** Whether a clause asks, in a text of these. */
export function fits({ asks, onlyIn, notIn }: Frame, clause: string, text: string[]): boolean {
  return (
    asks.test(clause) &&
    (onlyIn === undefined || holds(onlyIn, text)) &&
    (notIn === undefined || !holds(notIn, text))
  );
}

function holds({ said, unsaid }: Context, text: string[]): boolean {
  return (
    said.every((one) => text.some((clause) => one.test(clause))) &&
    (unsaid === undefined || !text.some((clause) => unsaid.test(clause)))
  );
}
