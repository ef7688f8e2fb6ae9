import { z } from 'zod';
import { KeyMode } from './api-keys.ts';
import { MAX_COLD_TEXTS_PER_WEEK, SAME_TOUCH_MINUTES, WARM_DAYS } from './cold-texts.ts';
import { Feature } from './features.ts';
import { Name } from './name.ts';
import { Id, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { Maintenance } from './staff/maintenance.ts';

export const AccountType = z.enum(['none', 'personal', 'team', 'rectxt']);
export const PlanType = z.enum(['free', 'payg', 'monthly', 'annual']);
export type AccountType = z.infer<typeof AccountType>;
export type PlanType = z.infer<typeof PlanType>;

/** A team plan has at least this many recruiters. */
export const MIN_TEAM_RECRUITERS = 3;

export const MAX_COMPANY_NAME = 120;

export const BillingMode = z.enum(['prepaid', 'postpaid', 'invoicing']);
export type BillingMode = z.infer<typeof BillingMode>;
export const SubscriptionStatus = z.enum(['none', 'active', 'pastDue', 'canceled']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const SubscriptionInfo = z.object({
  status: SubscriptionStatus,
  billingMode: BillingMode.describe(
    'Prepaid: texts are bought in packages. Postpaid: a card is charged. Invoicing: an invoice is sent.',
  ),
  renewsAt: Timestamp.nullable(),
  cancelAt: Timestamp.nullable().describe('When a plan that was canceled ends.'),
  graceUntil: Timestamp.nullable().describe('While a payment has failed: until when texts still go out.'),
  remainingTexts: z
    .number()
    .int()
    .nullable()
    .describe('Segments left of what was bought. Null on unlimited plans, and where billing is off.'),
  nextPlan: z
    .object({
      accountType: AccountType.extract(['personal', 'team']),
      planType: PlanType.extract(['payg', 'monthly', 'annual']),
      recruiters: z.number().int().nullable().describe('The seats of a team; null for personal plans.'),
      startsAt: Timestamp,
    })
    .nullable()
    .describe('The smaller plan that the account has chosen for when what is paid for ends.'),
  seats: z.number().int().describe('Seats that the next renewal charges for.'),
  priceKnown: z
    .boolean()
    .describe("False: the payment gateway charges a price that isn't one of the plans', agreed by hand."),
  off: z.boolean().describe('Billing is off on this server.'),
});
export type SubscriptionInfo = z.infer<typeof SubscriptionInfo>;

/** Beyond this, it would be more than two segments. */
export const MAX_CONSENT_REQUEST = 300;

const ConsentRequestText = z
  .string()
  .trim()
  .min(1, 'Write the text')
  .max(MAX_CONSENT_REQUEST, `Use at most ${MAX_CONSENT_REQUEST} characters`)
  .refine((text) => /\byes\b/i.test(text), 'Ask them to reply YES')
  .refine((text) => /\bstop\b/i.test(text), 'Say that they can reply STOP');

export const CONSENT_REMINDER_DAYS = 3;

export const Account = z.object({
  id: Id,
  name: z.string().describe("The company's name. Signs the replies to HELP and STOP."),
  mode: KeyMode.describe(
    '`test`: the sandbox of your company, which test keys get. No text of it reaches anyone.',
  ),
  type: AccountType,
  planType: PlanType,
  maintenance: Maintenance.nullable().describe(
    'Set while no text goes out, for anyone: what you send is accepted, and waits. Null otherwise.',
  ),
  mfaRequired: z
    .boolean()
    .describe('Whether everyone who signs in without single sign-on needs a second step.'),
  linkClicks: z
    .object({
      isCounted: z.boolean().describe('Whether the links of calendar shortcuts in texts are short links.'),
      sample: z.string().describe('A short link that leads nowhere, as long as any other.'),
    })
    .nullable()
    .describe('Null where this server has no short links.'),
  comparesPeople: z
    .boolean()
    .describe(
      'Whether admins can sort the people in Analytics by their figures. Members see only their own either way.',
    ),
  coldTextsPerWeek: z
    .number()
    .int()
    .min(1, 'Enter at least 1')
    .max(MAX_COLD_TEXTS_PER_WEEK, `Enter at most ${MAX_COLD_TEXTS_PER_WEEK}`)
    .nullable()
    .describe(
      `How often, in any 7 days, everyone together may text a phone number from which no one has written or called for ${WARM_DAYS} days. What one person texts within ${SAME_TOUCH_MINUTES} minutes counts once. Null: any number of times.`,
    ),
  numberPageEnabled: z
    .boolean()
    .describe('Whether a public page for each number, `/v/<digits>`, says whose it is.'),
  mcpEnabled: z
    .boolean()
    .describe('Whether AI assistants with an API key can read, and propose texts, at `/mcp`.'),
  signOutAfterDays: z
    .number()
    .int()
    .min(1, 'Enter at least 1')
    .max(30, 'Enter at most 30')
    .nullable()
    .describe(
      'A browser that no one has used for so many days is signed out. Null: none is before its 30 days are over.',
    ),
  broadcastConsent: z
    .enum(['express', 'any'])
    .describe(
      'express: broadcasts go only to those who agreed to texts, or wrote to you within a year. any: to everyone who has not opted out.',
    ),
  broadcastApprovalAbove: z
    .number()
    .int()
    .min(0, 'Enter 0 or more')
    .max(100_000, 'Enter at most 100,000')
    .nullable()
    .describe('Broadcasts to more recipients than this need the approval of another admin. Null: none do.'),
  broadcastsPerWeek: z
    .number()
    .int()
    .min(1, 'Enter at least 1')
    .max(20, 'Enter at most 20')
    .describe('How many texts of broadcasts a phone number gets in any 7 days.'),
  oneUnansweredColdText: z
    .boolean()
    .describe(`Whether such a phone number gets no other text for ${WARM_DAYS} days if it doesn't answer.`),
  consentFirst: z
    .boolean()
    .describe('Whether candidates are texted only once their consent is on record. You ask for it by text.'),
  consentRequest: ConsentRequestText.nullable().describe(
    'The text that asks for consent. Null: the one that comes with Hiretext.',
  ),
  consentReminder: z
    .boolean()
    .describe(
      `Whether candidates who don't answer your question are asked once more, ${CONSENT_REMINDER_DAYS} days later.`,
    ),
  optOutsFirst: z
    .boolean()
    .describe(
      'Whether nothing is sent until an import of opt-outs is done, such as those of another product.',
    ),
  replyPromiseHours: z
    .number()
    .int()
    .min(1)
    .max(80)
    .describe(
      'Candidates get an answer within so many working hours, 1 to 80. Those who wait longer are on the radar.',
    ),
  seats: z.object({
    used: z.number().int().describe('Seats that someone has.'),
    pending: z.number().int().describe('Seats that someone is invited to.'),
    available: z.number().int(),
    total: z.number().int().describe('`used`, `pending` and `available` together.'),
  }),
  subscriptionInfo: SubscriptionInfo,
  admins: z
    .array(z.object({ firstName: z.string(), lastName: z.string() }))
    .describe('Who to ask for what only an admin can do: the first three admins to join.'),
  domains: z
    .array(z.string())
    .describe(
      "The company's domains, as far as we know: of its website, single sign-on and admins' email addresses.",
    ),
  metadata: z.object({
    totalTemplates: z.number().int().describe('Your own templates.'),
    totalTeamTemplates: z.number().int(),
    totalHiringManagerTemplates: z.number().int(),
    totalOnboardingTemplates: z.number().int(),
    featuresEnabled: z.array(Feature).describe('The features that staff have turned on for this account.'),
  }),
});
export type Account = z.infer<typeof Account>;

export const getAccount = route({
  method: 'GET',
  path: '/account',
  summary: "Get the signed-in user's account.",
  auth: 'session',
  scope: 'any',
  beforeMfa: true,
  reply: Account,
});

export const updateAccount = route({
  method: 'PUT',
  path: '/account',
  summary:
    'Rename the account, require everyone to have a second step, sign out unused browsers, count the clicks on calendar shortcuts, let admins compare people in Analytics, limit cold texts and broadcasts, promise answers within some working hours, ask for consent first, let candidates look up whose a number is, let AI assistants connect, or send nothing until opt-outs are imported.',
  auth: 'session',
  may: { userType: 'admin' },
  body: z
    .object({
      name: Name('company name', MAX_COMPANY_NAME).min(1, 'The company name is required'),
      mfaRequired: z.boolean().describe('To turn this on, you need a second step yourself.'),
      countLinkClicks: z
        .boolean()
        .describe('Makes the links of calendar shortcuts in texts short links, whose clicks are counted.'),
      comparesPeople: Account.shape.comparesPeople,
      coldTextsPerWeek: Account.shape.coldTextsPerWeek,
      numberPageEnabled: Account.shape.numberPageEnabled,
      mcpEnabled: Account.shape.mcpEnabled,
      signOutAfterDays: Account.shape.signOutAfterDays,
      oneUnansweredColdText: Account.shape.oneUnansweredColdText,
      broadcastConsent: Account.shape.broadcastConsent,
      broadcastApprovalAbove: Account.shape.broadcastApprovalAbove,
      broadcastsPerWeek: Account.shape.broadcastsPerWeek,
      replyPromiseHours: Account.shape.replyPromiseHours,
      consentFirst: Account.shape.consentFirst,
      consentRequest: Account.shape.consentRequest,
      consentReminder: Account.shape.consentReminder,
      optOutsFirst: Account.shape.optOutsFirst,
      reason: z
        .string()
        .trim()
        .min(1, 'The reason is required')
        .max(500, 'The reason is too long')
        .describe(
          'With `optOutsFirst: false` while opt-outs are missing: why there are none to import. The audit log keeps it.',
        ),
    })
    .partial(),
  reply: Account,
  failures: ['mfa_missing'],
});
