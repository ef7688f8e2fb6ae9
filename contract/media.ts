import { z } from 'zod';
import { PAID_PLANS } from './access.ts';
import { Id } from './primitives.ts';
import { route } from './route.ts';

/** Twilio takes 5 MB of jpeg, png and gif in one text. */
export const MAX_MEDIA_BYTES = 5_000_000;
export const MAX_MEDIA_PER_MESSAGE = 10;

/** How phones exchange contacts. */
export const CONTACT_CARD_TYPE = 'text/vcard';

/** What a recruiter may attach. */
export const attachableTypes = ['image/jpeg', 'image/png', 'image/gif'] as const;

/** What a candidate may send. Anything else isn't kept, and the thread shows that. */
export const receivableTypes = [
  ...attachableTypes,
  'image/webp',
  'video/mp4',
  'video/3gpp',
  'audio/mpeg',
  'audio/amr',
  'audio/wav',
  'application/pdf',
  CONTACT_CARD_TYPE,
] as const;

export const Media = z.object({
  id: Id,
  contentType: z.string(),
  bytes: z.number().int(),
  url: z.string().describe('Where to get the content, without credentials, for a limited time.'),
});
export type Media = z.infer<typeof Media>;

/** Media of a text as the thread shows it: an inbound picture may still be on its way, or may have been rejected. */
export const MessageMedia = z.object({
  id: Id,
  contentType: z.string(),
  bytes: z.number().int().nullable(),
  status: z
    .enum(['pending', 'stored', 'refused', 'deleted'])
    .describe(
      "refused: too large, or a type we don't accept. deleted: by its age, by the company's retention rule.",
    ),
  url: z.string().nullable(),
});
export type MessageMedia = z.infer<typeof MessageMedia>;

export const MediaIds = z
  .array(Id)
  .max(MAX_MEDIA_PER_MESSAGE, `Attach at most ${MAX_MEDIA_PER_MESSAGE} files`)
  .optional();

export const uploadMedia = route({
  method: 'POST',
  path: '/media',
  summary: 'Upload a picture to attach to a text (multipart field `file`; JPEG, PNG or GIF, up to 5 MB).',
  auth: 'session',
  scope: 'texts:send',
  may: { plans: PAID_PLANS },
  transport: 'multipart',
  reply: Media,
  status: 201,
  failures: ['too_large', 'unsupported_media_type', 'pictures_unsent', 'uploads_used_up'],
});
