import { z } from 'zod';
import { PAID_PLANS } from './access.ts';
import { Account } from './accounts.ts';
import { FirstName, LastName } from './auth.ts';
import { FailureReply } from './failure.ts';
import { Email, Id, Ok, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { SeatRole, SeatType, UserType } from './seats.ts';

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;
/** An account has at most so many seats. */
export const MAX_SEATS = 1000;
/** Addresses in one `inviteUsers`. */
export const MAX_INVITATIONS = 500;

const forAdmins = { userType: 'admin' } as const;
const forTeams = { userType: 'admin', accountType: 'team', plans: PAID_PLANS } as const;

const Invited = z.object({
  userType: UserType.default('member'),
  seatRole: SeatRole.default('recruiter'),
  seatType: SeatType.default('texter').describe('A nonTexter gets no number of their own.'),
});

/** `sent`: a mail is on its way. `ok`: a former member of the account, who can sign in again at once. */
export const InviteStatus = z.enum(['sent', 'ok']);
export type InviteStatus = z.infer<typeof InviteStatus>;

export const inviteUser = route({
  method: 'POST',
  path: '/account/inviteUser',
  summary:
    'Invite a person to a free seat. The link in the mail is valid for 7 days. `ok`: they were a member before and can sign in again at once. An address that has a seat already answers `invalid` with “{value} already used” at `email`.',
  auth: 'session',
  may: forTeams,
  body: Invited.extend({
    email: Email,
    firstName: FirstName.optional().describe('Fills the sign-up form in.'),
    lastName: LastName.optional().describe('Fills the sign-up form in.'),
    seatId: Id.optional().describe(
      'A free seat, with the number and the threads that it has. Any free one otherwise, those without a number first.',
    ),
  }),
  reply: z.object({ status: InviteStatus }),
  idempotent: true,
  failures: ['no_free_seat', 'seat_not_free', 'cannot_invite', 'not_found'],
});

export const InviteOutcome = z.object({
  email: z.string().describe('As it was given.'),
  outcome: z.enum(['sent', 'ok', 'refused']),
  code: FailureReply.shape.code.nullable().describe('Why it was refused; null otherwise.'),
  message: z.string().nullable().describe('The same as a sentence.'),
});
export type InviteOutcome = z.infer<typeof InviteOutcome>;

export const inviteUsers = route({
  method: 'POST',
  path: '/account/inviteUsers',
  summary:
    'Invite several people at once, in the order given for as long as there are free seats; each address has an outcome of its own.',
  auth: 'session',
  may: forTeams,
  body: Invited.extend({
    emails: z
      .array(z.string().max(1000))
      .min(1, 'The emails are required')
      .max(MAX_INVITATIONS, `At most ${MAX_INVITATIONS} people can be invited at once`)
      .describe('At most 500. What is no e-mail address is refused by itself; a repeated one counts once.'),
  }),
  reply: z.object({ outcomes: z.array(InviteOutcome) }),
  idempotent: true,
});

export const resendInvitation = route({
  method: 'POST',
  path: '/account/resendInvitation',
  summary:
    'Mail a new link and void the older one: `sent`. For a former member of the account: give them a free seat, so that they can sign in again: `ok`.',
  auth: 'session',
  may: forTeams,
  body: z.object({ email: Email }),
  reply: z.object({ status: InviteStatus }),
  failures: ['not_found', 'invitation_not_pending', 'no_free_seat'],
});

export const cancelInvitation = route({
  method: 'POST',
  path: '/account/cancelInvitation',
  summary: 'Void the link of an invitation; its seat is free again.',
  auth: 'session',
  may: forAdmins,
  body: z.object({ email: Email }),
  reply: Ok,
  failures: ['invitation_not_pending'],
});

export const purchaseSeats = route({
  method: 'POST',
  path: '/account/purchaseSeats',
  summary: 'Add free seats to the plan of a team.',
  auth: 'session',
  may: forTeams,
  body: z.object({
    quantity: z
      .number('The quantity is required')
      .int('The quantity has to be a whole number')
      .min(1, 'Purchase at least 1 seat')
      .max(MAX_SEATS, `At most ${MAX_SEATS} seats can be purchased at once`)
      .describe(`1 to ${MAX_SEATS}; an account has at most ${MAX_SEATS} in all.`),
  }),
  reply: Account,
  idempotent: true,
});

/** Candidates count on what they were promised: a reminder that never comes can cost somebody a job. */
export const ScheduledTexts = z
  .enum(['send', 'cancel'])
  .default('send')
  .describe(
    'What becomes of the texts that the person has written and that have not gone out: `send`, they go out at their time from the number of their conversation, under the name of the person; `cancel`, they are canceled at once, and their conversations show it. A text that is with the carrier already goes out in either case.',
  );

export type ScheduledTexts = z.infer<typeof ScheduledTexts>;

export const removeSeatFromTeamMember = route({
  method: 'POST',
  path: '/account/removeSeatFromTeamMember',
  summary:
    'Take the seat from a person: it is free again, their sessions end at once, and they can be invited again. The number stays with the seat.',
  auth: 'session',
  may: forAdmins,
  body: z.object({
    userId: Id,
    threadsTo: Id.optional().describe(
      "A colleague (user id) whose seat gets the threads; they stay with the person's seat otherwise. What is scheduled in them goes out from the colleague's number, and is canceled when the colleague has none.",
    ),
    scheduledTexts: ScheduledTexts,
  }),
  reply: Ok,
  failures: ['not_found', 'not_yourself', 'admin_needed'],
});

export const removeSeat = route({
  method: 'POST',
  path: '/account/removeSeat',
  summary:
    'Remove a free seat from the account. Its number is given back after 30 days in which texts to it still arrive; its threads stay, and what is scheduled in them is canceled.',
  auth: 'session',
  may: forTeams,
  body: z.object({ seatId: Id }),
  reply: Account,
  failures: ['not_found', 'seat_not_free', 'team_minimum'],
});

const OfPerson = z.object({ userId: Id });

export const updateUserToTexter = route({
  method: 'POST',
  path: '/account/updateUserToTexter',
  summary: 'Let a person have a number; they choose it with `buyPhoneNumber`.',
  auth: 'session',
  may: forAdmins,
  body: OfPerson,
  reply: Ok,
  failures: ['not_found'],
});

export const updateUserToNonTexter = route({
  method: 'POST',
  path: '/account/updateUserToNonTexter',
  summary:
    'Take the number from a person, who keeps the seat. It is given back after 30 days in which texts to it still arrive; what is scheduled in its threads is canceled.',
  auth: 'session',
  may: forAdmins,
  body: OfPerson,
  reply: Ok,
  failures: ['not_found'],
});

export const changeUserType = route({
  method: 'PUT',
  path: '/user/changeUserType',
  summary: 'Make a person an admin or a member.',
  auth: 'session',
  may: forAdmins,
  body: z.object({ userId: Id, userType: UserType }),
  reply: Ok,
  failures: ['not_found', 'admin_needed'],
});

export const transferHiringManagerSeat = route({
  method: 'PUT',
  path: '/seat/{id}/transferHiringManagerSeat',
  summary:
    'Give the seat of a hiring manager to another person: number, candidates and threads stay with it. The person so far is out at once; the new one is invited (`sent`), or in at once when they were a member before (`ok`).',
  auth: 'session',
  may: forAdmins,
  params: z.object({ id: Id }),
  body: z.object({
    email: Email,
    firstName: FirstName,
    lastName: LastName,
    scheduledTexts: ScheduledTexts,
  }),
  reply: z.object({ status: InviteStatus }),
  idempotent: true,
  failures: [
    'not_found',
    'not_hiring_manager_seat',
    'seat_not_used',
    'not_yourself',
    'admin_needed',
    'cannot_invite',
  ],
});

export const getScheduledTexts = route({
  method: 'GET',
  path: '/seat/{id}/scheduledTexts',
  summary:
    'How many texts have not gone out yet of a seat and of the person who has it, to be asked before either is removed.',
  auth: 'session',
  may: forAdmins,
  params: z.object({ id: Id }),
  reply: z.object({
    byPerson: z.number().int().describe('Written by the person who has the seat, in whichever conversation.'),
    inThreads: z.number().int().describe('In the conversations of the seat, whoever wrote them.'),
    total: z.number().int().describe('Those that are either.'),
  }),
  failures: ['not_found'],
});

const FormerMember = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: Email,
  removedAt: Timestamp,
});

export const getFormerMembers = route({
  method: 'GET',
  path: '/account/formerMembers',
  summary:
    'People of the account who have no seat any more, latest first, at most 1000. `resendInvitation` brings one back.',
  auth: 'session',
  may: forAdmins,
  reply: z.array(FormerMember),
});
