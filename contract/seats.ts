import { z } from 'zod';
import { PAID_PLANS } from './access.ts';
import { Account, AccountType, MIN_TEAM_RECRUITERS, PlanType } from './accounts.ts';
import {
  AreaCode,
  Email,
  Id,
  PhoneNumber,
  PhoneNumberFormatted,
  PhoneNumberInput,
  Tags,
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

export const Seat = z.object({
  id: Id,
  status: SeatStatus,
  seatRole: SeatRole,
  seatType: SeatType,
  tags: Tags,
  userType: UserType.nullable(),
  user: z.object({ id: Id, firstName: z.string(), lastName: z.string(), email: Email }).nullable(),
  pendingEmail: Email.nullable(),
  twilioNumber: PhoneNumber.nullable(),
  twilioNumberFormatted: PhoneNumberFormatted.nullable(),
  linkStatus: LinkStatus.nullable(),
});

export const AvailableNumber = z.object({
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
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
  summary: 'Numbers that can be bought in an area code.',
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
    "Buy a number for the signed-in person's seat. It starts as linking; buying the same one again changes nothing.",
  auth: 'session',
  may: { plans: PAID_PLANS },
  body: z.object({ phoneNumber: PhoneNumberInput }),
  reply: z.object({
    phoneNumber: PhoneNumber,
    phoneNumberFormatted: PhoneNumberFormatted,
    linkStatus: LinkStatus,
  }),
  status: 201,
  failures: ['plan_required', 'number_exists', 'number_taken', 'number_not_available', 'carrier_unavailable'],
});

export const checkLinkStatus = route({
  method: 'GET',
  path: '/seat/checkLinkStatus',
  summary: "Ask the carrier how far the linking of the signed-in person's number is.",
  auth: 'session',
  reply: z.object({ linkStatus: LinkStatus }),
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
      recruiters: z.number().int().min(1).max(1000).optional().describe('Seats of a team; at least 3.'),
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
