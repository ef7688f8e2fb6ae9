import { z } from 'zod';
import { AUTOMATIONS } from './access.ts';
import { EvenIfTooMany } from './cold-texts.ts';
import { Name } from './name.ts';
import { ConfirmedNumber } from './number-change.ts';
import { Id, Ok, PageQuery, PhoneNumber, PhoneNumberFormatted, page, Timestamp } from './primitives.ts';
import { unknownAttributesOf } from './render-template.ts';
import { route } from './route.ts';
import { TextBody } from './text-body.ts';

/* Automations: texts that go out by themselves, counted from an interview, a start date or a stage. */

export const AutomationType = z
  .enum(['interviewReminder', 'onboardingMessage', 'stageMessage'])
  .describe(
    'interviewReminder: counted from the start of an interview. onboardingMessage: from the day a new hire starts. stageMessage: from when a candidate enters a stage.',
  );
export type AutomationType = z.infer<typeof AutomationType>;

export const Timing = z.enum(['before', 'after', 'onTime']);
export type Timing = z.infer<typeof Timing>;

/** Eight weeks. */
export const MAX_OFFSET_MINUTES = 80_640;
export const MAX_AUTOMATIONS = 100;
export const MAX_AUTOMATION_NAME = 80;
/** Automatic texts that one candidate gets in 24 hours, of all automations together. */
export const MAX_AUTOMATIC_TEXTS_A_DAY = 4;
/** If more people than this enter a stage within an hour, we ask before texting them. */
export const ASK_ABOVE = 25;

const AutomationBody = TextBody()
  .min(1, 'The text is required')
  .superRefine((body, context) => {
    const unknown = unknownAttributesOf(body);
    if (unknown.length > 0) context.addIssue(`There is no merge attribute called ${unknown.join(', ')}`);
  })
  .describe('May have merge attributes, e.g. `Hi {{candidate.firstName|there}}`.');

const fields = {
  name: Name('name', MAX_AUTOMATION_NAME).min(1, 'The name is required'),
  body: AutomationBody,
  timing: Timing,
  offsetMinutes: z
    .number('Enter a number')
    .int('Enter a whole number')
    .min(0, 'Enter 1 or more')
    .max(MAX_OFFSET_MINUTES, 'Choose eight weeks or less')
    .describe(`Minutes before or after, 1 to ${MAX_OFFSET_MINUTES}. 0 with \`onTime\` only.`),
  jobStageIds: z
    .array(z.string().min(1).max(300))
    .max(200, 'Choose at most 200 stages')
    .describe(
      'As in `GET /jobStages`. Reminders and onboarding messages: only for candidates in one of them; empty for all. Stage messages: at least one.',
    ),
  senderSeatId: Id.nullable().describe("The seat it goes from. Null: the candidate's recruiter's."),
  workingDaysOnly: z
    .boolean()
    .describe(
      'On weekends and US federal holidays it goes on the working day before (`before`, and `onTime` of an interview or a start) or after.',
    ),
  untilAnswered: z
    .boolean()
    .describe(
      'Stage messages: not sent once the candidate has texted since they entered the stage. Onboarding messages: paused.',
    ),
  evenInConversation: z
    .boolean()
    .describe(
      'Sent although someone has texted in the conversation within the last hour. Otherwise it waits. Reminders never wait.',
    ),
  enabled: z.boolean(),
};

export const Automation = z.object({
  id: Id,
  type: AutomationType,
  ...fields,
  body: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Automation = z.infer<typeof Automation>;

interface Timed {
  timing?: Timing | undefined;
  offsetMinutes?: number | undefined;
}
/** Null: it is right. */
export function whatIsWrongWithOffset({ timing, offsetMinutes }: Timed): string | null {
  if (timing === 'onTime' && offsetMinutes !== 0) return 'Leave it at 0 to send it on time';
  if (timing !== 'onTime' && offsetMinutes === 0) return 'Enter 1 or more';
  return null;
}

const AutomationInput = z.object({
  ...fields,
  offsetMinutes: fields.offsetMinutes.default(0),
  jobStageIds: fields.jobStageIds.default([]),
  senderSeatId: fields.senderSeatId.default(null),
  workingDaysOnly: fields.workingDaysOnly.default(false),
  untilAnswered: fields.untilAnswered.default(true),
  evenInConversation: fields.evenInConversation.default(false),
  enabled: fields.enabled.default(true),
});

export const NewAutomation = AutomationInput.extend({ type: AutomationType }).superRefine(
  (input, context) => {
    const wrong = whatIsWrongWithOffset(input);
    if (wrong !== null) context.addIssue({ code: 'custom', path: ['offsetMinutes'], message: wrong });
    if (input.type === 'stageMessage' && input.timing === 'before')
      context.addIssue({ code: 'custom', path: ['timing'], message: NOT_BEFORE_STAGE });
    if (input.type === 'stageMessage' && input.jobStageIds.length === 0)
      context.addIssue({ code: 'custom', path: ['jobStageIds'], message: STAGE_MISSING });
  },
);
export const NOT_BEFORE_STAGE =
  'No one knows in advance when a candidate enters a stage. Choose after or on time.';
export const STAGE_MISSING = 'Choose at least one stage';

const AutomationParams = z.object({ id: Id });
const mine = { auth: 'session', may: AUTOMATIONS } as const;

export const listInterviewReminders = route({
  method: 'GET',
  path: '/automation/interviewReminders',
  summary: 'List your interview reminders, oldest first.',
  ...mine,
  reply: z.array(Automation),
});
export const listOnboardingMessages = route({
  method: 'GET',
  path: '/automation/onboardingMessages',
  summary: 'List your onboarding messages, oldest first.',
  ...mine,
  reply: z.array(Automation),
});
export const listStageMessages = route({
  method: 'GET',
  path: '/automation/stageMessages',
  summary: 'List your stage messages, oldest first.',
  ...mine,
  reply: z.array(Automation),
});

const flagOf = (verb: 'enable' | 'disable', type: AutomationType, summary: string) =>
  route({
    method: 'POST',
    path: `/automation/${verb}/${type}` as const,
    summary,
    ...mine,
    reply: Ok,
  });
export const enableInterviewReminders = flagOf(
  'enable',
  'interviewReminder',
  'Turn your interview reminders on, those that are enabled.',
);
export const disableInterviewReminders = flagOf(
  'disable',
  'interviewReminder',
  'Turn all of your interview reminders off. They stay in the list.',
);
export const enableOnboardingMessages = flagOf(
  'enable',
  'onboardingMessage',
  'Turn your onboarding messages on, those that are enabled.',
);
export const disableOnboardingMessages = flagOf(
  'disable',
  'onboardingMessage',
  'Turn all of your onboarding messages off. They stay in the list.',
);
export const enableStageMessages = flagOf(
  'enable',
  'stageMessage',
  'Turn your stage messages on, those that are enabled.',
);
export const disableStageMessages = flagOf(
  'disable',
  'stageMessage',
  'Turn all of your stage messages off. They stay in the list.',
);

export const createAutomation = route({
  method: 'POST',
  path: '/automation',
  summary: `Add an automation. It acts for interviews you entered and candidates you are the recruiter of. You can have ${MAX_AUTOMATIONS}.`,
  ...mine,
  body: NewAutomation,
  reply: Automation,
  status: 201,
  idempotent: true,
  failures: ['automations_used_up'],
});

export const updateAutomation = route({
  method: 'PUT',
  path: '/automation/{id}',
  summary: 'Change an automation. Fields you leave out stay as they are. Planned texts are planned again.',
  ...mine,
  params: AutomationParams,
  body: z.object(fields).partial(),
  reply: Automation,
  failures: ['not_found'],
});

export const deleteAutomation = route({
  method: 'DELETE',
  path: '/automation/{id}',
  summary: 'Delete an automation. What it planned is canceled; what it sent stays listed for a while.',
  ...mine,
  params: AutomationParams,
  reply: Ok,
  failures: ['not_found'],
});

export const PlannedStatus = z
  .enum(['planned', 'held', 'sent', 'skipped', 'canceled'])
  .describe(
    'planned: goes out at `sendAt`. held: something is missing; planned again when that comes. sent: handed to the number. skipped: by a person, or its time had passed already. canceled: what it was about is no more.',
  );
export type PlannedStatus = z.infer<typeof PlannedStatus>;

const PlannedCandidate = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
});

const Planning = z.object({
  candidate: PlannedCandidate,
  sendAt: Timestamp,
  timezone: z
    .string()
    .nullable()
    .describe("IANA name: the candidate's. Null: we don't know which of several."),
  reason: z
    .string()
    .nullable()
    .describe(
      'A sentence: why it is held, skipped or canceled, or goes at another time than the automation says.',
    ),
  preview: z.string().describe('The text as it would go out now. Attributes without a value stay in braces.'),
  subject: z
    .object({
      kind: z.enum(['interview', 'onboarding', 'application']),
      id: Id,
      at: Timestamp.describe('When it starts, or when the candidate entered the stage.'),
      title: z.string().describe("The interview's title, the job, or the stage."),
    })
    .describe('What the text is about.'),
});

export const PlannedText = Planning.extend({
  id: Id,
  automationId: Id,
  automationName: z.string(),
  type: AutomationType,
  automationVersion: z
    .number()
    .int()
    .describe('Of the automation it was planned from; one more with each change.'),
  sender: z
    .object({ seatId: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Whose number it goes from. Null: no one yet.'),
  status: PlannedStatus,
  edited: z.boolean().describe('Someone changed the text of this one.'),
  conversationId: Id.nullable().describe('Where it was sent.'),
  messageId: Id.nullable(),
  can: z.object({
    skip: z.boolean(),
    sendNow: z.boolean(),
    edit: z.boolean(),
    decide: z.boolean().describe('Held until someone decides on all of its automation: `decideBulk`.'),
  }),
});
export type PlannedText = z.infer<typeof PlannedText>;

/** Those that are over in one list. */
export const PlannedFilter = z
  .enum([...PlannedStatus.options, 'done'])
  .describe('A status, or done: sent, skipped and canceled.');
export type PlannedFilter = z.infer<typeof PlannedFilter>;

/** How far ahead and back lists go at most. */
const MAX_DAYS = 60;

export const listPlanned = route({
  method: 'GET',
  path: '/automation/planned',
  summary:
    'List the automatic texts of your automations: what will go out, what is held and why, and what went out lately. Soonest first.',
  ...mine,
  query: PageQuery.extend({
    days: z.coerce
      .number('Enter a number')
      .int('Enter a whole number')
      .min(1, 'Enter 1 or more')
      .max(MAX_DAYS, `Enter ${MAX_DAYS} or less`)
      .default(14)
      .describe('How many days to look ahead, and back.'),
    status: PlannedFilter.optional(),
    automationId: Id.optional(),
    candidateId: Id.optional(),
    everyone: z
      .enum(['true', 'false'])
      .default('false')
      .describe("Admins only: with true, everyone's in the account."),
    order: z.enum(['soonest', 'latest']).default('soonest'),
  }),
  reply: page(PlannedText),
});

const PlannedParams = z.object({ id: Id });
const planned = {
  ...mine,
  params: PlannedParams,
  reply: PlannedText,
} as const;

export const changePlanned = route({
  method: 'PUT',
  path: '/automation/planned/{id}',
  summary: 'Change the text of one planned text.',
  ...planned,
  body: z.object({ body: AutomationBody }),
  failures: ['not_found', 'not_planned'],
});

export const skipPlanned = route({
  method: 'POST',
  path: '/automation/planned/{id}/skip',
  summary: "Skip a planned text. It isn't planned again.",
  ...planned,
  failures: ['not_found', 'not_planned'],
});

export const sendPlannedNow = route({
  method: 'POST',
  path: '/automation/planned/{id}/sendNow',
  summary:
    'Send a planned text now, if the candidate can be texted now. `number_changed` says in `details.numberChange` what changed.',
  ...planned,
  body: z.object({ confirmedNumber: ConfirmedNumber, evenIfTooMany: EvenIfTooMany }),
  failures: [
    'not_found',
    'not_planned',
    'quiet_hours',
    'opted_out',
    'conversation_held',
    'no_consent',
    'number_changed',
    'missing_attributes',
    'no_number',
    'number_not_linked',
    'number_not_registered',
    'no_texts_left',
    'invoice_unpaid',
    'payment_overdue',
    'opt_outs_missing',
    'too_many_cold_texts',
    'too_many_automatic_texts',
  ],
});

export const previewAutomation = route({
  method: 'POST',
  path: '/automation/preview',
  summary:
    'Show who an automation would text, and when, if it were saved and on. Sends and saves nothing. With `id`, that automation with these fields.',
  ...mine,
  body: NewAutomation.safeExtend({ id: Id.optional() }),
  reply: z.object({
    total: z.number().int().describe('Texts in the next 14 days.'),
    items: z.array(Planning.extend({ held: z.boolean() })).describe('The first 20.'),
  }),
  failures: ['not_found'],
});

export const decideBulk = route({
  method: 'POST',
  path: '/automation/{id}/bulk',
  summary: `Decide on texts that are held because more than ${ASK_ABOVE} people entered a stage within an hour.`,
  ...mine,
  params: AutomationParams,
  body: z.object({ decision: z.enum(['send', 'skip']) }),
  reply: z.object({ count: z.number().int() }),
  failures: ['not_found'],
});
