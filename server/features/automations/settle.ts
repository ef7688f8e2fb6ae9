import type { PlannedStatus } from '../../../contract/automations.ts';
import { keyOf, type Plan, type WantedText } from './plan.ts';
import type { Reason, ReasonCode } from './reasons.ts';

/* What becomes of the planned texts of a candidate, given how their texts are planned now. Pure, as the planner is. */

/** A planned text as stored. */
export interface StoredText {
  id: string;
  automationId: string;
  ownerId: string;
  version: number;
  candidateId: string;
  occasion: string;
  subjectId: string;
  subjectAt: Date;
  seatId: string | null;
  sendAt: Date;
  status: PlannedStatus;
  reason: ReasonCode | null;
  reasonDetails: Record<string, unknown> | null;
  editedBody: string | null;
  decidedAt: Date | null;
  messageId: string | null;
  /** Its message was written, and has not been sent to the carrier. */
  isUnsent: boolean;
  /** Its message is to a number that the candidate had before. */
  isToOldNumber: boolean;
}

/** As it should be. */
export type NextText = Omit<StoredText, 'id' | 'isUnsent' | 'isToOldNumber' | 'editedBody' | 'decidedAt'> & {
  /** Null: it is new. */
  id: string | null;
  /** Its message has to be canceled first. */
  cancels: string | null;
};

/** What is discovered this much later is no longer planned: it would be a surprise. */
export const LATE_MS = 60 * 60_000;

/** Those that change. */
export function settlePlan(
  stored: StoredText[],
  { wanted, dropped, occasions }: Plan,
  { candidateId, now }: { candidateId: string; now: Date },
): NextText[] {
  const wantedBy = new Map(wanted.map((text) => [keyOf(text.rule.id, text.subject.occasion), text]));
  const droppedBy = new Map(dropped.map((text) => [keyOf(text.rule.id, text.occasion), text]));
  const known = new Set(stored.map(({ automationId, occasion }) => keyOf(automationId, occasion)));
  const ownersOf = Map.groupBy(stored, ({ occasion }) => occasion);
  const changed = stored.flatMap((text) => {
    const key = keyOf(text.automationId, text.occasion);
    const gone = droppedBy.get(key)?.reason.code ?? (occasions.has(text.occasion) ? 'automation_off' : null);
    return settleStored(text, wantedBy.get(key), gone ?? whyGone(text), now) ?? [];
  });
  const added = wanted
    .filter((text) => !known.has(keyOf(text.rule.id, text.subject.occasion)))
    .filter((text) => !wasAlreadyTexted(text, stored, occasions))
    .flatMap((text) => {
      const others = ownersOf.get(text.subject.occasion) ?? [];
      const isOfOther = others.some(({ ownerId }) => ownerId !== text.rule.ownerId);
      return settleNew(text, { candidateId, now, isOfOther }) ?? [];
    });
  return [...changed, ...added];
}

/** An application that was texted about is gone, and a reconnected system has one in the same stage under another ID. */
function wasAlreadyTexted(
  { rule, subject }: WantedText,
  stored: StoredText[],
  occasions: Plan['occasions'],
): boolean {
  const stageOf = (occasion: string) => occasion.slice(occasion.indexOf(' ') + 1);
  const stageId = stageOf(subject.occasion);
  if (rule.type !== 'stageMessage' || !stageId.includes('/')) return false;
  return stored.some(
    ({ automationId, status, occasion, subjectId }) =>
      automationId === rule.id &&
      status === 'sent' &&
      stageOf(occasion) === stageId &&
      ![...occasions].some((one) => one.startsWith(`${subjectId} `)),
  );
}

/** `isOfOther`: someone else's automations have planned for the same occasion, and may have texted. */
function settleNew(
  text: WantedText,
  { candidateId, now, isOfOther }: { candidateId: string; now: Date; isOfOther: boolean },
): NextText | null {
  const { rule, subject, moment, sendAt } = text;
  const isLate =
    moment < subject.knownSince || now.getTime() - sendAt.getTime() > LATE_MS || (isOfOther && sendAt <= now);
  const fresh = {
    id: null,
    automationId: rule.id,
    ownerId: rule.ownerId,
    candidateId,
    occasion: subject.occasion,
    messageId: null,
    cancels: null,
    ...asWanted(text),
  };
  if (!isLate) return { ...fresh, ...statusOf(text) };
  // No one asks what became of texts about things long past.
  return subject.at > now ? { ...fresh, ...because('skipped', 'moment_passed') } : null;
}

function settleStored(
  stored: StoredText,
  text: WantedText | undefined,
  gone: ReasonCode,
  now: Date,
): NextText | null {
  if (stored.status === 'sent') return settleSent(stored, text, gone, now);
  const isMachines = stored.reason === 'moment_passed';
  if (stored.status === 'skipped' && !isMachines) return null;
  if (stored.status === 'skipped' || stored.status === 'canceled') {
    const isBack =
      text !== undefined &&
      text.moment >= text.rule.enabledAt &&
      (isMachines ? text.moment > now : now.getTime() - text.sendAt.getTime() <= LATE_MS);
    return isBack ? changed(stored, { ...asWanted(text), ...statusOf(text), messageId: null }) : null;
  }
  if (text === undefined) return changed(stored, because('canceled', gone));
  if (hasPassed(stored, text, now))
    return changed(stored, { ...asWanted(text), ...because('skipped', 'moment_passed') });
  // Asked about, and not answered yet.
  if (stored.reason === 'too_many_at_once' && stored.decidedAt === null)
    return changed(stored, { ...asWanted(text), ...because('held', 'too_many_at_once') });
  if (isPostponed(stored) && text.held === null && stored.sendAt > now && text.sendAt <= now)
    return changed(stored, { ...asWanted(text), sendAt: stored.sendAt });
  return changed(stored, { ...asWanted(text), ...statusOf(text) });
}

/** Its subject was moved or is gone, or the number changed: what is still here is taken back. */
function settleSent(
  stored: StoredText,
  text: WantedText | undefined,
  gone: ReasonCode,
  now: Date,
): NextText | null {
  if (!stored.isUnsent) return null;
  const stands = text !== undefined && text.subject.at.getTime() === stored.subjectAt.getTime();
  const isAwaited =
    stands && text.held?.code !== 'asked_another_time' && text.held?.code !== 'onboarding_paused';
  if (isAwaited && !stored.isToOldNumber) return null;
  const canceled = { ...stored, status: 'canceled' as const, messageId: null };
  const again = (isAwaited
    ? changed(canceled, { ...asWanted(text), ...statusOf(text) })
    : settleStored(canceled, text, gone, now)) ?? {
    ...canceled,
    ...because('canceled', gone),
  };
  return { ...again, cancels: stored.messageId };
}

/** Its subject is gone, by its occasion. */
function whyGone({ candidateId, occasion }: StoredText): ReasonCode {
  if (occasion.startsWith(`${candidateId} `)) return 'interview_moved';
  return occasion.includes(' ') ? 'left_stage' : 'onboarding_ended';
}

/** It moved to a moment that has passed. */
function hasPassed(stored: StoredText, { moment, sendAt }: WantedText, now: Date): boolean {
  const isElsewhere = !isPostponed(stored) && stored.sendAt.getTime() !== sendAt.getTime();
  return isElsewhere && stored.sendAt > now && moment < now && sendAt < now;
}

const isPostponed = ({ status, reason }: StoredText) =>
  status === 'planned' &&
  (reason === 'quiet_hours' || reason === 'in_conversation' || reason === 'interview_unchecked');

function asWanted({ rule, subject, seatId, sendAt }: WantedText) {
  const { id: subjectId, at: subjectAt } = subject;
  return { version: rule.version, subjectId, subjectAt, seatId, sendAt };
}

function statusOf({ held, moved }: WantedText) {
  return held === null ? withReason('planned', moved) : withReason('held', held);
}

const because = (status: PlannedStatus, code: ReasonCode) => withReason(status, { code });

function withReason(status: PlannedStatus, reason: Reason | null) {
  return { status, reason: reason?.code ?? null, reasonDetails: reason?.details ?? null };
}

const COMPARED = ['version', 'subjectId', 'seatId', 'status', 'reason', 'messageId'] as const;

/** Null: it's like that already. */
function changed(stored: StoredText, change: Partial<NextText>): NextText | null {
  const { isUnsent: _, isToOldNumber: __, editedBody: ___, decidedAt: ____, ...before } = stored;
  const next: NextText = { ...before, cancels: null, ...change };
  const isSame =
    COMPARED.every((field) => before[field] === next[field]) &&
    before.sendAt.getTime() === next.sendAt.getTime() &&
    before.subjectAt.getTime() === next.subjectAt.getTime() &&
    JSON.stringify(before.reasonDetails) === JSON.stringify(next.reasonDetails);
  return isSame ? null : next;
}
