import { z } from 'zod';
import { PAID_PLANS } from './access.ts';
import { Account, AccountType, MIN_TEAM_RECRUITERS, PlanType } from './accounts.ts';
import { planRules } from './plans.ts';
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
  tags: z.array(z.string()),
  userType: UserType.nullable().describe("The user type of the seat's user, or of the person invited to it."),
  user: z
    .object({
      id: Id,
      firstName: z.string(),
      lastName: z.string(),
      email: Email,
      avatar: AvatarUrl,
      lastActiveAt: Timestamp.nullable().describe(
        'When they last used Hiretext, to within five minutes. Null if never.',
      ),
      isService: z.boolean().describe('Whether it is software: see `addService`.'),
    })
    .nullable(),
  pendingEmail: Email.nullable().describe('Who has been invited to the seat.'),
  invitation: z
    .object({
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      sentAt: Timestamp,
      expiresAt: Timestamp.describe('When the link stops working. `resendInvitation` emails a new one.'),
    })
    .nullable()
    .describe("Set while the seat's status is pendingInvitation."),
  twilioNumber: PhoneNumber.nullable().describe("The seat's number, or the landline being set up for it."),
  twilioNumberFormatted: PhoneNumberFormatted.nullable(),
  linkStatus: LinkStatus.nullable(),
  linkRejection: LinkRejection.nullable().describe('Set while the status is rejected.'),
  registered: z
    .boolean()
    .describe(
      "False while the number is linked and US carriers don't take its texts: the company's registration is missing.",
    ),
  replacementNumber: PhoneNumber.nullable().describe(
    "The new number that will replace `twilioNumber` when it's ready. That can take a while.",
  ),
  coveredBy: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Who reads what arrives for the seat while no one has it.'),
  can: z
    .object({
      removePerson: z.boolean().describe('`removeSeatFromTeamMember`'),
      changeUserType: z.boolean().describe('`changeUserType` to the other type.'),
      changeSeatType: z.boolean().describe('`updateUserToTexter`, `updateUserToNonTexter`'),
      transfer: z.boolean().describe('`transferHiringManagerSeat`'),
      resendInvitation: z.boolean(),
      cancelInvitation: z.boolean(),
      removeSeat: z.boolean(),
      cover: z.boolean().describe('`coverSeat`'),
      changeNumber: z.boolean().describe('`updatePhoneNumber`, `resetPhoneNumber`'),
    })
    .describe('What the signed-in user can do with the seat now.'),
});
export type Seat = z.infer<typeof Seat>;

const AvailableNumber = z.object({
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  areaCode: AreaCode.describe(
    'Differs from the area code you asked for if that one has no numbers left. These are then from nearby.',
  ),
  locality: z.string().nullable().describe('City.'),
  region: z.string().nullable().describe('Two-letter state.'),
});

export const getSeats = route({
  method: 'GET',
  path: '/account/getSeats',
  summary: "List the account's seats, with their users and numbers.",
  auth: 'session',
  scope: 'numbers:read',
  may: { userType: 'admin' },
  reply: z.array(Seat),
});

export const findPhoneNumber = route({
  method: 'GET',
  path: '/seat/findPhoneNumber',
  summary: 'Find numbers you can buy in an area code, or nearby if it has none left.',
  auth: 'session',
  scope: 'numbers:read',
  may: { plans: PAID_PLANS },
  query: z.object({ areaCode: AreaCode }),
  reply: z.array(AvailableNumber),
  failures: ['carrier_unavailable'],
});

export const buyPhoneNumber = route({
  method: 'POST',
  path: '/seat/buyPhoneNumber',
  summary:
    "Buy a number for the signed-in user's seat. Its status starts as linking. Repeating the call changes nothing. The number can replace one that was rejected, but no other.",
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
    'deactivated',
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
    'Buy a number to replace the one a seat has. The old number still receives texts for 30 days, then we give it back. Repeating the call changes nothing. A service gets its first number this way too; people choose theirs with `buyPhoneNumber`.',
  auth: 'session',
  may: forPaidAdmins,
  params: z.object({ id: Id }),
  body: z.object({ phoneNumber: PhoneNumberInput }),
  reply: NumberOfSeat,
  failures: [...numberChangeFailures, 'deactivated', 'non_texter', 'number_exists'],
});

export const resetPhoneNumber = route({
  method: 'POST',
  path: '/seat/resetPhoneNumber',
  summary:
    "Replace a seat's number with any number in the same area code or nearby. A number less than a minute old isn't reset.",
  auth: 'session',
  may: forPaidAdmins,
  body: z.object({ seatId: Id }),
  reply: NumberOfSeat,
  failures: numberChangeFailures,
});

export const updateTags = route({
  method: 'PUT',
  path: '/seat/{id}/updateTags',
  summary: "Replace a seat's tags.",
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
  summary: "Check with the carrier whether the signed-in user's number is linked.",
  auth: 'session',
  scope: 'numbers:read',
  reply: z.object({
    linkStatus: LinkStatus,
    linkRejection: LinkRejection.nullable().describe('Set while the status is rejected.'),
  }),
  failures: ['no_number'],
});

export const changePlan = route({
  method: 'POST',
  path: '/seat/changePlan',
  summary:
    'Choose an account type and a plan. A team needs at least three recruiters. A smaller plan begins when what is paid for ends (`subscriptionInfo.nextPlan`); choosing the present one takes that back.',
  auth: 'session',
  may: { userType: 'admin' },
  body: planRules(
    z.object({
      accountType: AccountType.extract(['personal', 'team']),
      planType: PlanType.extract(['payg', 'monthly', 'annual']),
      recruiters: z
        .number()
        .int('The number of recruiters must be a whole number')
        .min(1, `A team needs at least ${MIN_TEAM_RECRUITERS} recruiters`)
        .max(1000, 'A team can have at most 1,000 seats')
        .optional()
        .describe('The number of seats in a team, at least 3.'),
      billing: z.enum(['card', 'invoicing']).optional(),
    }),
  ),
  reply: Account,
  idempotent: true,
  failures: [
    'seats_in_use',
    'minimum_recruiters',
    'invoicing_limit',
    'card_required',
    'card_declined',
    'card_expired',
    'payment_overdue',
    'billing_busy',
    'payment_unavailable',
  ],
});
