import { z } from 'zod';
import { IdToken, OwnPassword } from './auth.ts';
import { Timestamp } from './primitives.ts';
import { route } from './route.ts';

/** From the request to the erasure. */
export const DELETION_DAYS = 30;

export const deleteUser = route({
  method: 'DELETE',
  path: '/user',
  summary: `Ask for the signed-in person to be deleted, with the whole account if they are its only person. Ends every session and cancels their scheduled texts at once; everything is erased after ${DELETION_DAYS} days, until when it can be taken back.`,
  auth: 'session',
  body: z.object({ password: OwnPassword }),
  reply: z.object({ deletesAt: Timestamp.describe('When everything is erased.') }),
  failures: ['last_admin', 'sign_in_again'],
});

export const getDeletionPreview = route({
  method: 'GET',
  path: '/user/deletionPreview',
  summary: 'What asking for the deletion of the signed-in person would cancel.',
  auth: 'session',
  reply: z.object({
    scheduledTexts: z
      .number()
      .int()
      .describe('Texts that have not gone out: their own, or all of the account when it goes with them.'),
  }),
});

export const takeBackDeletion = route({
  method: 'POST',
  path: '/auth/takeBackDeletion',
  summary:
    'Keep what was to be deleted. `token` is in the link of the mail, and in the `details` of `deletion_pending`, which every way to sign in answers meanwhile.',
  auth: 'none',
  body: z.object({ token: z.string('The link is invalid').max(400, 'The link is invalid') }),
  reply: z.discriminatedUnion('signedIn', [
    IdToken.extend({ signedIn: z.literal(true) }),
    z.object({
      signedIn: z.literal(false).describe('The token came by mail: the person signs in as usual.'),
    }),
  ]),
  failures: ['link_invalid'],
});
