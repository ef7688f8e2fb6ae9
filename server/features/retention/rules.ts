import { isStricter, RETENTION_DELAY_HOURS, type RetentionDays } from '../../../contract/retention.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

const DAYS = ['textsAfterDays', 'mediaAfterDays', 'candidatesAfterDays'] as const;

export const isSame = (one: RetentionDays, other: RetentionDays): boolean =>
  DAYS.every((name) => one[name] === other[name]);

/** A slip is noticed before anything is gone. Who keeps things longer needn't wait. */
export const startsAt = (
  now: RetentionDays,
  before: RetentionDays & { startsAt: Date },
  changedAt: Date,
): Date =>
  isStricter(now, before) ? new Date(changedAt.getTime() + RETENTION_DELAY_HOURS * HOUR_MS) : before.startsAt;

/** What is from before then, is due. Null: nothing is. */
export const dueBefore = (days: number | null, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() - days * DAY_MS);

/** What a pass looks at, in this order. */
export const STEPS = ['texts', 'media', 'candidates'] as const;
export type Step = (typeof STEPS)[number];

/** From the end of a pass to the next. */
const REST_MS = 20 * HOUR_MS;
export const nextPassAt = (finishedAt: Date): Date => new Date(finishedAt.getTime() + REST_MS);
