import { z } from 'zod';
import { ANALYTICS } from './access.ts';
import { Id, PageQuery, PhoneNumberFormatted, page, Timestamp, Timezone } from './primitives.ts';
import { route } from './route.ts';
import { SeatRole } from './seats.ts';

/** The most days to ask for at once: two years, one of them a leap year. */
export const MOST_DAYS = 731;

/** A conversation starts again with the first text after this many days without one. */
export const QUIET_DAYS = 30;

/**
 * Steps for the time answers take, in minutes. Each answer counts in the first step that it fits in, or the last. What is shown is
 * exact to these steps.
 */
export const ANSWER_STEPS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300, 360, 480,
  600, 720, 960, 1200, 1440, 2160, 2880, 4320, 5760, 7200, 10_080, 20_160, 43_200,
] as const;

const Day = z.iso
  .date('Enter a day that exists, like 2026-03-31')
  .describe('A day in the time zone, YYYY-MM-DD.');
const count = (what: string) => z.number().int().min(0).describe(what);

const Range = z.object({
  date: Day.describe('The first day, YYYY-MM-DD.'),
  enddate: Day.optional().describe('The last day, YYYY-MM-DD, part of the range. Default: today.'),
});

const Filter = Range.extend({
  timezone: Timezone.optional().describe(
    'The time zone of the days and hours, e.g. America/New_York. Default: yours.',
  ),
  userId: Id.optional().describe('Only what this person did. Members may name only themselves.'),
  seatRole: SeatRole.optional().describe('Only over numbers of seats with this role.'),
  tag: z.string().max(40).optional().describe('Only over numbers of seats with this tag.'),
  jobId: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Only with candidates of this job: the ID of one of your own jobs, or a `jobId` of GET /jobStages. Those who are in it now.',
    ),
});
export type AnalyticsFilter = z.input<typeof Filter>;

export const AnswerTimes = z
  .object({
    answers: count('How many there were.'),
    median: z
      .number()
      .int()
      .nullable()
      .describe('Half of them came within this many minutes. Null if there were none.'),
    p90: z
      .number()
      .int()
      .nullable()
      .describe('Nine out of ten came within this many minutes. Null if there were none.'),
  })
  .describe('How long answers took. Automatic texts neither answer nor wait for an answer.');
export type AnswerTimes = z.infer<typeof AnswerTimes>;

export const Counts = z.object({
  sent: count('Texts that the carrier accepted, automatic ones too, delivered or not.'),
  automatic: count('How many of them were automatic.'),
  sentSegments: count('Segments of the texts sent.'),
  delivered: count('How many of the texts sent reached the phone, as far as the carrier says.'),
  failed: count("Texts that the carrier refused or couldn't deliver."),
  received: count("Texts that candidates sent. Calls don't count."),
  receivedSegments: count('Segments of the texts received.'),
  started: count(
    `Conversations that your people started: the first text, or the first after ${QUIET_DAYS} days without one. Automatic texts don't start any.`,
  ),
  answered: count('How many of those the candidate answered within 72 hours.'),
  startedByCandidates: count('Conversations that candidates started.'),
  optOuts: count('Candidates who opted out. They count for the person who texted them last.'),
});
export type Counts = z.infer<typeof Counts>;

export const Figures = Counts.extend({
  candidateAnswerTimes: AnswerTimes.describe(
    'From the first text that waited for the candidate to their answer, for answers in this range.',
  ),
  ourAnswerTimes: AnswerTimes.describe(
    "From the candidate's first text that waited to the first text that someone typed, for answers in this range.",
  ),
});
export type Figures = z.infer<typeof Figures>;

const Answers = {
  sent: Counts.shape.sent,
  answered: count('How many of them the candidate answered within 72 hours, before a person texted again.'),
  optOuts: count('Candidates who opted out after one of them was the last text to them.'),
};

export const Analytics = z.object({
  range: z.object({
    date: Day,
    enddate: Day,
    timezone: z.string(),
    unit: z.enum(['hour', 'day', 'week', 'month']).describe('What each point of `series` covers.'),
  }),
  previous: z.object({ date: Day, enddate: Day }).describe('The same number of days, just before.'),
  figures: Figures,
  previousFigures: Figures.describe('Of the days before.'),
  team: Figures.nullable().describe(
    "The whole account's, for members, whatever `seatRole`, `tag` and `jobId` are. Null for admins.",
  ),
  waiting: count(
    "Candidates waiting for an answer now, whatever the range. Archived conversations don't count.",
  ),
  series: z
    .array(
      z.object({
        startsAt: Timestamp,
        sent: Counts.shape.sent,
        received: Counts.shape.received,
        started: Counts.shape.started,
        answered: Counts.shape.answered,
      }),
    )
    .describe('Oldest first, without gaps.'),
  hours: z
    .array(
      z.object({
        weekday: z.number().int().min(1).max(7).describe('1: Monday.'),
        hour: z.number().int().min(0).max(23),
        sent: Counts.shape.sent,
        received: Counts.shape.received,
      }),
    )
    .describe('By hour and weekday of the time zone. Hours without texts are left out.'),
  people: z
    .array(
      Counts.extend({
        userId: Id,
        name: z.string(),
        seatRole: SeatRole.nullable().describe('Null for people who no longer have a seat.'),
      }),
    )
    .describe('By name. For members, only themselves.'),
  failures: z
    .array(
      z.object({
        errorCode: z.string().nullable().describe('As in a message.'),
        failed: Counts.shape.failed,
      }),
    )
    .describe('Most first.'),
  templates: z
    .array(z.object({ id: Id, name: z.string().nullable().describe('Null if it was deleted.'), ...Answers }))
    .describe('Most sent first.'),
  automations: z
    .array(z.object({ id: Id, name: z.string().nullable().describe('Null if it was deleted.'), ...Answers }))
    .describe('Most sent first.'),
  numbers: z
    .array(
      z.object({
        id: Id,
        number: PhoneNumberFormatted.nullable().describe("Null if it's no longer yours."),
        sent: Counts.shape.sent,
        delivered: Counts.shape.delivered,
        failed: Counts.shape.failed,
        received: Counts.shape.received,
      }),
    )
    .describe('Most sent first.'),
});
export type Analytics = z.infer<typeof Analytics>;

export const Figure = z.enum([
  'sent',
  'automatic',
  'delivered',
  'failed',
  'received',
  'started',
  'answered',
  'startedByCandidates',
  'optOuts',
  'candidateAnswers',
  'ourAnswers',
  'waiting',
]);
export type Figure = z.infer<typeof Figure>;

const TextTotals = z.object({
  totalSentMessages: Counts.shape.sent,
  totalReceivedMessages: Counts.shape.received,
});

export const getUserTextAnalytics = route({
  method: 'GET',
  path: '/user/textAnalytics',
  summary: 'How many texts you sent and received since a day of your time zone.',
  auth: 'session',
  scope: 'analytics:read',
  query: Range.pick({ date: true }),
  reply: TextTotals,
});

export const getAccountTextAnalytics = route({
  method: 'GET',
  path: '/account/textAnalytics',
  summary: 'How many texts each person sent and received, by name. Members get only their own.',
  auth: 'session',
  scope: 'analytics:read',
  may: ANALYTICS,
  query: Range,
  reply: z.array(
    TextTotals.extend({
      userId: Id,
      name: z.string(),
      seatRole: SeatRole.nullable().describe('Null for people who no longer have a seat.'),
    }),
  ),
});

export const getAnalytics = route({
  method: 'GET',
  path: '/analytics',
  summary: 'Figures of a range of days, next to the same number of days before.',
  auth: 'session',
  scope: 'analytics:read',
  may: ANALYTICS,
  query: Filter,
  reply: Analytics,
});

export const listConversationsOfFigure = route({
  method: 'GET',
  path: '/analytics/conversations',
  summary: 'The conversations behind a figure, newest first. Members get only their own.',
  auth: 'session',
  scope: 'analytics:read',
  may: ANALYTICS,
  query: Filter.extend({
    ...PageQuery.shape,
    figure: Figure,
    templateId: Id.optional().describe(
      'Only texts with this template. Then `answered` is of each of them, as in `templates`.',
    ),
    automationId: Id.optional().describe(
      'Only texts of this automation. Then `answered` is of each of them, as in `automations`.',
    ),
    numberId: Id.optional().describe('Only texts from and to this number.'),
    errorCode: z
      .string()
      .max(60)
      .optional()
      .describe('Only texts that failed with this code, as in `failures`.'),
  }),
  reply: page(
    z.object({
      conversationId: Id,
      candidateId: Id,
      firstName: z.string(),
      lastName: z.string(),
      phoneNumberFormatted: PhoneNumberFormatted,
      at: Timestamp.describe(
        'When the newest text that counts was sent or received, or since when the candidate has been waiting.',
      ),
    }),
  ),
});
