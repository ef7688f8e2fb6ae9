import { z } from 'zod';
import { TEAM_ADMINS } from './access.ts';
import { Account } from './accounts.ts';
import { FirstName, LastName } from './auth.ts';
import { Conversation } from './conversations.ts';
import { FailureReply } from './failure.ts';
import { Name } from './name.ts';
import { Email, Id, Ok, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { SeatRole, SeatType, UserType } from './seats.ts';

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;
/** The most seats of an account. */
export const MAX_SEATS = 1000;
/** Addresses in one `inviteUsers`. */
export const MAX_INVITATIONS = 500;

const forAdmins = { userType: 'admin' } as const;

const Invited = z.object({
  userType: UserType.default('member'),
  seatRole: SeatRole.default('recruiter'),
  seatType: SeatType.default('texter').describe("A nonTexter doesn't get a number."),
});

/** As candidates' texts show it, so no longer than a first name. */
const ServiceName = Name('name', 80)
  .min(1, 'The name is required')
  .describe('What the software is called, e.g. Payroll.');

/** `sent`: a mail is on its way. `ok`: a former member of the account, who can sign in again at once. */
export const InviteStatus = z.enum(['sent', 'ok']);
export type InviteStatus = z.infer<typeof InviteStatus>;

export const inviteUser = route({
  method: 'POST',
  path: '/account/inviteUser',
  summary:
    "Invite someone to an available seat. The link in the email works for 7 days. `ok`: they're a former member and can sign in again right away. For an address that already has a seat, the reply is `invalid` with “{value} already used” at `email`.",
  auth: 'session',
  may: TEAM_ADMINS,
  body: Invited.extend({
    email: Email,
    firstName: FirstName.optional().describe('Prefills the sign-up form.'),
    lastName: LastName.optional().describe('Prefills the sign-up form.'),
    seatId: Id.optional().describe(
      'An available seat, with the number and conversations it has. If you leave it out, we pick an available seat, preferring one without a number.',
    ),
  }),
  reply: z.object({ status: InviteStatus }),
  idempotent: true,
  failures: ['no_free_seat', 'seat_not_free', 'cannot_invite', 'not_found'],
});

export const InviteOutcome = z.object({
  email: z.string().describe('As you sent it.'),
  outcome: z.enum(['sent', 'ok', 'refused']),
  code: FailureReply.shape.code.nullable().describe('Why it was refused. Null otherwise.'),
  message: z.string().nullable().describe('The same reason as a sentence.'),
});
export type InviteOutcome = z.infer<typeof InviteOutcome>;

export const inviteUsers = route({
  method: 'POST',
  path: '/account/inviteUsers',
  summary:
    'Invite several people in one call, in the order given, while there are seats available. Each address gets its own outcome.',
  auth: 'session',
  may: TEAM_ADMINS,
  body: Invited.extend({
    emails: z
      .array(z.string().max(1000))
      .min(1, 'Enter at least one email')
      .max(MAX_INVITATIONS, `Invite at most ${MAX_INVITATIONS} people at a time`)
      .describe(
        "At most 500. An entry that isn't an email address is refused on its own, and a repeated one counts once.",
      ),
  }),
  reply: z.object({ outcomes: z.array(InviteOutcome) }),
  idempotent: true,
});

export const addService = route({
  method: 'POST',
  path: '/account/addService',
  summary:
    'Give software an available seat, as a member who texts. It calls with API keys that have it as their owner. No one can sign in as a service, and it gets no mail. If the seat has no number, choose one with `updatePhoneNumber`.',
  auth: 'session',
  may: TEAM_ADMINS,
  body: z.object({
    name: ServiceName,
    seatId: Id.optional().describe(
      'An available seat, with the number and conversations it has. If you leave it out, we pick an available seat, preferring one without a number.',
    ),
  }),
  reply: z.object({ userId: Id, seatId: Id }),
  status: 201,
  idempotent: true,
  failures: ['no_free_seat', 'seat_not_free', 'not_found'],
});

export const renameService = route({
  method: 'PUT',
  path: '/account/renameService',
  summary: 'Rename a service. Texts it sent before show the new name too.',
  auth: 'session',
  may: forAdmins,
  body: z.object({ userId: Id, name: ServiceName }),
  reply: Ok,
  failures: ['not_found'],
});

export const resendInvitation = route({
  method: 'POST',
  path: '/account/resendInvitation',
  summary:
    'Email a new link, which replaces the earlier one (`sent`), or give a former member an available seat so they can sign in again (`ok`).',
  auth: 'session',
  may: TEAM_ADMINS,
  body: z.object({ email: Email }),
  reply: z.object({ status: InviteStatus }),
  failures: ['not_found', 'invitation_not_pending', 'no_free_seat'],
});

export const cancelInvitation = route({
  method: 'POST',
  path: '/account/cancelInvitation',
  summary: 'Cancel an invitation. Its link stops working, and its seat becomes available.',
  auth: 'session',
  may: forAdmins,
  body: z.object({ email: Email }),
  reply: Ok,
  failures: ['invitation_not_pending'],
});

export const purchaseSeats = route({
  method: 'POST',
  path: '/account/purchaseSeats',
  summary: "Add seats to a team's plan. They are prorated, and exist once that is paid.",
  auth: 'session',
  may: TEAM_ADMINS,
  body: z.object({
    quantity: z
      .number('The quantity is required')
      .int('The quantity must be a whole number')
      .min(1, 'Buy at least 1 seat')
      .max(MAX_SEATS, `Buy at most ${MAX_SEATS} seats at a time`)
      .describe(`1 to ${MAX_SEATS}. An account can have at most ${MAX_SEATS} in all.`),
  }),
  reply: Account,
  idempotent: true,
  failures: [
    'plan_required',
    'card_required',
    'card_declined',
    'card_expired',
    'payment_overdue',
    'invoicing_limit',
    'price_unknown',
    'billing_busy',
    'payment_unavailable',
  ],
});

/** Candidates count on what they were promised: a reminder that never comes can cost someone a job. */
export const ScheduledTexts = z
  .enum(['send', 'cancel'])
  .default('send')
  .describe(
    "What to do with texts the user wrote that haven't gone out yet. `send`: they go out on time, from the number of their conversation and under the user's name. `cancel`: they're canceled right away, and their conversations show it. A text that's already with the carrier goes out either way.",
  );

export type ScheduledTexts = z.infer<typeof ScheduledTexts>;

export const removeSeatFromTeamMember = route({
  method: 'POST',
  path: '/account/removeSeatFromTeamMember',
  summary:
    "Remove a user or a service from their seat. The seat becomes available and keeps its number. The user's sessions and API keys end right away. You can invite a user again, but not a service.",
  auth: 'session',
  may: forAdmins,
  body: z.object({
    userId: Id,
    threadsTo: Id.optional().describe(
      "The user ID of a colleague whose seat gets the conversations. If you leave it out, they stay with the user's seat. Texts scheduled in them go out from the colleague's number, or are canceled if the colleague has none.",
    ),
    scheduledTexts: ScheduledTexts,
  }),
  reply: Ok,
  failures: ['not_found', 'not_yourself', 'admin_needed', 'not_for_services'],
});

export const removeSeat = route({
  method: 'POST',
  path: '/account/removeSeat',
  summary:
    'Remove an available seat from the account. It costs nothing from the next period on. Its number still receives texts for 30 days, then we give it back. Its conversations stay, and texts scheduled in them are canceled.',
  auth: 'session',
  may: TEAM_ADMINS,
  body: z.object({ seatId: Id }),
  reply: Account,
  failures: ['not_found', 'seat_not_free', 'team_minimum'],
});

const OfPerson = z.object({ userId: Id });

export const updateUserToTexter = route({
  method: 'POST',
  path: '/account/updateUserToTexter',
  summary: 'Let a user have a number. They choose it with `buyPhoneNumber`.',
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
    "Remove a user's number. They keep the seat. The number still receives texts for 30 days, then we give it back. Texts scheduled from it are canceled.",
  auth: 'session',
  may: forAdmins,
  body: OfPerson,
  reply: Ok,
  failures: ['not_found'],
});

export const changeUserType = route({
  method: 'PUT',
  path: '/user/changeUserType',
  summary: 'Make a user an admin or a member. A service stays a member.',
  auth: 'session',
  may: forAdmins,
  body: z.object({ userId: Id, userType: UserType }),
  reply: Ok,
  failures: ['not_found', 'admin_needed', 'not_for_services'],
});

export const endSessionsOfUser = route({
  method: 'POST',
  path: '/account/endSessionsOfUser',
  summary:
    'Sign a user out on all devices. They can sign in again, with a second step even in browsers that they trust. Their API keys and connected apps keep working.',
  auth: 'session',
  may: forAdmins,
  body: OfPerson,
  reply: Ok,
  failures: ['not_found', 'not_yourself'],
});

export const transferHiringManagerSeat = route({
  method: 'PUT',
  path: '/seat/{id}/transferHiringManagerSeat',
  summary:
    "Give a hiring manager's seat to someone else. The number, candidates and conversations stay with the seat. The current user loses access right away. The new one gets an invitation (`sent`), or access right away if they're a former member (`ok`).",
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
    "Count the texts that haven't gone out yet for a seat and its user. Check this before you remove either.",
  auth: 'session',
  scope: 'numbers:read',
  may: forAdmins,
  params: z.object({ id: Id }),
  reply: z.object({
    byPerson: z.number().int().describe("Written by the seat's user, in any conversation."),
    inThreads: z.number().int().describe("In the seat's conversations, no matter who wrote them."),
    total: z.number().int().describe('Texts that are either, each counted once.'),
  }),
  failures: ['not_found'],
});

export const coverSeat = route({
  method: 'PUT',
  path: '/seat/{id}/cover',
  summary:
    'Choose who reads and answers what arrives for a seat that no one has. Ends when someone has the seat.',
  auth: 'session',
  may: forAdmins,
  params: z.object({ id: Id }),
  body: z.object({ userId: Id.nullable().describe('A user with a seat. Null: no one.') }),
  reply: Ok,
  failures: ['not_found', 'seat_not_free', 'not_for_services'],
});

export const listUncoveredConversations = route({
  method: 'GET',
  path: '/account/uncoveredConversations',
  summary:
    'List the conversations that no one has, because their seat is free and not covered, latest first.',
  auth: 'session',
  may: forAdmins,
  query: PageQuery,
  reply: page(Conversation),
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
  summary: 'List former members, latest first, at most 1,000. Bring one back with `resendInvitation`.',
  auth: 'session',
  may: forAdmins,
  reply: z.array(FormerMember),
});
