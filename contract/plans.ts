import { z } from 'zod';
import { AccountType, MIN_TEAM_RECRUITERS, PlanType } from './accounts.ts';
import { Timestamp } from './primitives.ts';
import { route } from './route.ts';

/** Whole amounts of the smallest unit, e.g. 1599 for $15.99. */
export const Cents = z.number().int().describe("In the smallest unit of the plans' currency, e.g. cents.");

export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('ISO 4217, e.g. USD.');

export const PlanId = z.enum(['payg', 'personalUnlimited', 'teamUnlimited']);
export type PlanId = z.infer<typeof PlanId>;

/** What is priced, as configured. */
export const PriceId = z.enum(['payg', 'personalMonthly', 'personalAnnual', 'teamMonthly', 'teamAnnual']);
export type PriceId = z.infer<typeof PriceId>;

const Price = z.number().min(0).nullable();

export const PlanEntry = z.object({
  id: PlanId,
  title: z.string(),
  accountType: AccountType.extract(['personal', 'team']),
  planTypes: z.array(PlanType.extract(['payg', 'monthly', 'annual'])),
  description: z.string().describe('Who it is for, in a sentence.'),
  subDescription: z.string().describe('How it is priced, in a sentence.'),
  requirements: z.array(z.string()).describe('What it takes to choose it, a sentence each.'),
  features: z.array(z.string()).describe('What it brings, a few words each.'),
  clarification: z.string().describe('What is easily misunderstood, in a sentence. May be empty.'),
  monthlyPrice: Price.describe(
    "Whole units of the currency for a month; a team's for each recruiter. Null when the plan can't be paid by the month.",
  ),
  annualPrice: Price.describe(
    "Whole units of the currency for a whole year; a team's for each recruiter. Null when the plan can't be paid by the year.",
  ),
  currency: Currency,
});
export type PlanEntry = z.infer<typeof PlanEntry>;

export const TextPackage = z.object({
  count: z.number().int().describe('Segments.'),
  price: z.number().describe('Whole units of the currency.'),
});

export const getPlans = route({
  method: 'GET',
  path: '/plan',
  summary: 'List the plans and what they cost.',
  auth: 'session',
  reply: z.array(PlanEntry),
});

export const getTextPackages = route({
  method: 'GET',
  path: '/plan/textPackages',
  summary: 'List the text packages and what they cost. None where billing is off.',
  auth: 'session',
  reply: z.object({ currency: Currency, packages: z.array(TextPackage) }),
});

export interface PlanChoice {
  accountType: 'personal' | 'team';
  planType: 'payg' | 'monthly' | 'annual';
  recruiters?: number | undefined;
  billing?: 'card' | 'invoicing' | undefined;
}

/** The error of a choice as a whole. */
export function planRules<Choice extends z.ZodType<PlanChoice>>(choice: Choice) {
  return choice
    .refine(
      (plan) =>
        plan.accountType !== 'team' || (plan.recruiters ?? MIN_TEAM_RECRUITERS) >= MIN_TEAM_RECRUITERS,
      {
        path: ['recruiters'],
        message: `A team needs at least ${MIN_TEAM_RECRUITERS} recruiters`,
        params: { failure: 'minimum_recruiters' },
      },
    )
    .refine((plan) => plan.accountType !== 'team' || plan.planType !== 'payg', {
      path: ['planType'],
      message: 'Choose a monthly or annual plan for a team',
    })
    .refine(
      (plan) => plan.billing !== 'invoicing' || (plan.accountType === 'team' && plan.planType === 'annual'),
      {
        path: ['billing'],
        message: 'Invoicing is available for annual team plans',
      },
    );
}

export const previewPlan = route({
  method: 'GET',
  path: '/plan/preview',
  summary: 'What choosing a plan would charge now and later, and what it would change. Charges nothing.',
  auth: 'session',
  may: { userType: 'admin' },
  query: planRules(
    z.object({
      accountType: AccountType.extract(['personal', 'team']),
      planType: PlanType.extract(['payg', 'monthly', 'annual']),
      recruiters: z.coerce.number().int().min(1).max(1000).optional(),
      billing: z.enum(['card', 'invoicing']).optional(),
    }),
  ),
  reply: z.object({
    dueNowCents: Cents.describe(
      'What choosing it charges at once, or invoices; with what is unpaid. 0 when a credit is left.',
    ),
    lines: z
      .array(z.object({ description: z.string(), amountCents: Cents }))
      .describe('What the amount is made of; credits are negative.'),
    startsAt: Timestamp.nullable().describe(
      'When the plan begins. Null: at once. A smaller plan begins when what is paid for ends.',
    ),
    renewsAt: Timestamp.describe('When it is charged next.'),
    renewalCents: Cents.describe('What each renewal charges.'),
    currency: Currency,
    cardRequired: z.boolean().describe('It needs a card, and the account has none.'),
    seatsBefore: z.number().int(),
    seatsAfter: z.number().int(),
    numbersReleased: z.number().int().describe('Numbers of seats that go: they receive for 30 more days.'),
    remainingTextsAfter: z.number().int().nullable().describe('Segments left; null on unlimited plans.'),
  }),
  failures: [
    'minimum_recruiters',
    'invoicing_limit',
    'seats_in_use',
    'payment_overdue',
    'payment_unavailable',
  ],
});
