import { z } from 'zod';
import { MAX_BODY_LENGTH } from './messages.ts';
import { Id, Timestamp, Timezone } from './primitives.ts';
import { route } from './route.ts';

/** An automatic reply is paid for with every candidate who writes. */
export const MAX_OUT_OF_OFFICE_SEGMENTS = 4;

const period = {
  startsAt: Timestamp.nullable().describe('Null: from when it is switched on.'),
  endsAt: Timestamp.nullable().describe('Null: until it is switched off.'),
};

const settings = {
  outOfOfficeMessageEnabled: z
    .boolean()
    .describe(
      'Candidates who text in the period get the message, each once. False again once the end has passed.',
    ),
  outOfOfficeMessage: z
    .string()
    .trim()
    .max(MAX_BODY_LENGTH, `Keep the text to ${MAX_BODY_LENGTH} characters or fewer`)
    .describe(
      `What candidates are answered; at most ${MAX_OUT_OF_OFFICE_SEGMENTS} segments. Whoever was never texted before also reads the company's name and how to stop.`,
    ),
  ...period,
  delegateUserId: Id.nullable().describe(
    'A colleague with a seat who sees, hears of and answers what candidates write meanwhile.',
  ),
};

export const OutOfOffice = z.object({
  ...settings,
  timezone: Timezone.describe("The person's, in which the period is shown."),
  delegates: z
    .array(
      z.object({
        id: Id,
        firstName: z.string(),
        lastName: z.string(),
        outOfOffice: z
          .object(period)
          .nullable()
          .describe('When the colleague is away, or will be; null when nothing is switched on.'),
      }),
    )
    .describe('Colleagues who can be the delegate, by name.'),
});
export type OutOfOffice = z.infer<typeof OutOfOffice>;

export const OutOfOfficeChange = z
  .object(settings)
  .partial()
  .describe(
    'Whatever is not named stays as it is. Switching off and on again begins a new absence, and so does putting off one that has begun.',
  );

const UserParams = z.object({ id: Id.describe('A user of the account.') });

export const getOutOfOffice = route({
  method: 'GET',
  path: '/user/getOutOfOffice',
  summary: "The signed-in person's automatic reply.",
  auth: 'session',
  reply: OutOfOffice,
});

export const updateOutOfOffice = route({
  method: 'PUT',
  path: '/user/updateOutOfOffice',
  summary: "Change the signed-in person's automatic reply, or switch it on or off.",
  auth: 'session',
  body: OutOfOfficeChange,
  reply: OutOfOffice,
});

export const getUserOfficeByUserId = route({
  method: 'GET',
  path: '/user/getUserOfficeByUserId/{id}',
  summary: "A colleague's automatic reply.",
  auth: 'session',
  may: { userType: 'admin' },
  params: UserParams,
  reply: OutOfOffice,
  failures: ['not_found'],
});

export const updateOutOfOfficeByUserId = route({
  method: 'PUT',
  path: '/user/updateOutOfOfficeByUserId/{id}',
  summary: "Change a colleague's automatic reply, or switch it on or off.",
  auth: 'session',
  may: { userType: 'admin' },
  params: UserParams,
  body: OutOfOfficeChange,
  reply: OutOfOffice,
  failures: ['not_found'],
});

/** Whether an automatic reply with this period is on at a time. */
export function isAway(
  absence: { outOfOfficeMessageEnabled: boolean; startsAt: string | null; endsAt: string | null },
  at: Date,
): boolean {
  const { outOfOfficeMessageEnabled, startsAt, endsAt } = absence;
  if (!outOfOfficeMessageEnabled) return false;
  return (
    (startsAt === null || Date.parse(startsAt) <= at.getTime()) &&
    (endsAt === null || Date.parse(endsAt) > at.getTime())
  );
}
