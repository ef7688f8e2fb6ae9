import { z } from 'zod';
import { Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* How long a company keeps texts, media and candidates. */

export const MIN_RETENTION_DAYS = 30;
export const MAX_RETENTION_DAYS = 7300;
/** From a stricter rule to the first deletion. */
export const RETENTION_DELAY_HOURS = 24;

const atLeast = `Keep them for at least ${MIN_RETENTION_DAYS} days`;
const Days = z
  .number('Enter a number of days')
  .int('Enter whole days')
  .min(MIN_RETENTION_DAYS, atLeast)
  .max(
    MAX_RETENTION_DAYS,
    `Enter at most ${MAX_RETENTION_DAYS.toLocaleString('en-US')} days, or keep them for good`,
  );

const Counts = z.object({
  texts: z.number().int().describe('Texts and calls.'),
  media: z.number().int().describe('Pictures, voicemails and other files in them.'),
  candidates: z.number().int(),
});
export type RetentionCounts = z.infer<typeof Counts>;

export const RetentionDays = z.object({
  textsAfterDays: Days.nullable().describe(
    'Texts and calls are deleted so many days after they were sent or received. Null: never.',
  ),
  mediaAfterDays: Days.nullable().describe(
    'Pictures, voicemails and other files are deleted so many days after their text or call. Null: with the text.',
  ),
  candidatesAfterDays: Days.nullable().describe(
    'Candidates are deleted so many days after the last contact or change, unless they are in an open job, wait for an answer, or something is planned with them. Null: never.',
  ),
});
export type RetentionDays = z.infer<typeof RetentionDays>;

/** Something goes that would have stayed, or goes earlier. */
export const isStricter = (now: RetentionDays, before: RetentionDays): boolean =>
  (['textsAfterDays', 'mediaAfterDays', 'candidatesAfterDays'] as const).some(
    (name) => now[name] !== null && now[name] < (before[name] ?? Number.POSITIVE_INFINITY),
  );

export const Retention = RetentionDays.extend({
  startsAt: Timestamp.nullable().describe(
    `When the rule begins to delete: ${RETENTION_DELAY_HOURS} hours after it got stricter. Until then you can take it back. Null: it has begun, or there is none.`,
  ),
  lastRun: Counts.extend({ startedAt: Timestamp, finishedAt: Timestamp })
    .nullable()
    .describe('What the last run deleted.'),
});
export type Retention = z.infer<typeof Retention>;

const admins = { userType: 'admin' } as const;

export const getRetention = route({
  method: 'GET',
  path: '/account/retention',
  summary: 'Get how long texts, media and candidates are kept.',
  auth: 'session',
  may: admins,
  reply: Retention,
});

export const updateRetention = route({
  method: 'PUT',
  path: '/account/retention',
  summary: `Set how long texts, media and candidates are kept. A stricter rule begins to delete ${RETENTION_DELAY_HOURS} hours later, and all admins get a mail. The consent history and opt-outs outlive them.`,
  auth: 'session',
  may: admins,
  body: RetentionDays,
  reply: Retention,
});

const DaysAsked = z.coerce
  .number('Enter a number of days')
  .int('Enter whole days')
  .min(MIN_RETENTION_DAYS, atLeast)
  .max(MAX_RETENTION_DAYS, `Enter at most ${MAX_RETENTION_DAYS} days`);
const asked = z
  .union([z.literal('null').transform(() => null), DaysAsked])
  .optional()
  .describe('Days, or `null` for never. As saved if you leave it out.');

export const previewRetention = route({
  method: 'GET',
  path: '/account/retention/preview',
  summary: 'Count what a rule would delete now.',
  auth: 'session',
  may: admins,
  query: z.object({ textsAfterDays: asked, mediaAfterDays: asked, candidatesAfterDays: asked }),
  reply: Counts.extend({
    onHold: z.number().int().describe('Candidates on legal hold. They and all that is theirs stay.'),
    inUse: z
      .number()
      .int()
      .describe(
        'Candidates without contact or change for as long, who stay: in an open job, waiting for an answer, or with something planned.',
      ),
    complete: z
      .boolean()
      .describe('False: there was too much to count within a few seconds, so there may be more of each.'),
  }),
});
