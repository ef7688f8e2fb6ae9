import { z } from 'zod';
import { Id, Timestamp, Timezone } from './primitives.ts';
import { route } from './route.ts';
import { PlainTextBody } from './text-body.ts';

/** Short, since an automatic reply is paid for with every candidate who writes. */
export const MAX_OUT_OF_OFFICE_SEGMENTS = 4;

const period = {
  startsAt: Timestamp.nullable().describe('Null: starts when you turn it on.'),
  endsAt: Timestamp.nullable().describe('Null: lasts until you turn it off.'),
};

const settings = {
  outOfOfficeMessageEnabled: z
    .boolean()
    .describe(
      'Whether candidates who text during the period get the message, once each. False again after the end.',
    ),
  outOfOfficeMessage: PlainTextBody().describe(
    `The reply to candidates, up to ${MAX_OUT_OF_OFFICE_SEGMENTS} segments. For someone you haven't texted before, we add the company's name and how to opt out. Without merge attributes.`,
  ),
  ...period,
  delegateUserId: Id.nullable().describe(
    "A colleague with a seat who sees candidates' texts, is notified of them and can reply during this time.",
  ),
};

export const OutOfOffice = z.object({
  ...settings,
  timezone: Timezone.describe("The user's timezone. Show the period in it."),
  delegates: z
    .array(
      z.object({
        id: Id,
        firstName: z.string(),
        lastName: z.string(),
        outOfOffice: z
          .object(period)
          .nullable()
          .describe('When the colleague is or will be away. Null when their out of office is off.'),
      }),
    )
    .describe('Colleagues who can be the delegate, sorted by name.'),
});
export type OutOfOffice = z.infer<typeof OutOfOffice>;

export const OutOfOfficeChange = z
  .object(settings)
  .partial()
  .describe(
    'Fields you leave out stay as they are. Turning out of office off and on again starts a new absence. So does postponing one that has started.',
  );

const UserParams = z.object({ id: Id.describe('A user of the account.') });

export const getOutOfOffice = route({
  method: 'GET',
  path: '/user/getOutOfOffice',
  summary: "Get the signed-in user's automatic reply.",
  auth: 'session',
  reply: OutOfOffice,
});

export const updateOutOfOffice = route({
  method: 'PUT',
  path: '/user/updateOutOfOffice',
  summary: "Change the signed-in user's automatic reply, or turn it on or off.",
  auth: 'session',
  body: OutOfOfficeChange,
  reply: OutOfOffice,
});

export const getUserOfficeByUserId = route({
  method: 'GET',
  path: '/user/getUserOfficeByUserId/{id}',
  summary: "Get a colleague's automatic reply.",
  auth: 'session',
  may: { userType: 'admin' },
  params: UserParams,
  reply: OutOfOffice,
  failures: ['not_found'],
});

export const updateOutOfOfficeByUserId = route({
  method: 'PUT',
  path: '/user/updateOutOfOfficeByUserId/{id}',
  summary: "Change a colleague's automatic reply, or turn it on or off.",
  auth: 'session',
  may: { userType: 'admin' },
  params: UserParams,
  body: OutOfOfficeChange,
  reply: OutOfOffice,
  failures: ['not_found'],
});
