import { z } from 'zod';
import { IdToken, OwnPassword } from './auth.ts';
import { Timestamp } from './primitives.ts';
import { route } from './route.ts';

/** From the request to the erasure. */
export const DELETION_DAYS = 30;

const DeletionScope = z
  .enum(['user', 'account'])
  .describe('`user`: only the person; `account`: the whole account, because no one else is left in it.');

export const deleteUser = route({
  method: 'DELETE',
  path: '/user',
  summary: `Schedule the signed-in user for deletion, along with the account if they are its only user. Ends all their sessions and cancels their scheduled texts right away. Everything is erased after ${DELETION_DAYS} days; until then, they can change their mind.`,
  auth: 'session',
  body: z.object({
    password: OwnPassword,
    scope: DeletionScope.optional().describe(
      'The scope the person was shown. If it has changed since, nothing is deleted.',
    ),
  }),
  reply: z.object({ deletesAt: Timestamp.describe('When everything is erased.') }),
  failures: ['last_admin', 'deletion_changed', 'sign_in_again', 'legal_hold_in_account'],
});

export const getDeletionPreview = route({
  method: 'GET',
  path: '/user/deletionPreview',
  summary: 'See what deleting the signed-in user would delete and cancel.',
  auth: 'session',
  reply: z.object({
    scope: DeletionScope.nullable().describe('Null if it would be refused with `last_admin`.'),
    scheduledTexts: z
      .number()
      .int()
      .describe(
        "Texts that haven't gone out yet: their own, or the whole account's if it would be deleted too.",
      ),
    invitations: z
      .number()
      .int()
      .describe(
        'Open invitations that no one can accept from then on. They come back if the account is kept.',
      ),
    planEndsAt: Timestamp.nullable().describe(
      'When the plan ends, since deleting the account cancels its renewal. Null if there is no paid plan, or if only the person is deleted. If the account is kept before then, the plan renews again, unless it had been canceled earlier.',
    ),
  }),
});

const KeptPlan = z
  .enum(['renews', 'ended'])
  .nullable()
  .describe(
    "What became of the plan that was canceled with the account. `renews`: it renews as before; `ended`: its paid period is over, so an admin has to choose a plan; null: no plan was canceled, or the account wasn't to be deleted.",
  );

export const takeBackDeletion = route({
  method: 'POST',
  path: '/auth/takeBackDeletion',
  summary:
    'Cancel a scheduled deletion. `token` is in the link we emailed, and in the `details` of `deletion_pending`, the reply to every attempt to sign in until then.',
  auth: 'none',
  body: z.object({ token: z.string('The link is invalid').max(400, 'The link is invalid') }),
  reply: z.discriminatedUnion('signedIn', [
    IdToken.extend({ signedIn: z.literal(true), plan: KeptPlan }),
    z.object({
      signedIn: z.literal(false).describe('The token came from the email, so the user signs in as usual.'),
      plan: KeptPlan,
    }),
  ]),
  failures: ['link_invalid'],
});
