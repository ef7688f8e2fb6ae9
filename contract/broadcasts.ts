import { z } from 'zod';
import { BROADCAST_APPROVERS, BROADCASTS } from './access.ts';
import { deliveryErrors } from './delivery-error.ts';
import { Media, MediaIds } from './media.ts';
import { MERGE_ATTRIBUTES, type MergeAttribute, mergeAttributes } from './merge-attributes.ts';
import { Message } from './messages.ts';
import { Name } from './name.ts';
import { Id, PageQuery, PhoneNumber, PhoneNumberFormatted, page, Tag, Timestamp } from './primitives.ts';
import { parseTemplate, unknownAttributesOf } from './render-template.ts';
import { route } from './route.ts';
import { notAccepted } from './sendability-reason.ts';
import { TextBody } from './text-body.ts';

/* Broadcasts: one text of a person to many candidates, each in their own conversation. */

export const MAX_BROADCAST_RECIPIENTS = 100_000;
export const MAX_BROADCAST_NAME = 80;
/** How many candidates are named for each reason to leave them out, and how many texts a preview shows. */
export const MOST_NAMED_EACH = 50;
export const MOST_SAMPLES = 20;
/** So many go first, and the others wait until their outcome is known. */
export const TRIAL_RECIPIENTS = 25;
/** Without an express consent on record, an answer within so many days is one. */
export const ANSWERED_WITHIN_DAYS = 365;

/** Of what a text may name, these are different for each interview or start, which a broadcast isn't about. */
export const BROADCAST_ATTRIBUTES: MergeAttribute[] = MERGE_ATTRIBUTES.filter(
  (attribute) => !['interview', 'onboarding'].includes(mergeAttributes[attribute].source),
);

/** Why someone gets no text. */
export const leftOutReasons = {
  opted_out: 'Opted out of texts',
  conversation_held: 'May have asked you to stop, and no one has reviewed it',
  reply_unclear: 'May have asked you to stop, and no one has reviewed it',
  number_changed: 'Their number changed',
  own_number: "It's the number you text from",
  not_textable: "Their number can't receive texts",
  no_consent: 'Has neither agreed to texts nor written within a year',
  missing_value: 'Something the text needs is missing',
  too_long: 'Filled in, the text is too long',
  consent_on_record: 'Has agreed to texts already',
  consent_asked: 'Was asked for consent, and may not be asked again now',
  too_many_broadcasts: 'Got as many broadcasts this week as you allow',
  too_many_cold_texts: 'Got as many texts as you allow without an answer',
} as const;
export type LeftOutReason = keyof typeof leftOutReasons;

/** Why a recipient has to wait. */
export const waitingReasons = {
  quiet_hours: "It's too early or too late for them",
  too_many_automatic_texts: 'Got as many automatic texts today as they get in a day',
} as const;

/** Why a broadcast was paused, by Hiretext. */
export const pausedReasons = {
  sender_gone: 'The person who sent it no longer has the seat. Cancel it, or start it from another seat.',
  account_closing: 'Your account is about to be deleted.',
  plan_required: "Your company's plan ended.",
  invoice_unpaid: 'Pay your first invoice to send more texts.',
  payment_overdue: 'A payment for your plan is overdue.',
  no_texts_left: "You've used up your texts. Buy more, then resume it.",
  number_replaced: 'The number is being replaced.',
  no_number: 'There is no number to send it from.',
  number_not_linked: "The number isn't ready to text yet.",
  number_not_registered: "The number isn't registered with the carriers yet.",
} as const;
export type PausedReason = keyof typeof pausedReasons;

export const stoppedReasons = {
  opt_outs: 'Too many people opted out. Texting more could get your number blocked.',
  filtered: 'Carriers blocked too many of the texts as spam. Reword the text before you try again.',
} as const;
export type StoppedReason = keyof typeof stoppedReasons;

/** In a sentence, whatever it is. Null: it's no reason to explain. */
export function reasonText(reason: string | null): string | null {
  if (reason === null) return null;
  const all: Record<string, string> = { ...deliveryErrors, ...waitingReasons, ...leftOutReasons };
  return all[reason] ?? null;
}

export const BroadcastStatus = z
  .enum(['scheduled', 'awaitingApproval', 'running', 'paused', 'stopped', 'canceled', 'done'])
  .describe(
    'scheduled: starts later. awaitingApproval: an admin has to approve it first. running: texts go out, or wait for their hour. paused: by a person, or by `pausedBecause`. stopped: Hiretext stopped it for good (`stoppedBecause`). canceled: by a person. done: nothing waits anymore.',
  );
export type BroadcastStatus = z.infer<typeof BroadcastStatus>;

export const RecipientOutcome = z
  .enum(['waiting', 'sent', 'delivered', 'undelivered', 'failed', 'unknown', 'canceled', 'leftOut'])
  .describe(
    'waiting: the carrier has no text yet. sent: it has. unknown: its answer got lost. leftOut: gets none.',
  );
export type RecipientOutcome = z.infer<typeof RecipientOutcome>;

const count = z.number().int().min(0);

export const BroadcastAudience = z
  .object({
    candidateIds: z.array(Id).max(10_000, 'Choose at most 10,000 candidates').optional(),
    tags: z.array(Tag).max(20, 'Choose at most 20 tags').optional().describe('Candidates with any of them.'),
    search: z.string().trim().max(100).optional().describe('As in `GET /candidates`.'),
    jobId: z.string().min(1).max(300).optional().describe('In this job, as in `GET /jobStages`.'),
    stageId: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('In this stage of any job, or of `jobId`. As in `GET /jobStages`.'),
    importId: Id.optional().describe('In this import of candidates, new ones and those it updated.'),
    unansweredOf: Id.optional().describe(
      "Who got this broadcast's text and hasn't answered or opted out since.",
    ),
  })
  .describe('Everyone who is in any of these, each phone number once.');
export type BroadcastAudience = z.infer<typeof BroadcastAudience>;

const BroadcastBody = TextBody()
  .min(1, 'The text is required')
  .superRefine((body, context) => {
    const unknown = unknownAttributesOf(body);
    if (unknown.length > 0) context.addIssue(`There is no merge attribute called ${unknown.join(', ')}`);
    const others = parseTemplate(body).flatMap((token) =>
      token.kind === 'attribute' && !BROADCAST_ATTRIBUTES.includes(token.attribute) ? [token.attribute] : [],
    );
    if (others.length > 0) context.addIssue(`A broadcast can't have ${others.join(', ')}`);
  })
  .describe('May have merge attributes of the candidate, you and your company.');

const LocalTime = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, 'Enter a date and a time')
  .refine((value) => !Number.isNaN(Date.parse(`${value}Z`)), 'Enter a date and a time')
  .describe('A date and a time without a zone, e.g. 2026-11-27T09:30.');

const asked = {
  audience: BroadcastAudience,
  mediaIds: MediaIds.describe('Your uploads. Each recipient gets them with the text.'),
  body: BroadcastBody.optional(),
  asksConsent: z
    .literal(true)
    .optional()
    .describe(
      "In place of `body`: asks for consent, in your company's words, those who haven't agreed yet. A reply of YES is recorded as consent, and NO as an opt-out.",
    ),
  scheduledAt: Timestamp.optional().describe('When it starts: at most a year ahead. Default: now.'),
  localTime: LocalTime.optional().describe(
    "In place of `scheduledAt`: goes out at this time of each recipient's own clock. Where that has passed, at once.",
  ),
};

const onlyOneTime = {
  path: ['localTime'],
  message: 'Give a moment, or a time on their clocks, but not both',
};
const hasOneTime = (input: { scheduledAt?: string | undefined; localTime?: string | undefined }) =>
  input.scheduledAt === undefined || input.localTime === undefined;

const onlyOneText = { path: ['body'], message: 'The text is required' };
const hasOneText = (input: { body?: string | undefined; asksConsent?: true | undefined }) =>
  (input.body === undefined) === (input.asksConsent ?? false);
const onlyWords = { path: ['mediaIds'], message: 'A text that asks for consent has no attachments' };
const hasOnlyWords = (input: { asksConsent?: true | undefined; mediaIds?: string[] | undefined }) =>
  input.asksConsent === undefined || (input.mediaIds ?? []).length === 0;

/** Who gets what, and when. */
export const AskedBroadcast = z
  .object(asked)
  .refine(hasOneTime, onlyOneTime)
  .refine(hasOneText, onlyOneText)
  .refine(hasOnlyWords, onlyWords);
export type AskedBroadcast = z.input<typeof AskedBroadcast>;

const Reasons = z.array(
  z.object({
    reason: z.string(),
    text: z.string().describe('The same in words.'),
    count,
  }),
);

export const BroadcastPreview = z.object({
  audience: count.describe('Phone numbers.'),
  willSend: count.describe('Of those, how many get the text, now or later.'),
  waiting: z.record(z.string(), count).describe('Of those, how many have to wait, by reason.'),
  waitingFor: z
    .array(z.object({ zone: z.string(), until: Timestamp, count }))
    .describe('When those who wait for their hours get it, by time zone, soonest first.'),
  leftOut: z.array(
    Reasons.element.extend({
      candidates: z
        .array(
          z.object({
            id: Id,
            firstName: z.string(),
            lastName: z.string(),
            phoneNumberFormatted: PhoneNumberFormatted,
          }),
        )
        .describe(`The first ${MOST_NAMED_EACH} of them.`),
    }),
  ),
  segments: count.describe('Of all texts together.'),
  costCents: count.describe(
    'What the segments cost in the smallest text package, of accounts that buy packages; 0 otherwise.',
  ),
  remainingTexts: z
    .number()
    .int()
    .nullable()
    .describe('Segments left of what was bought. Null if you buy none.'),
  startsAt: Timestamp.nullable().describe('When the first text goes out. Null if none does.'),
  finishesAt: Timestamp.nullable().describe(
    "When the last one is out, at the pace of the carriers and in the candidates' hours.",
  ),
  needsApproval: z.boolean().describe('An admin has to approve it before it starts.'),
  blockedBecause: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why it could not start now. Null: it could.'),
  samples: z
    .array(z.object({ candidateId: Id, firstName: z.string(), lastName: z.string(), body: z.string() }))
    .describe(`The text as the first ${MOST_SAMPLES} recipients get it.`),
});
export type BroadcastPreview = z.infer<typeof BroadcastPreview>;

const Because = z.object({ code: z.string(), message: z.string() }).nullable();

export const Broadcast = z.object({
  id: Id,
  name: z.string(),
  body: z.string(),
  attachments: z.array(Media),
  asksConsent: z.boolean().describe('Whether it asks for consent.'),
  status: BroadcastStatus,
  stoppedBecause: z
    .object({ code: z.enum(['opt_outs', 'filtered']), message: z.string() })
    .nullable()
    .describe('Why Hiretext stopped it.'),
  pausedBecause: Because.describe('Why Hiretext paused it. Null if a person did, or it is not paused.'),
  warning: Because.describe('What may stop it soon: many opt-outs, or many texts that carriers blocked.'),
  author: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Null if that person was erased since.'),
  audience: count,
  outcomes: z.record(RecipientOutcome, count).describe('They always sum to `audience`.'),
  leftOut: Reasons.describe('Why people were left out.'),
  answered: count.describe('Texted back, and did not opt out.'),
  optedOut: count,
  startsAt: Timestamp.describe('When the first text may go.'),
  localTime: z.string().nullable().describe("On each recipient's clock. Null: at one moment for all."),
  limitedUntil: Timestamp.nullable().describe(
    'Carriers take no more texts of your company until then. Null: they do.',
  ),
  nextSendAt: Timestamp.nullable().describe('When the next of those who wait may get it.'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  can: z.object({
    pause: z.boolean(),
    resume: z.boolean(),
    cancel: z.boolean(),
    approve: z.boolean().describe('Also to decline it.'),
  }),
});
export type Broadcast = z.infer<typeof Broadcast>;

export const BroadcastRecipient = z.object({
  candidateId: Id,
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  outcome: RecipientOutcome,
  reason: z.string().nullable(),
  reasonText: z.string().nullable().describe('The same in words.'),
  sendAt: Timestamp.describe('When it may go out at the earliest.'),
  answeredAt: Timestamp.nullable(),
  optedOutAt: Timestamp.nullable(),
  messageId: Id.nullable().describe('Null: not written yet.'),
  conversationId: Id.nullable().describe("Null: there is none yet, or you can't see it."),
});
export type BroadcastRecipient = z.infer<typeof BroadcastRecipient>;

const mine = { auth: 'session', may: BROADCASTS } as const;
const one = { ...mine, params: z.object({ id: Id }) } as const;

export const previewBroadcast = route({
  method: 'POST',
  path: '/broadcasts/preview',
  summary: 'See who would get a broadcast, when, and who is left out and why. Sends and saves nothing.',
  ...mine,
  body: AskedBroadcast,
  reply: BroadcastPreview,
});

export const createBroadcast = route({
  method: 'POST',
  path: '/broadcasts',
  summary: `Text many candidates from your number, each in their own conversation: at most ${MAX_BROADCAST_RECIPIENTS.toLocaleString('en-US')}. It starts now or is scheduled; who gets it is decided now, and who may get it again for each text. It can't be changed afterward.`,
  ...mine,
  body: z
    .object({
      ...asked,
      name: Name('name', MAX_BROADCAST_NAME).optional().describe('Default: how the text begins.'),
    })
    .refine(hasOneTime, onlyOneTime)
    .refine(hasOneText, onlyOneText)
    .refine(hasOnlyWords, onlyWords),
  reply: Broadcast,
  status: 201,
  idempotent: true,
  failures: [...notAccepted, 'unknown_attribute'],
});

export const testBroadcast = route({
  method: 'POST',
  path: '/broadcasts/test',
  summary:
    'Text your own phone (`phoneNumber` of your user) what one candidate would get, with “Test: ” before it. It passes the same checks and costs as much as any text, and your phone has to be among the candidates.',
  ...mine,
  body: z.object({
    candidateId: Id.describe('Whose name and other values fill in the text.'),
    body: BroadcastBody,
    mediaIds: MediaIds.describe('Your uploads. The broadcast can still have them.'),
  }),
  reply: Message,
  status: 201,
  idempotent: true,
  failures: [
    ...notAccepted,
    'no_own_phone',
    'own_phone_unknown',
    'too_many_cold_texts',
    'missing_attributes',
    'pictures_unsent',
    'uploads_used_up',
    'not_found',
  ],
});

export const listBroadcasts = route({
  method: 'GET',
  path: '/broadcasts',
  summary: "List your broadcasts, newest first. Admins see everyone's.",
  ...mine,
  query: PageQuery,
  reply: page(Broadcast),
});

export const getBroadcast = route({
  method: 'GET',
  path: '/broadcasts/{id}',
  summary: 'Get a broadcast and how far it is.',
  ...one,
  reply: Broadcast,
  failures: ['not_found'],
});

export const listBroadcastRecipients = route({
  method: 'GET',
  path: '/broadcasts/{id}/recipients',
  summary: 'List who a broadcast is for and what became of each text, by phone number.',
  ...one,
  query: PageQuery.extend({
    outcome: RecipientOutcome.optional(),
    only: z.enum(['answered', 'optedOut']).optional().describe('Only those who answered, or opted out.'),
  }),
  reply: page(BroadcastRecipient),
  failures: ['not_found'],
});

const act = (verb: 'pause' | 'resume' | 'cancel', summary: string) =>
  route({
    method: 'POST',
    path: `/broadcasts/{id}/${verb}` as const,
    summary,
    ...one,
    reply: Broadcast,
    failures: ['not_found', 'broadcast_state'],
  });
export const pauseBroadcast = act('pause', 'Pause a broadcast. What the carrier has by now still arrives.');
export const resumeBroadcast = act('resume', 'Resume a broadcast that is paused.');
export const cancelBroadcast = act('cancel', 'Cancel what has not gone out of a broadcast, for good.');

const decide = (verb: 'approve' | 'decline', summary: string) =>
  route({
    method: 'POST',
    path: `/broadcasts/{id}/${verb}` as const,
    summary,
    auth: 'session',
    may: BROADCAST_APPROVERS,
    params: z.object({ id: Id }),
    reply: Broadcast,
    failures: ['not_found', 'broadcast_state', 'forbidden'],
  });
export const approveBroadcast = decide('approve', "Let a colleague's broadcast start.");
export const declineBroadcast = decide('decline', "Cancel a colleague's broadcast that awaits approval.");
