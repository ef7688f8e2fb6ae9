import { z } from 'zod';
import { CALENDARS } from './access.ts';
import { EvenIfTooMany } from './cold-texts.ts';
import { InterviewFields } from './interviews.ts';
import { ConfirmedNumber } from './number-change.ts';
import { Id, Ok, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { notAccepted } from './sendability-reason.ts';
import { TextBody } from './text-body.ts';
import { PlannedTime } from './years.ts';

/* Times that a candidate is offered by text. Their answer books one of them. */

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const ClockTime = z
  .string()
  .regex(/^(?:([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Enter a time like 09:00')
  .describe('24-hour clock, e.g. 09:00. 24:00 is the end of the day.');

export const WorkingDay = z
  .object({ day: z.enum(DAYS), from: ClockTime, to: ClockTime })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'The end has to be after the start' });
export type WorkingDay = z.infer<typeof WorkingDay>;

export const MAX_MINUTES_BETWEEN = 120;
export const MAX_EARLIEST_HOURS = 168;
const HoursInput = z.object({
  days: z
    .array(WorkingDay)
    .refine((days) => new Set(days.map(({ day }) => day)).size === days.length, 'Enter each day once')
    .describe('When you can be met, by your own clock. Nothing is offered on days that are missing.'),
  minutesBetween: z
    .number('Enter a number')
    .int('Enter a whole number')
    .min(0, 'Enter 0 or more')
    .max(MAX_MINUTES_BETWEEN, `Enter ${MAX_MINUTES_BETWEEN} or less`)
    .describe('Minutes kept free before and after whatever is in your calendar.'),
  earliestHours: z
    .number('Enter a number')
    .int('Enter a whole number')
    .min(0, 'Enter 0 or more')
    .max(MAX_EARLIEST_HOURS, `Enter ${MAX_EARLIEST_HOURS} or less`)
    .describe('Hours from now before which nothing is offered or booked.'),
});
export type HoursInput = z.infer<typeof HoursInput>;

export const USUAL_HOURS: HoursInput = {
  days: DAYS.slice(0, 5).map((day) => ({ day, from: '09:00', to: '17:00' })),
  minutesBetween: 15,
  earliestHours: 4,
};

export const WorkingHours = HoursInput.extend({
  timezone: z.string().describe('IANA name: yours. You change it in your profile.'),
});
export type WorkingHours = z.infer<typeof WorkingHours>;

const may = CALENDARS;

export const getWorkingHours = route({
  method: 'GET',
  path: '/user/workingHours',
  summary: 'Get the hours in which you can be met.',
  auth: 'session',
  may,
  reply: WorkingHours,
});

export const updateWorkingHours = route({
  method: 'PUT',
  path: '/user/workingHours',
  summary: 'Change the hours in which you can be met. Times that you offered already stay.',
  auth: 'session',
  may,
  body: HoursInput,
  reply: WorkingHours,
});

const MOST_MINUTES = 480;
export const MAX_TIMES = 3;
export const MAX_FREE_DAYS = 31;

const minutesRules = (number: z.ZodNumber) =>
  number
    .int('Enter a whole number')
    .min(5, 'Enter 5 or more')
    .max(MOST_MINUTES, `Enter ${MOST_MINUTES} or less`)
    .describe('How long the interview takes.');

export const FreeTime = z.object({ startsAt: Timestamp, endsAt: Timestamp });
export type FreeTime = z.infer<typeof FreeTime>;

export const listFreeTimes = route({
  method: 'GET',
  path: '/timeOffers/freeTimes',
  summary:
    "List when you are free within your working hours and it isn't night for the candidate, on the quarter hour.",
  auth: 'session',
  may,
  query: z
    .object({
      candidateId: Id,
      minutes: minutesRules(z.coerce.number('Enter a number')),
      from: PlannedTime,
      to: PlannedTime.describe(`At most ${MAX_FREE_DAYS} days after \`from\`.`),
    })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ['to'],
      message: 'The end must be after the start',
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_FREE_DAYS * 24 * 3600_000, {
      path: ['to'],
      message: `Ask for ${MAX_FREE_DAYS} days at most`,
    }),
  reply: z.object({
    items: z.array(FreeTime),
    timezone: z.string().describe('IANA name: yours.'),
    candidateTimezone: z.string().describe('IANA name: the one the candidate reads the times in.'),
    incomplete: z.array(Id).describe("Calendars we couldn't ask: you may be busy at some of these times."),
  }),
  failures: ['not_found'],
});

export const TimeOfferStatus = z
  .enum(['open', 'booking', 'booked', 'declined', 'needsPerson', 'withdrawn', 'expired'])
  .describe(
    "open: waits for an answer. booking: the candidate chose, and calendars are being checked. declined: none of the times suits them. needsPerson: we couldn't book it, so you have to answer. expired: no one answered in time.",
  );
export type TimeOfferStatus = z.infer<typeof TimeOfferStatus>;

export const TimeOffer = z.object({
  id: Id,
  candidateId: Id,
  conversationId: Id,
  userId: Id.describe('Whose times they are.'),
  title: z.string(),
  minutes: z.number().int(),
  location: z.string().nullable(),
  videoUrl: z.string().nullable(),
  interviewers: z.array(z.string()),
  sendInvitation: z.boolean(),
  status: TimeOfferStatus,
  withdrawnBecause: z
    .enum(['optedOut'])
    .nullable()
    .describe(
      'optedOut: the candidate opted out, which withdraws what they were offered. Null: a person withdrew it, or no one did.',
    ),
  timezone: z.string().describe('IANA name: the one the candidate reads the times in.'),
  times: z.array(
    FreeTime.extend({
      number: z.number().int().describe('What the candidate answers with.'),
      held: z.boolean().describe('Kept free for the candidate.'),
    }),
  ),
  chosen: z.number().int().nullable().describe('The number of the time that the candidate chose last.'),
  answeredAt: Timestamp.nullable(),
  bookedAt: Timestamp.nullable(),
  interviewId: Id.nullable(),
  messageId: Id.describe('The text with the times.'),
  body: z.string().describe('What that text says.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  can: z.object({ withdraw: z.boolean() }),
});
export type TimeOffer = z.infer<typeof TimeOffer>;

const Target = { candidateId: Id.optional(), conversationId: Id.optional() };
const hasOneTarget = (target: { candidateId?: string | undefined; conversationId?: string | undefined }) =>
  (target.candidateId === undefined) !== (target.conversationId === undefined);
const ONE_TARGET = { path: ['candidateId'], message: 'Enter a candidate or a conversation' };
const Times = z
  .array(PlannedTime)
  .min(1, 'Choose at least one time')
  .max(MAX_TIMES, `Choose at most ${MAX_TIMES} times`)
  .refine((times) => new Set(times.map(Date.parse)).size === times.length, 'Choose each time once');
const Intro = TextBody(500);
const { title, location, videoUrl, interviewers } = InterviewFields.shape;

export const previewTimeOffer = route({
  method: 'GET',
  path: '/timeOffers/preview',
  summary: 'Show the text that offers these times.',
  auth: 'session',
  may,
  query: z
    .object({
      ...Target,
      times: z
        .string()
        .transform((text) => text.split(','))
        .pipe(Times)
        .describe('When they start, with commas between.'),
      intro: Intro.optional().describe('What the text begins with.'),
    })
    .refine(hasOneTarget, ONE_TARGET),
  reply: z.object({
    body: z.string(),
    options: z.array(z.string()).describe('The lines that have to stay as they are.'),
    timezone: z.string().describe('IANA name: the one the candidate reads the times in.'),
  }),
  failures: ['not_found'],
});

export const createTimeOffer = route({
  method: 'POST',
  path: '/timeOffers',
  summary:
    'Offer a candidate up to three times by text. Their answer books one. An older offer in that conversation is withdrawn. `number_changed` says in `details.numberChange` what changed.',
  auth: 'session',
  may,
  body: z
    .object({
      ...Target,
      title: title.default('Interview'),
      minutes: minutesRules(z.number('Enter a number')),
      times: Times.describe('When they start.'),
      location,
      videoUrl,
      interviewers,
      intro: Intro.optional().describe('What the text begins with. Not with `body`.'),
      body: TextBody()
        .optional()
        .describe(
          'The whole text, if you changed the words around the times. It must have every option as in the preview.',
        ),
      sendInvitation: z
        .boolean()
        .default(true)
        .describe('Mail the candidate an invitation, if we know their email address. You always get one.'),
      confirmedNumber: ConfirmedNumber,
      evenIfTooMany: EvenIfTooMany,
    })
    .refine(hasOneTarget, ONE_TARGET),
  reply: TimeOffer,
  status: 201,
  idempotent: true,
  failures: [
    'not_found',
    'time_taken',
    'time_offer_answered',
    ...notAccepted,
    'too_many_cold_texts',
    'missing_attributes',
    'unknown_attribute',
  ],
});

export const listTimeOffers = route({
  method: 'GET',
  path: '/timeOffers',
  summary:
    'List the times offered to a candidate, newest first: yours, and those in conversations that you may see.',
  auth: 'session',
  may,
  query: PageQuery.extend({ candidateId: Id }),
  reply: page(TimeOffer),
  failures: ['not_found'],
});

export const withdrawTimeOffer = route({
  method: 'DELETE',
  path: '/timeOffers/{id}',
  summary: "Withdraw an offer. The candidate isn't notified; their answer will wait for you.",
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  reply: Ok,
  failures: ['not_found', 'time_offer_answered'],
});
