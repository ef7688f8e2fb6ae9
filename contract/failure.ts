import { z } from 'zod';
import { ColdTouch } from './cold-texts.ts';
import { NUMBERS_AT_FIRST, UNPAID_INVOICE_RECRUITERS, UNPAID_INVOICE_TEXTS } from './limits.ts';
import { NumberChange } from './number-change.ts';
import { Timestamp } from './primitives.ts';

/** The specification's, letter for letter. */
export const CARD_EXPIRED = 'Your card is alredy expired';

/**
 * THE table of failures: each code's HTTP status and the sentence a person reads. Rules throw `Failure(code)`, one
 * handler turns it into the reply, and the web shows `message` as it is.
 */
export const failures = {
  malformed: { status: 400, message: "The request couldn't be read." },
  too_complex: {
    status: 400,
    message: 'The request is nested too deeply or has too many values. Send less at a time.',
  },
  version_unknown: {
    status: 400,
    message:
      'There is no such version of the API. Send one of those in details.versions, or leave the header out.',
  },
  idempotency_key_required: {
    status: 400,
    message: 'Send an Idempotency-Key with each text, so that a repeated request sends it only once.',
  },
  unauthenticated: { status: 401, message: 'No authorization token was found' },
  session_ended: { status: 401, message: 'Your session has ended. Sign in again.' },
  removed_from_account: {
    status: 401,
    message: "An admin removed you from your company's account. Ask them if you still need it.",
  },
  key_invalid: {
    status: 401,
    message: "This API key isn't valid. It may have expired or been deleted, or its owner was removed.",
  },
  token_invalid: {
    status: 401,
    message:
      "This access token isn't valid here. It may have expired, or be for another address, or the app was disconnected.",
  },
  key_in_url: {
    status: 401,
    message:
      'An API key in a web address ends up in logs, so it was deleted. Create a new one, and send it in the Authorization header.',
  },
  address_refused: { status: 401, message: "This API key can't be used from your address." },
  wrong_credentials: { status: 401, message: 'The email or password is wrong.' },
  bad_signature: { status: 401, message: "The signature of this webhook isn't valid." },
  plan_required: { status: 402, message: 'Choose a plan first.' },
  card_required: { status: 402, message: 'Add a card first.' },
  card_declined: { status: 402, message: 'Your card was declined. Try another card, or ask your bank.' },
  card_expired: { status: 402, message: CARD_EXPIRED },
  no_texts_left: { status: 402, message: 'You have no texts left. Buy a text package to go on.' },
  invoice_unpaid: {
    status: 402,
    message: `Your first invoice isn't paid, and it covers ${UNPAID_INVOICE_TEXTS.toLocaleString('en-US')} texts. An admin can pay it under Billing.`,
  },
  payment_overdue: {
    status: 402,
    message:
      "A payment for your plan is overdue, so texts don't go out. An admin can fix this under Billing.",
  },
  forbidden: { status: 403, message: "You don't have permission to do this." },
  not_for_keys: { status: 403, message: "API keys can't do this. Sign in instead." },
  not_for_test_keys: {
    status: 403,
    message: "Test keys can't do this, because the sandbox doesn't have it. Use a live key.",
  },
  only_for_test_keys: {
    status: 403,
    message: 'Only a test key can do this. Real candidates text from their phones.',
  },
  scope_missing: { status: 403, message: "This key or app doesn't have the scope that this call needs." },
  person_needed: { status: 403, message: 'Only a person can approve a text, signed in to Hiretext.' },
  captcha_required: { status: 403, message: "Confirm that you're a person, then try again." },
  sso_required: {
    status: 403,
    message: 'Your company uses single sign-on. Choose “Sign in with single sign-on”.',
  },
  sso_unknown_person: {
    status: 403,
    message:
      "You signed in with your company's provider, but you don't have a seat in Hiretext yet. Ask an admin for one.",
  },
  sign_in_again: {
    status: 403,
    message: "First sign in again with single sign-on, so we know it's you.",
  },
  mfa_required: {
    status: 403,
    message: 'Your company requires two-factor authentication. Set it up to continue.',
  },
  deletion_pending: {
    status: 403,
    message: 'This account is scheduled for deletion. You can still keep it.',
  },
  account_elsewhere: {
    status: 403,
    message: 'Your account is at another address of Hiretext. Sign in there.',
  },
  deactivated: {
    status: 403,
    message: "You no longer have a seat in your company's account. Ask an admin for one.",
  },
  non_texter: { status: 403, message: "Your seat doesn't include a number. Ask an admin to change that." },
  read_only: {
    status: 403,
    message: "You're impersonating someone, so you can't make changes.",
  },
  calls_abroad_off: {
    status: 403,
    message:
      'You can forward calls only to numbers in the 50 states and Canada. For other countries, contact us from the Support tab.',
  },
  numbers_used_up: {
    status: 403,
    message: `Your company already has ${NUMBERS_AT_FIRST} numbers, counting those it gave up in the last 30 days. To get more, contact us from the Support tab.`,
  },
  candidate_shared: {
    status: 403,
    message: 'Colleagues have conversations with this candidate too. Ask an admin to delete them.',
  },
  candidate_of_colleagues: {
    status: 403,
    message:
      'Colleagues have conversations with this candidate too. Ask an admin to change the phone number, email or external IDs.',
  },
  interview_of_colleague: {
    status: 403,
    message: 'Only an admin or the person who added this interview can change it.',
  },
  opted_out: {
    status: 403,
    message: 'This candidate has opted out of texts. Only they can opt back in, by texting START.',
  },
  opt_outs_missing: {
    status: 403,
    message:
      "Your company hasn't imported its opt-outs yet, so texts don't go out. An admin can do that under Candidates, Import.",
  },
  not_found: { status: 404, message: "We couldn't find that." },
  invitation_not_pending: {
    status: 404,
    message: 'This invitation was already accepted or canceled.',
  },
  sso_unknown_domain: {
    status: 404,
    message: "Single sign-on isn't set up for this email's domain.",
  },
  events_gone: {
    status: 410,
    message: 'Events are kept for 30 days. Start again without `after`, and load what you missed.',
  },
  too_many_endpoints: {
    status: 409,
    message: 'You have 20 webhook endpoints, which is the most. Delete one first.',
  },
  endpoint_disabled: { status: 409, message: 'This endpoint is off. Turn it on first.' },
  email_taken: { status: 409, message: 'An account with this email already exists. Sign in instead.' },
  legal_hold: {
    status: 409,
    message:
      'This candidate is on legal hold, so nothing about them can be deleted. An admin can lift the hold.',
  },
  legal_hold_in_account: {
    status: 409,
    message: 'Candidates are on legal hold. Lift their holds before you delete the account.',
  },
  candidate_exists: { status: 409, message: 'You already have a candidate with this phone number.' },
  export_running: { status: 409, message: 'An export is under way already. Wait until it is done.' },
  account_not_empty: {
    status: 409,
    message:
      'An export can only be imported into an empty account. This one has candidates, texts or the like.',
  },
  import_running: { status: 409, message: 'An import is under way already. Wait until it is done.' },
  import_not_undoable: {
    status: 409,
    message: "This import can't be undone anymore.",
  },
  candidate_changed: {
    status: 409,
    message: 'The conversations with this candidate just changed. Check again what will be deleted.',
  },
  draft_changed: {
    status: 409,
    message: 'You wrote something here on another device meanwhile.',
  },
  candidate_edited: {
    status: 409,
    message: 'Someone just changed this candidate. Check what it says now, then save again.',
  },
  interview_synced: {
    status: 409,
    message: 'This interview comes from a connected system. Change it there.',
  },
  crossed: {
    status: 409,
    message: 'A colleague has just texted this candidate. Read what they wrote, then decide.',
  },
  time_taken: { status: 409, message: "One of these times isn't free anymore. Choose another one." },
  time_offer_answered: {
    status: 409,
    message: 'The candidate has just answered these times, or the offer is over. Check what it says now.',
  },
  candidate_is_back: {
    status: 409,
    message: "You have a new candidate with this phone number, so you can't restore the deleted one.",
  },
  number_taken: { status: 409, message: 'Someone just took that number. Pick another one.' },
  number_not_available: { status: 409, message: "That number isn't for sale. Pick another one." },
  number_exists: { status: 409, message: 'You already have a number.' },
  landline_in_use: {
    status: 409,
    message: 'Someone already uses this number in Hiretext or is setting it up.',
  },
  landline_open: {
    status: 409,
    message: "You're already setting up another landline. Cancel that one first.",
  },
  landline_kept: {
    status: 409,
    message:
      'The carrier still has the order you canceled for this number. Enter the same company and address you used then, or contact us from the Support tab.',
  },
  landline_step: {
    status: 409,
    message: "That isn't the next step for this number. Reload the page to see what is.",
  },
  landline_not_ready: {
    status: 409,
    message: "The carrier isn't ready for the code yet. Try again in a minute.",
  },
  number_is_landline: {
    status: 409,
    message: 'Your phone company handles calls to this number. Set up forwarding there.',
  },
  number_not_registered: {
    status: 409,
    message:
      'Your company has to be registered with the carriers before you can text. An admin can do that under Account.',
  },
  registration_in_review: {
    status: 409,
    message: "You can't change this while it's in review or after it's approved.",
  },
  registration_off: { status: 409, message: 'Registration with the carriers is turned off here.' },
  number_not_linked: { status: 409, message: "Your number isn't active yet." },
  no_number: { status: 409, message: 'Get a number first.' },
  conversation_held: {
    status: 409,
    message: 'This candidate may have asked you to stop. Review their text before you text again.',
  },
  no_consent: {
    status: 409,
    message: "This candidate hasn't agreed to texts yet. Ask for their consent first.",
  },
  consent_on_record: { status: 409, message: 'This candidate has already agreed to texts.' },
  consent_asked: {
    status: 409,
    message: 'This candidate was asked already. You can ask once more, a day after the first time.',
  },
  number_changed: {
    status: 409,
    message:
      "Someone changed this candidate's number since the last text. Check the new number, then text them from the conversation.",
  },
  not_held: { status: 409, message: 'Someone already reviewed this conversation.' },
  review_final: { status: 409, message: "You can't undo this anymore." },
  quiet_hours: { status: 409, message: "It's too early or too late to text this candidate." },
  message_not_cancelable: { status: 409, message: "You can't undo this text. It's already on its way." },
  message_not_scheduled: {
    status: 409,
    message: "This text isn't scheduled anymore: it's on its way, or it was canceled.",
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  in_progress: { status: 409, message: 'The same request is still in progress. Try again in a moment.' },
  authenticator_exists: {
    status: 409,
    message: 'You already have an authenticator app. Remove it before you set up another one.',
  },
  authenticator_in_force: {
    status: 409,
    message: 'Remove your authenticator app first.',
  },
  passkey_in_force: {
    status: 409,
    message: 'Remove your passkeys first.',
  },
  too_many_passkeys: {
    status: 409,
    message: 'You have 20 passkeys, the most you can have. Remove one before you add another.',
  },
  passkeys_unavailable: {
    status: 409,
    message: 'Passkeys work only on a web address with a domain name, and this one is an IP address.',
  },
  email_unverified: { status: 409, message: 'Verify your email first, so your codes can reach you.' },
  mfa_kept: {
    status: 409,
    message:
      'Your company requires two-factor authentication. Set up another method before you turn this one off.',
  },
  mfa_missing: {
    status: 409,
    message: 'Turn on two-factor authentication for yourself first.',
  },
  last_admin: {
    status: 409,
    message:
      "You're the only admin. Make someone else an admin first, or remove everyone else to delete the whole account.",
  },
  deletion_changed: {
    status: 409,
    message: 'Someone else joined or left just now, so something else would be deleted. Read the list again.',
  },
  cannot_impersonate: {
    status: 409,
    message: "You can't impersonate this person. They're on staff, or they can't sign in.",
  },
  link_settled: { status: 409, message: 'Someone else already decided this one. Reload the page.' },
  number_not_ours: {
    status: 409,
    message: "You can't approve this number yet. The carrier hasn't confirmed that it's ours.",
  },
  no_second_step: { status: 409, message: "This person doesn't use two-factor authentication." },
  account_closing: {
    status: 409,
    message: "This account is scheduled for deletion, so you can't send texts.",
  },
  number_changing: {
    status: 409,
    message: 'This seat is getting a new number. Try again in a minute.',
  },
  no_free_seat: { status: 409, message: 'All your seats are taken. Buy another one first.' },
  seat_not_free: {
    status: 409,
    message: "This seat isn't available. Remove the person or cancel the invitation first.",
  },
  seat_not_used: {
    status: 409,
    message: 'No one is using this seat yet. Cancel the invitation, then invite someone else.',
  },
  not_for_services: { status: 409, message: "A service can't do this. Choose a person." },
  drafts_off: { status: 409, message: 'Drafts are turned off for your company. An admin can turn them on.' },
  model_missing: {
    status: 409,
    message: "This server isn't connected to a language model. Choose the built-in drafter.",
  },
  team_minimum: { status: 409, message: 'A team has at least 3 seats.' },
  cannot_invite: {
    status: 409,
    message: "You can't invite this address. Ask the person for another one.",
  },
  not_yourself: { status: 409, message: "You can't do this to yourself. Ask another admin." },
  admin_needed: {
    status: 409,
    message: 'Every account needs an admin. Make someone else an admin first.',
  },
  not_hiring_manager_seat: {
    status: 409,
    message: "You can transfer only a hiring manager's seat.",
  },
  seats_in_use: {
    status: 409,
    message: 'You have more seats in use than this plan includes. Remove some first.',
  },
  pictures_unsent: {
    status: 409,
    message: "You've added too many pictures without sending them. Send some, or try again tomorrow.",
  },
  uploads_used_up: { status: 409, message: "You can't add any more pictures today. Try again tomorrow." },
  domain_taken: { status: 409, message: 'Another account already uses this domain.' },
  sso_only_untried: {
    status: 409,
    message: 'First verify the domain and sign in with single sign-on yourself, so no one gets locked out.',
  },
  templates_used_up: {
    status: 409,
    message: 'This list already has 2,000 templates, the most it can have. Delete some first.',
  },
  shortcut_taken: { status: 409, message: 'You already have a shortcut with this name. Choose another one.' },
  shortcuts_used_up: {
    status: 409,
    message: 'You already have 100 calendar shortcuts, the most you can have. Delete some first.',
  },
  keyword_taken: {
    status: 409,
    message: 'This number already has this keyword. Choose another word.',
  },
  keywords_used_up: {
    status: 409,
    message: 'This number already has 50 keywords, the most it can have. Delete some first.',
  },
  poster_letters: {
    status: 422,
    message: 'We can only print posters in Latin letters. Put the QR code on a poster of your own instead.',
  },
  keys_used_up: {
    status: 409,
    message: 'Your company already has 100 API keys, the most it can have. Delete some first.',
  },
  apps_used_up: {
    status: 409,
    message: 'Your company already has as many apps as it can have. Remove some first.',
  },
  test_numbers_used_up: {
    status: 409,
    message: 'All numbers for testing are taken. Contact support.',
  },
  view_taken: { status: 409, message: 'You already have a view with this name. Choose another one.' },
  views_used_up: {
    status: 409,
    message: 'You already have 50 views, the most you can have. Delete some first.',
  },
  too_many_tags: {
    status: 409,
    message: 'This conversation already has 20 tags, the most it can have. Remove some first.',
  },
  automations_used_up: {
    status: 409,
    message: 'You already have 100 automations, the most you can have. Delete some first.',
  },
  no_own_phone: { status: 409, message: 'Add your own phone number to your profile first.' },
  own_phone_unknown: {
    status: 409,
    message: "Your own phone isn't among your candidates. Add it, then test again.",
  },
  broadcast_state: { status: 409, message: "The broadcast isn't in a state for that anymore." },
  not_planned: { status: 409, message: "This text isn't planned anymore." },
  too_many_cold_texts: {
    status: 409,
    message: 'Your company has texted this candidate as often as it allows without an answer.',
  },
  proposal_stale: {
    status: 409,
    message: 'The conversation has changed since this text was proposed, so it can no longer be approved.',
  },
  proposal_settled: {
    status: 409,
    message: 'This text was already approved, declined or withdrawn, or it waited too long.',
  },
  too_many_proposals: {
    status: 409,
    message: 'Ten texts already wait for approval in this conversation. Decide about those first.',
  },
  too_many_automatic_texts: {
    status: 409,
    message: 'This candidate already got as many automatic texts as they get in a day.',
  },
  onboarding_exists: { status: 409, message: 'This candidate is already being onboarded.' },
  onboarding_ended: { status: 409, message: 'This onboarding has ended. Start a new one.' },
  calendar_connections_used_up: {
    status: 409,
    message: 'You already have 10 connected calendars, the most you can have. Disconnect one first.',
  },
  ats_paused: { status: 409, message: 'This system is paused. Turn it back on first.' },
  stage_moved: {
    status: 409,
    message: 'Someone just moved this candidate to another stage. Check where they are now.',
  },
  already_applied: { status: 409, message: 'This candidate is already in this job.' },
  job_closed: { status: 409, message: 'This job is closed. Reopen it to add candidates.' },
  job_in_use: {
    status: 409,
    message: 'This job still has candidates. Remove them first, or close the job instead.',
  },
  stage_in_use: {
    status: 409,
    message: 'This stage still has candidates. Move them to another stage first.',
  },
  last_stage: { status: 409, message: 'Your jobs need at least one stage.' },
  stages_used_up: {
    status: 409,
    message: 'You already have 30 stages, the most you can have. Delete some first.',
  },
  stage_fixed: { status: 409, message: "We can't move candidates to another stage in this system." },
  too_large: { status: 413, message: "That's too large." },
  unsupported_media_type: { status: 415, message: "We don't support this type of content." },
  invalid: { status: 422, message: 'Check what you entered.' },
  unknown_attribute: {
    status: 422,
    message: "The text has a merge attribute that doesn't exist. Choose one from the list.",
  },
  missing_attributes: {
    status: 422,
    message: "We can't fill in everything in this text. Add what is missing, or write it yourself.",
  },
  call_forwarding_number_empty: {
    status: 422,
    message: 'callForwardingNumber is not allowed to be empty',
  },
  nothing_to_draft: {
    status: 422,
    message: 'Say what to write, or choose a conversation or a text to start from.',
  },
  ats_key_refused: {
    status: 422,
    message: "The system didn't accept the key. Check that it's complete and hasn't been revoked.",
  },
  ats_rights_missing: {
    status: 422,
    message: 'The key is missing a right. Add it in the system, then try again.',
  },
  ats_person_without_phone: {
    status: 422,
    message: 'This person has no phone number there that we can text.',
  },
  calendar_refused: {
    status: 422,
    message: "The calendar didn't let us in. Check the user name and the app password, or the link.",
  },
  captcha_invalid: { status: 422, message: "We couldn't confirm that you're a person. Try again." },
  code_invalid: {
    status: 422,
    message: 'This code is wrong or has expired. Check it, or get a new one.',
  },
  passkey_failed: {
    status: 422,
    message: "That passkey didn't work. Try again, or sign in another way.",
  },
  invitation_invalid: {
    status: 422,
    message: 'This invitation is no longer valid. Ask the person who invited you for a new one.',
  },
  link_invalid: { status: 422, message: 'This link no longer works. Get a new one.' },
  registration_unready: {
    status: 422,
    message: 'Fix what the check found, then submit again.',
  },
  domain_unverified: {
    status: 422,
    message:
      "We couldn't find the record in your domain's DNS yet. A new record can take an hour to show up.",
  },
  sso_failed: {
    status: 422,
    message: "Single sign-on didn't work. Start over in this browser, and finish within 10 minutes.",
  },
  too_many_streams: {
    status: 429,
    message: 'Hiretext is open in too many tabs. Close some of them.',
  },
  too_many_drafts: { status: 429, message: 'You can make 30 drafts a minute. Wait a moment.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait a moment, then try again.' },
  key_elsewhere: {
    status: 421,
    message:
      'This key belongs to an account at another address of Hiretext. Send your requests to the one in details.address.',
  },
  cell_unreachable: {
    status: 503,
    message:
      "We couldn't check this everywhere, because part of Hiretext isn't responding. Try again in a minute.",
  },
  internal: { status: 500, message: 'Server error' },
  billing_off: { status: 409, message: 'Billing is off on this server.' },
  billing_busy: {
    status: 409,
    message: "Another change to your plan isn't finished yet. Wait a moment, then look again.",
  },
  price_unknown: {
    status: 409,
    message: "Your plan has a price we agreed on with you, so you can't add seats here. Ask us to add them.",
  },
  no_subscription: { status: 409, message: "You don't have a plan to cancel." },
  invoicing_limit: {
    status: 422,
    message: `Until your first invoice is paid, invoicing covers at most ${UNPAID_INVOICE_RECRUITERS} recruiters. Choose fewer, or pay by card.`,
  },
  minimum_recruiters: { status: 422, message: 'A team needs at least 3 recruiters.' },
  payment_unavailable: {
    status: 503,
    message: "We can't reach the payment service. You weren't charged twice. Try again in a moment.",
  },
  sso_unavailable: {
    status: 503,
    message: "We can't reach your company's sign-in right now. Try again in a minute, or ask an admin.",
  },
  ats_unavailable: {
    status: 503,
    message: "We can't reach the system right now. Try again in a few minutes.",
  },
  calendar_unavailable: {
    status: 503,
    message: "We can't reach the calendar right now. Try again in a few minutes.",
  },
  carrier_unavailable: {
    status: 503,
    message: "We can't reach the carrier right now. Try again in a minute.",
  },
  unavailable: { status: 503, message: 'Hiretext is temporarily unavailable. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type FailureCode = keyof typeof failures;

export const FailureReply = z.object({
  message: z.string().describe('What went wrong, in a sentence to show people.'),
  code: z
    .enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])
    .describe('For programs. Never changes.'),
  details: z
    .looseObject({
      fields: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .describe('With `invalid`: what is wrong with each field, in sentences.'),
      positions: z
        .record(z.string(), z.array(z.number().int()))
        .optional()
        .describe('With `invalid`: where in a text it is wrong, in characters from 0, by field.'),
      reasons: z
        .array(z.string())
        .optional()
        .describe(
          'Of a text that is refused: the codes of everything that is against it, the first included.',
        ),
      nextSendAt: Timestamp.optional().describe('Of a text that is refused: when it would be allowed.'),
      numberChange: NumberChange.nullish().describe(
        'With `number_changed`, of offered times and planned texts: what changed, and the number to confirm.',
      ),
      touches: z
        .array(ColdTouch)
        .optional()
        .describe('With `too_many_cold_texts`: the texts without an answer, newest first.'),
      attributes: z
        .array(z.string())
        .optional()
        .describe('With `unknown_attribute` and `missing_attributes`: which ones.'),
      versions: z
        .array(z.string())
        .optional()
        .describe('With `version_unknown`: those that there are, newest first.'),
      scope: z.string().optional().describe('With `scope_missing`: the scope that the key lacks.'),
      missing: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .describe(
          'With `ats_rights_missing`: the rights, as the system names them. With `forbidden` and `plan_required`: what you lack.',
        ),
    })
    .optional(),
  requestId: z.string().describe('Give this to support when you ask about the failure.'),
});

export type FailureReply = z.infer<typeof FailureReply>;
