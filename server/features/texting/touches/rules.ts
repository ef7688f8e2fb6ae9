import { SAME_TOUCH_MINUTES, WARM_DAYS } from '../../../../contract/cold-texts.ts';

/*
 * A cold text is one that a person types, or a stage message, to a phone number from which no one has written to the company or
 * called it within 30 days. What one person texts within 15 minutes of their text before is one touch.
 */

/** Of an account. */
export interface ColdLimits {
  /** Touches in any 7 days. Null: any number. */
  perWeek: number | null;
  oneUnanswered: boolean;
}

export interface ColdText {
  /** When it went out, or will. */
  at: Date;
  /** Null: no person typed it. */
  senderId: string | null;
}

const WEEK_MS = 7 * 24 * 3600_000;
const WARM_MS = WARM_DAYS * 24 * 3600_000;
const SAME_TOUCH_MS = SAME_TOUCH_MINUTES * 60_000;

/** When the candidate must have written since for a text not to be cold. */
export const warmSince = (now: Date): Date => new Date(now.getTime() - WARM_MS);

export const limitsCold = ({ perWeek, oneUnanswered }: ColdLimits): boolean =>
  perWeek !== null || oneUnanswered;

/** Their times, earliest first. */
export function touchesOf(texts: ColdText[]): number[] {
  const lastOf = new Map<string, number>();
  return texts
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .flatMap(({ at, senderId }) => {
      const time = at.getTime();
      const last = senderId === null ? undefined : lastOf.get(senderId);
      if (senderId !== null) lastOf.set(senderId, time);
      return last !== undefined && time - last <= SAME_TOUCH_MS ? [] : [time];
    });
}

/** Null: the text may go. Otherwise when it could, if the candidate doesn't write. */
export function coldUntil(before: ColdText[], text: ColdText, limits: ColdLimits): Date | null {
  const touches = touchesOf(before);
  const isNewTouch = touchesOf([...before, text]).length > touches.length;
  if (!isNewTouch) return null;
  const at = text.at.getTime();
  const ends = touches.flatMap((touch) => [touch + WEEK_MS, touch + WARM_MS]);
  const free = [at, ...ends.toSorted((one, other) => one - other)].find(
    (time) => time >= at && fits(touches, time, limits),
  );
  return free === at ? null : new Date(free ?? at + WARM_MS);
}

function fits(touches: number[], at: number, { perWeek, oneUnanswered }: ColdLimits): boolean {
  if (oneUnanswered && touches.some((touch) => Math.abs(at - touch) < WARM_MS)) return false;
  if (perWeek === null) return true;
  const all = [...touches, at];
  // Every 7 days that it would be in begin with one of them.
  return all
    .filter((start) => start <= at && at < start + WEEK_MS)
    .every((start) => all.filter((touch) => start <= touch && touch < start + WEEK_MS).length <= perWeek);
}

/** Of the candidate's jobs: the one that the text names, or else the only one. */
export function jobNamed(body: string, jobs: string[]): string | null {
  const words = body.toLowerCase();
  const names = [...new Set(jobs)];
  const named = names.filter((name) => name.trim() !== '' && words.includes(name.toLowerCase()));
  const [longest] = named.toSorted((one, other) => other.length - one.length);
  return longest ?? (names.length === 1 ? (names[0] ?? null) : null);
}
