import { z } from 'zod';
import { FirstName, LastName } from './auth.ts';
import { Email, Id, PhoneNumber, PhoneNumberFormatted, PhoneNumberInput, Timezone } from './primitives.ts';
import { route } from './route.ts';
import { LinkStatus, SeatRole, UserType } from './seats.ts';

export const UndoSeconds = z
  .number()
  .int()
  .min(0)
  .max(30)
  .describe('How long a sent text is held back so that it can be undone, in seconds (0 to 30).');

export const User = z.object({
  id: Id,
  accountId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: Email,
  phoneNumber: PhoneNumber.nullable().describe("The person's own phone, not the business number."),
  timezone: Timezone,
  userType: UserType,
  undoSeconds: UndoSeconds,
  seat: z
    .object({
      id: Id,
      seatRole: SeatRole,
      twilioNumber: PhoneNumber.nullable(),
      twilioNumberFormatted: PhoneNumberFormatted.nullable(),
      metadata: z.object({
        linkStatus: LinkStatus.nullable().describe('Null while the seat has no number.'),
      }),
    })
    .nullable()
    .describe('Null until a plan is chosen.'),
});
export type User = z.infer<typeof User>;

export const getUser = route({
  method: 'GET',
  path: '/user',
  summary: 'The signed-in person.',
  auth: 'session',
  reply: User,
});

export const updateUser = route({
  method: 'PUT',
  path: '/user',
  summary: 'Change any of the named fields of the signed-in person.',
  auth: 'session',
  body: z
    .object({
      firstName: FirstName,
      lastName: LastName,
      timezone: Timezone,
      phoneNumber: PhoneNumberInput.nullable(),
      undoSeconds: UndoSeconds,
    })
    .partial(),
  reply: User,
});
