import { z } from 'zod';
import { PAID_PLANS } from './access.ts';
import { Account, AccountType, MIN_TEAM_RECRUITERS, PlanType } from './accounts.ts';
import {
  AreaCode,
  AvatarUrl,
  Email,
  Id,
  Ok,
  PhoneNumber,
  PhoneNumberFormatted,
  PhoneNumberInput,
  Tags,
  Timestamp,
} from './primitives.ts';
import { route } from './route.ts';

export const UserType = z.enum(['admin', 'member']);
export const SeatStatus = z.enum(['used', 'available', 'pendingInvitation', 'rectxt']);
export const SeatRole = z.enum(['recruiter', 'hiringManager']);
export const SeatType = z.enum(['texter', 'nonTexter']);
export const LinkStatus = z.enum(['linking', 'linked', 'rejected']);
export type UserType = z.infer<typeof UserType>;
export type SeatStatus = z.infer<typeof SeatStatus>;
export type SeatRole = z.infer<typeof SeatRole>;
export type SeatType = z.infer<typeof SeatType>;
export type LinkStatus = z.infer<typeof LinkStatus>;

export const LinkRejection = z
  .object({ sentence: z.string(), advice: z.string().describe('What to do about it.') })
  .describe('Why a number is rejected.');
export type LinkRejection = z.infer<typeof LinkRejection>;

export const Seat = z.object({
  id: Id,
  status: SeatStatus,
  seatRole: SeatRole,
  seatType: SeatType,
  tags: Tags,
  userType: UserType.nullable().describe('Of the person, or as which they were invited.'),
  user: z
    .object({
      id: Id,
      firstName: z.string(),
      lastName: z.string(),
      email: Email,
      avatar: AvatarUrl,
      lastActiveAt: Timestamp.nullable().describe(
        'When they last used Hiretext, to within five minutes; null when never.',
      ),
    })
    .nullable(),
  pendingEmail: Email.nullable().describe('Who is invited to the seat.'),
  invitation: z
    .object({
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      sentAt: Timestamp,
      expiresAt: Timestamp.describe('The link works until then; `resendInvitation` mails a new one.'),
    })
    .nullable()
    .describe('While the seat is a pendingInvitation.'),
  twilioNumber: PhoneNumber.nullable().describe(
    'The number that the seat has, or that its company is bringing.',
  ),
  twilioNumberFormatted: PhoneNumberFormatted.nullable(),
  linkStatus: LinkStatus.nullable(),
  linkRejection: LinkRejection.nullable().describe('While the status is rejected.'),
  replacementNumber: PhoneNumber.nullable().describe(
    'A number that is being bought or brought to take the place of `twilioNumber`; that may need a while.',
  ),
  can: z
    .object({
      removePerson: z.boolean().describe('`removeSeatFromTeamMember`'),
      changeUserType: z.boolean().describe('`changeUserType` to the other type.'),
      changeSeatType: z.boolean().describe('`updateUserToTexter`, `updateUserToNonTexter`'),
      transfer: z.boolean().describe('`transferHiringManagerSeat`'),
      resendInvitation: z.boolean(),
      cancelInvitation: z.boolean(),
      removeSeat: z.boolean(),
      changeNumber: z.boolean().describe('`updatePhoneNumber`, `resetPhoneNumber`'),
    })
    .describe('What the person who asks can do with it now.'),
});
export type Seat = z.infer<typeof Seat>;

const AvailableNumber = z.object({
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  areaCode: AreaCode.describe(
    'Another one than was asked for when that one has no number left: then these are from nearby.',
  ),
  locality: z.string().nullable().describe('City.'),
  region: z.string().nullable().describe('Two-letter state.'),
});

export const getSeats = route({
  method: 'GET',
  path: '/account/getSeats',
  summary: 'Every seat of the account, with its person and number.',
  auth: 'session',
  may: { userType: 'admin' },
  reply: z.array(Seat),
});

export const findPhoneNumber = route({
  method: 'GET',
  path: '/seat/findPhoneNumber',
  summary: 'Numbers that can be bought in an area code, or nearby when it has none.',
  auth: 'session',
  may: { plans: PAID_PLANS },
  query: z.object({ areaCode: AreaCode }),
  reply: z.array(AvailableNumber),
  failures: ['carrier_unavailable'],
});

export const buyPhoneNumber = route({
  method: 'POST',
  path: '/seat/buyPhoneNumber',
  summary:
    "Buy a number for the signed-in person's seat. It starts as linking; buying the same one again changes nothing. It takes the place of one that was rejected, and of no other.",
  auth: 'session',
  may: { plans: PAID_PLANS },
  body: z.object({ phoneNumber: PhoneNumberInput }),
  reply: z.object({
    phoneNumber: PhoneNumber,
    phoneNumberFormatted: PhoneNumberFormatted,
    linkStatus: LinkStatus,
  }),
  status: 201,
  failures: [
    'plan_required',
    'non_texter',
    'number_exists',
    'number_taken',
    'number_not_available',
    'carrier_unavailable',
  ],
});

const NumberOfSeat = z.object({
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  linkStatus: LinkStatus,
});
const forPaidAdmins = { userType: 'admin', plans: PAID_PLANS } as const;
const numberChangeFailures = [
  'not_found',
  'no_number',
  'number_changing',
  'number_taken',
  'number_not_available',
  'carrier_unavailable',
] as const;

export const updatePhoneNumber = route({
  method: 'PUT',
  path: '/seat/{id}/updatePhoneNumber',
  summary:
    'Buy this number for a seat in place of the one that it has. The old one is given back after 30 days in which texts to it still arrive. The same number again changes nothing.',
  auth: 'session',
  may: forPaidAdmins,
  params: z.object({ id: Id }),
  body: z.object({ phoneNumber: PhoneNumberInput }),
  reply: NumberOfSeat,
  failures: numberChangeFailures,
});

export const resetPhoneNumber = route({
  method: 'POST',
  path: '/seat/resetPhoneNumber',
  summary:
    'The same with any number of the same area code, or of one nearby. A number that is less than a minute old is not reset.',
  auth: 'session',
  may: forPaidAdmins,
  body: z.object({ seatId: Id }),
  reply: NumberOfSeat,
  failures: numberChangeFailures,
});

export const updateTags = route({
  method: 'PUT',
  path: '/seat/{id}/updateTags',
  summary: 'Replace the tags of a seat.',
  auth: 'session',
  may: { userType: 'admin' },
  params: z.object({ id: Id }),
  body: z.object({ tags: Tags }),
  reply: Ok,
  failures: ['not_found'],
});

export const checkLinkStatus = route({
  method: 'GET',
  path: '/seat/checkLinkStatus',
  changes: true,
  summary: "Ask the carrier how far the linking of the signed-in person's number is.",
  auth: 'session',
  reply: z.object({
    linkStatus: LinkStatus,
    linkRejection: LinkRejection.nullable().describe('While the status is rejected.'),
  }),
  failures: ['no_number'],
});

export const changePlan = route({
  method: 'POST',
  path: '/seat/changePlan',
  summary: 'Choose an account type and a plan. A team has at least three recruiters.',
  auth: 'session',
  may: { userType: 'admin' },
  body: z
    .object({
      accountType: AccountType.extract(['personal', 'team']),
      planType: PlanType.extract(['payg', 'monthly', 'annual']),
      recruiters: z
        .number()
        .int('The number of recruiters has to be a whole number')
        .min(1, `A team needs at least ${MIN_TEAM_RECRUITERS} recruiters`)
        .max(1000, 'A team has at most 1000 seats')
        .optional()
        .describe('Seats of a team; at least 3.'),
      billing: z.enum(['card', 'invoicing']).optional(),
    })
    .refine(
      (plan) =>
        plan.accountType !== 'team' || (plan.recruiters ?? MIN_TEAM_RECRUITERS) >= MIN_TEAM_RECRUITERS,
      {
        path: ['recruiters'],
        message: `A team needs at least ${MIN_TEAM_RECRUITERS} recruiters`,
      },
    )
    .refine((plan) => plan.accountType !== 'team' || plan.planType !== 'payg', {
      path: ['planType'],
      message: 'A team plan is monthly or annual',
    })
    .refine(
      (plan) => plan.billing !== 'invoicing' || (plan.accountType === 'team' && plan.planType === 'annual'),
      {
        path: ['billing'],
        message: 'Invoicing is available for annual team plans',
      },
    ),
  reply: Account,
  idempotent: true,
  failures: ['seats_in_use'],
});
