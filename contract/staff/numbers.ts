import { z } from 'zod';
import { LandlineRejection } from '../landlines.ts';
import { Id, Ok, PageQuery, PhoneNumber, PhoneNumberFormatted, page, Timestamp } from '../primitives.ts';
import { route } from '../route.ts';
import { LinkStatus } from '../seats.ts';
import { AccountId, may, Reason } from './call.ts';

export const StaffNumber = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string() }),
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  carrier: z.string(),
  linkStatus: LinkStatus,
  createdAt: Timestamp,
  person: z.object({ id: Id, name: z.string() }).nullable().describe('Whose seat it belongs to, or will.'),
  can: z.object({ approve: z.boolean(), reject: z.boolean(), reopen: z.boolean() }),
});
export type StaffNumber = z.infer<typeof StaffNumber>;

export const listStaffNumbers = route({
  method: 'GET',
  path: '/staff/numbers',
  summary: "List the numbers in all accounts that the carrier hasn't linked, newest first.",
  auth: 'session',
  may,
  query: PageQuery.extend({ linkStatus: z.enum(['linking', 'rejected']) }),
  reply: page(StaffNumber),
});

export const LinkDecision = z.enum(['approve', 'reject', 'reopen']);
export type LinkDecision = z.infer<typeof LinkDecision>;

export const decideNumber = route({
  method: 'POST',
  path: '/staff/numbers/{id}/decide',
  summary:
    "Decide by hand when the carrier doesn't: approve or reject a number that's linking, or ask the carrier again about one that was rejected.",
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: AccountId.extend({
    decision: LinkDecision,
    reason: Reason.describe("The number's user can read it in the email we send them."),
  }),
  reply: StaffNumber,
  failures: ['link_settled', 'number_not_ours'],
});

export const StaffLandlineOrder = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string() }),
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  carrier: z.string(),
  person: z.object({ id: Id, name: z.string() }).nullable().describe('Who is setting up the landline.'),
  letterSubmitted: z.boolean().describe('Whether the carrier has the letter of authorization.'),
  changedAt: Timestamp,
  keptAt: Timestamp.nullable().describe(
    "When the order was withdrawn but the carrier refused to end it. Null while it's in review.",
  ),
});
export type StaffLandlineOrder = z.infer<typeof StaffLandlineOrder>;

export const listLandlineOrders = route({
  method: 'GET',
  path: '/staff/landlineOrders',
  summary:
    "List the landline orders that are in review at the carrier, or that were withdrawn but the carrier hasn't ended, newest first.",
  auth: 'session',
  may,
  query: PageQuery,
  reply: page(StaffLandlineOrder),
});

export const decideLandlineOrder = route({
  method: 'POST',
  path: '/staff/landlineOrders/{id}/decide',
  summary:
    'Record the result of a review that the carrier ended without telling us. You can approve it only if the carrier lists the number as ours.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: AccountId.extend({
    rejection: LandlineRejection.nullable().describe(
      "Why it's rejected. The user sees this reason and what to do about it. Null: it's approved.",
    ),
    reason: Reason,
  }),
  reply: Ok,
  failures: ['link_settled', 'number_not_ours', 'number_changing', 'carrier_unavailable'],
});

export const releaseLandlineOrder = route({
  method: 'POST',
  path: '/staff/landlineOrders/{id}/release',
  summary:
    'Let a number be set up again after the carrier, which had refused to end its withdrawn order, has ended it by hand.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: AccountId.extend({ reason: Reason }),
  reply: Ok,
  failures: ['link_settled'],
});
