import { z } from 'zod';
import { NUMBERS_AT_FIRST } from './features.ts';

/**
 * THE table of failures: each code's HTTP status and the sentence a person reads. Rules throw `Failure(code)`, one
 * handler turns it into the reply, and the web shows `message` as it stands.
 */
export const failures = {
  malformed: { status: 400, message: "The request couldn't be read." },
  unauthenticated: { status: 401, message: 'No authorization token was found' },
  session_ended: { status: 401, message: 'Your session has ended. Please sign in again.' },
  wrong_credentials: { status: 401, message: 'The email or password is wrong.' },
  bad_signature: { status: 401, message: "The signature of this webhook isn't valid." },
  plan_required: { status: 402, message: 'Choose a plan first.' },
  forbidden: { status: 403, message: "You don't have permission to do this." },
  captcha_required: { status: 403, message: 'Please confirm that you are a person, and try again.' },
  sso_required: {
    status: 403,
    message: 'Your company signs in with single sign-on. Use “Sign in with single sign-on”.',
  },
  sso_unknown_person: {
    status: 403,
    message: "Your company's provider knows you, but nobody has added you to its account here. Ask an admin.",
  },
  sign_in_again: {
    status: 403,
    message: "Sign in again with single sign-on first, so that we know it's you.",
  },
  mfa_required: {
    status: 403,
    message: 'Your company requires two-factor authentication. Set it up to go on.',
  },
  deletion_pending: {
    status: 403,
    message: 'This account is about to be deleted. You can still keep it.',
  },
  deactivated: {
    status: 403,
    message: "You don't have a seat in your company's account any more. Ask an admin for one.",
  },
  non_texter: { status: 403, message: 'Your seat comes without a number. Ask an admin to change that.' },
  read_only: {
    status: 403,
    message: 'You see this account as somebody else, and can only read. End that to change something.',
  },
  calls_abroad_off: {
    status: 403,
    message:
      'Calls can be forwarded to numbers in the 50 states and Canada only. Ask us from the Support tab for other countries.',
  },
  numbers_used_up: {
    status: 403,
    message: `Your company has ${NUMBERS_AT_FIRST} numbers, counting those given up in the last 30 days. Ask us from the Support tab for more.`,
  },
  opted_out: {
    status: 403,
    message: 'This candidate has opted out of texts. Only they can opt back in, by texting START.',
  },
  not_found: { status: 404, message: "We couldn't find that." },
  invitation_not_pending: {
    status: 404,
    message: 'This invitation is no longer pending: it was accepted or canceled.',
  },
  sso_unknown_domain: {
    status: 404,
    message: "Single sign-on isn't set up for this email's domain.",
  },
  email_taken: { status: 409, message: 'An account with this email already exists. Sign in instead.' },
  candidate_exists: { status: 409, message: 'You already have a candidate with this phone number.' },
  number_taken: { status: 409, message: 'That number was just taken. Please pick another one.' },
  number_not_available: { status: 409, message: "That number can't be bought. Please pick another one." },
  number_exists: { status: 409, message: 'You already have a number.' },
  landline_in_use: {
    status: 409,
    message: 'This number is already used in Hiretext, or somebody is just setting it up.',
  },
  landline_open: {
    status: 409,
    message: 'You are already setting up another number. Withdraw that one first.',
  },
  landline_kept: {
    status: 409,
    message:
      'The carrier still has the order that you stopped for this number. Enter the same company and address as then, or contact the support team through the Support tab.',
  },
  landline_step: {
    status: 409,
    message: "That isn't the next step for this number. Reload the page to see where it is.",
  },
  landline_not_ready: {
    status: 409,
    message: "The carrier isn't ready for the code yet. Try again in a minute.",
  },
  number_is_landline: {
    status: 409,
    message: 'Calls to this number stay with your phone company. Set up forwarding there.',
  },
  number_not_registered: {
    status: 409,
    message:
      'Texts wait until your company is registered with the carriers. Admins do that under Account; if you are none, ask one.',
  },
  registration_in_review: {
    status: 409,
    message: "What is being reviewed or approved can't be changed.",
  },
  registration_off: { status: 409, message: 'Registration with the carriers is turned off here.' },
  number_not_linked: { status: 409, message: "Your number isn't active yet." },
  no_number: { status: 409, message: 'Get a number first.' },
  conversation_held: {
    status: 409,
    message: 'This candidate may have asked you to stop. Review their text before you write again.',
  },
  not_held: { status: 409, message: 'This conversation has already been reviewed.' },
  quiet_hours: { status: 409, message: "It's outside the hours in which this candidate may be texted." },
  message_not_cancelable: { status: 409, message: "This text can't be undone. It's already on its way." },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  in_progress: { status: 409, message: 'The same request is still being worked on. Try again in a moment.' },
  authenticator_exists: {
    status: 409,
    message: 'You already use an authenticator app. Remove it before you set up another one.',
  },
  authenticator_in_force: {
    status: 409,
    message: 'Remove your authenticator app first.',
  },
  passkey_in_force: {
    status: 409,
    message: 'Remove your passkeys first.',
  },
  too_many_passkeys: { status: 409, message: 'You have 20 passkeys. Remove one before you add another one.' },
  passkeys_unavailable: {
    status: 409,
    message: 'Passkeys need an address with a name. This server is reached by a number (an IP address).',
  },
  email_unverified: { status: 409, message: 'Verify your email first, so that the codes reach you.' },
  mfa_kept: {
    status: 409,
    message: 'Your company requires two-factor authentication, so it stays on. Set up another way first.',
  },
  mfa_missing: {
    status: 409,
    message: 'Turn on two-factor authentication for yourself first.',
  },
  last_admin: {
    status: 409,
    message:
      'You are the only admin. Make somebody else an admin first, or remove everybody else to delete the whole account.',
  },
  cannot_impersonate: {
    status: 409,
    message: "Nobody can look on as this person: they can't sign in themself, or they are staff.",
  },
  link_settled: { status: 409, message: 'This number has been decided meanwhile. Look at it again.' },
  number_not_ours: {
    status: 409,
    message: "The carrier hasn't confirmed that this number is ours, so it can't be approved yet.",
  },
  no_second_step: { status: 409, message: 'This person has no second step.' },
  account_closing: { status: 409, message: 'This account is about to be deleted, so nothing can be sent.' },
  number_changing: {
    status: 409,
    message: 'This seat is just getting a new number. Try again in a minute.',
  },
  no_free_seat: { status: 409, message: 'All seats are taken. Purchase another one first.' },
  seat_not_free: {
    status: 409,
    message: "This seat isn't free. Remove its person or cancel its invitation first.",
  },
  seat_not_used: {
    status: 409,
    message: 'Nobody has this seat yet. Cancel its invitation if there is one, and invite somebody else.',
  },
  team_minimum: { status: 409, message: 'A team has at least 3 seats.' },
  cannot_invite: {
    status: 409,
    message: "This address can't be invited. Ask the person for another one.",
  },
  not_yourself: { status: 409, message: "You can't do this to yourself. Ask another admin." },
  admin_needed: {
    status: 409,
    message: 'An account needs an admin. Make somebody else an admin first.',
  },
  not_hiring_manager_seat: {
    status: 409,
    message: "Only a hiring manager's seat can be transferred.",
  },
  seats_in_use: { status: 409, message: 'More seats are in use than this plan has.' },
  domain_taken: { status: 409, message: 'Another account already uses this domain.' },
  sso_only_untried: {
    status: 409,
    message:
      'Verify the domain and sign in with single sign-on yourself first, so that nobody is locked out.',
  },
  too_large: { status: 413, message: 'That is too large.' },
  unsupported_media_type: { status: 415, message: "This type of content isn't supported." },
  invalid: { status: 422, message: 'Please check what you entered.' },
  call_forwarding_number_empty: {
    status: 422,
    message: 'callForwardingNumber is not allowed to be empty',
  },
  captcha_invalid: { status: 422, message: "We couldn't confirm that you are a person. Please try again." },
  code_invalid: {
    status: 422,
    message: 'This code is wrong or no longer valid. Check it, or ask for a new one.',
  },
  passkey_failed: {
    status: 422,
    message: "That passkey didn't work. Try again, or choose another way.",
  },
  invitation_invalid: {
    status: 422,
    message: 'This invitation is no longer valid. Ask the person who invited you for a new one.',
  },
  link_invalid: { status: 422, message: 'This link is no longer valid. Ask for a new one.' },
  registration_unready: {
    status: 422,
    message: 'Reviewers would refuse this. Mend what the check names, and hand it in again.',
  },
  domain_unverified: {
    status: 422,
    message: "We couldn't find the record in the domain's DNS yet. A new one can take an hour to be seen.",
  },
  sso_failed: {
    status: 422,
    message: "Single sign-on didn't work. Start again in this browser, within ten minutes.",
  },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Server error' },
  sso_unavailable: {
    status: 503,
    message: "Your company's sign-in can't be reached right now. Try again in a minute, or ask an admin.",
  },
  carrier_unavailable: {
    status: 503,
    message: "The carrier can't be reached right now. Please try again in a minute.",
  },
  unavailable: { status: 503, message: 'Hiretext is briefly unavailable. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type FailureCode = keyof typeof failures;

export const FailureReply = z.object({
  message: z.string().describe('A sentence for a person.'),
  code: z
    .enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])
    .describe('For programs; never changes.'),
  details: z
    .looseObject({
      fields: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .describe('Sentences by field, with `invalid`.'),
    })
    .optional(),
  requestId: z.string().describe('Quote it to support.'),
});

export type FailureReply = z.infer<typeof FailureReply>;
