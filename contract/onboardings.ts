import { z } from 'zod';
import { AUTOMATIONS } from './access.ts';
import { AtsType } from './ats.ts';
import { Id, Ok, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { isPlannable, WHICH_TIMES } from './years.ts';

/* Someone hired, and the day they start. Onboarding messages are counted from that day. */

export const OnboardingStatus = z
  .enum(['active', 'paused', 'ended'])
  .describe(
    'paused: the candidate wrote something that needs a person. ended: over, or they are not joining.',
  );
export type OnboardingStatus = z.infer<typeof OnboardingStatus>;

export const Onboarding = z.object({
  id: Id,
  candidateId: Id,
  startsAt: Timestamp.describe('When they start. From a date alone: 9:00 AM there.'),
  timezone: z
    .string()
    .describe("IANA name: the candidate's. Of several possible ones, the one that is furthest behind."),
  status: OnboardingStatus,
  atsType: AtsType.nullable().describe('The system that reported it. Null: started here.'),
  createdAt: Timestamp,
});
export type Onboarding = z.infer<typeof Onboarding>;

const StartsAt = z
  .union([z.iso.date(), Timestamp], 'Enter a date')
  .refine(isPlannable, WHICH_TIMES)
  .describe("A time, or a date alone: 9:00 AM in the candidate's zone.");

const mine = { auth: 'session', may: AUTOMATIONS } as const;
const OnboardingParams = z.object({ id: Id });

export const listOnboardings = route({
  method: 'GET',
  path: '/onboardings',
  summary: 'List onboardings, the latest start first.',
  ...mine,
  query: PageQuery.extend({ candidateId: Id.optional(), status: OnboardingStatus.optional() }),
  reply: page(Onboarding),
  failures: ['not_found'],
});

export const startOnboarding = route({
  method: 'POST',
  path: '/onboardings',
  summary: "Start a candidate's onboarding. A candidate has one at a time.",
  ...mine,
  body: z.object({ candidateId: Id, startsAt: StartsAt }),
  reply: Onboarding,
  status: 201,
  idempotent: true,
  failures: ['not_found', 'onboarding_exists'],
});

export const updateOnboarding = route({
  method: 'PUT',
  path: '/onboardings/{id}',
  summary: 'Resume a paused onboarding, pause it, or change the start. Its messages move with it.',
  ...mine,
  params: OnboardingParams,
  body: z.object({ startsAt: StartsAt.optional(), status: OnboardingStatus.exclude(['ended']).optional() }),
  reply: Onboarding,
  failures: ['not_found', 'onboarding_ended'],
});

export const endOnboarding = route({
  method: 'DELETE',
  path: '/onboardings/{id}',
  summary:
    "End an onboarding, e.g. because they aren't joining. No more messages go out; it stays in the list.",
  ...mine,
  params: OnboardingParams,
  reply: Ok,
  failures: ['not_found'],
});
