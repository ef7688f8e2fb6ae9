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
  person: z.object({ id: Id, name: z.string() }).nullable().describe('On whose seat it is, or is to be.'),
  can: z.object({ approve: z.boolean(), reject: z.boolean(), reopen: z.boolean() }),
});
export type StaffNumber = z.infer<typeof StaffNumber>;

export const listStaffNumbers = route({
  method: 'GET',
  path: '/staff/numbers',
  summary: 'Numbers of all accounts that the carrier has not linked; the newest first.',
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
    'Settle by hand what the carrier does not: approve or reject a number that is linking, or have the carrier asked anew about one that was rejected.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: AccountId.extend({
    decision: LinkDecision,
    reason: Reason.describe('The person of the number reads it in the mail that tells them.'),
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
  person: z.object({ id: Id, name: z.string() }).nullable().describe('Who brings the number.'),
  letterSubmitted: z.boolean().describe('The carrier has the letter of authorization.'),
  changedAt: Timestamp,
  keptAt: Timestamp.nullable().describe(
    'Since when the carrier refuses to end the order, which was withdrawn. Until then it is under review.',
  ),
});
export type StaffLandlineOrder = z.infer<typeof StaffLandlineOrder>;

export const listLandlineOrders = route({
  method: 'GET',
  path: '/staff/landlineOrders',
  summary:
    'Numbers that companies bring, under review at the carrier, or withdrawn and not let go of by it; the newest first.',
  auth: 'session',
  may,
  query: PageQuery,
  reply: page(StaffLandlineOrder),
});

export const decideLandlineOrder = route({
  method: 'POST',
  path: '/staff/landlineOrders/{id}/decide',
  summary:
    'Settle by hand a review that has ended without the carrier telling us: approved, where it has the number as ours, or rejected.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: AccountId.extend({
    rejection: LandlineRejection.nullable().describe(
      'What the person is told, with what to do. Null: it is approved.',
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
    'Let a number be set up again whose withdrawn order the carrier has refused to end, once it has ended it by hand.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: AccountId.extend({ reason: Reason }),
  reply: Ok,
  failures: ['link_settled'],
});
