import type { AutomationType, Timing } from '../../../contract/automations.ts';
import { lastSendAt, nextSendAt, type Place, type TextedPerson, zonesOf } from '../consent/quiet-hours.ts';
import { onWorkingDay } from './working-days.ts';

/* When an automatic text goes out: counted from what it is about, and then moved into hours in which texting is allowed. */

interface Timed {
  type: AutomationType;
  timing: Timing;
  offsetMinutes: number;
  workingDaysOnly: boolean;
}

const MINUTE = 60_000;

/** It goes rather before than after: no one knows beforehand when someone enters a stage. */
export function goesRatherBefore({ type, timing }: Pick<Timed, 'type' | 'timing'>): boolean {
  return timing !== 'after' && type !== 'stageMessage';
}

/** The moment that the automation sets. Offsets are counted in real minutes, also where clocks change in between. */
export function momentOf(rule: Timed, subjectAt: Date, texted: Place): Date {
  const offset = { before: -1, after: 1, onTime: 0 }[rule.timing] * rule.offsetMinutes * MINUTE;
  const moment = new Date(subjectAt.getTime() + offset);
  if (!rule.workingDaysOnly) return moment;
  const zone = zonesOf(texted)[0] ?? 'UTC';
  return onWorkingDay(moment, zone, goesRatherBefore(rule) ? 'before' : 'after');
}

/** What is about to begin may begin a little late. */
const ON_TIME_MS = 15 * MINUTE;
/** A text that counts from something past, and waits for something, is given up after this long. */
const AFTER_MS = 7 * 24 * 60 * MINUTE;

/** From then on it's no longer sent. */
export function deadlineOf(rule: Pick<Timed, 'type' | 'timing'>, subjectAt: Date, sendAt: Date): Date {
  if (!goesRatherBefore(rule)) return new Date(sendAt.getTime() + AFTER_MS);
  return rule.timing === 'before' ? subjectAt : new Date(subjectAt.getTime() + ON_TIME_MS);
}

export type Legal = { sendAt: Date; moved: 'earlier' | 'later' | null } | { opensAt: Date };

/**
 * The moment, or the nearest at which the person may be texted: rather before what it is about. `opensAt`: there is none before
 * it begins. `knownSince`: what it is about wasn't known before then, so nothing could go out.
 */
export function legalMoment(
  rule: Timed,
  { moment, subjectAt, knownSince }: { moment: Date; subjectAt: Date; knownSince: Date },
  texted: TextedPerson,
): Legal {
  const opensAt = nextSendAt(moment, texted);
  if (opensAt === null) return { sendAt: moment, moved: null };
  if (!goesRatherBefore(rule)) return { sendAt: opensAt, moved: 'later' };
  const last = lastSendAt(moment, texted);
  if (last >= knownSince) return { sendAt: last, moved: 'earlier' };
  return opensAt < subjectAt ? { sendAt: opensAt, moved: 'later' } : { opensAt };
}
