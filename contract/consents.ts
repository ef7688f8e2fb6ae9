import { z } from 'zod';
import { Message } from './messages.ts';
import { Id, PageQuery, PhoneNumberInput, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { notAccepted } from './sendability-reason.ts';

/* What people agreed to, and took back: one history for each phone number of a company. */

export const ConsentType = z
  .enum(['granted', 'confirmed', 'revoked', 'held', 'released', 'regranted'])
  .describe(
    'granted: agreed to get texts. confirmed: agreed again when you asked. revoked: opted out. held: may have asked to stop, so nothing is sent until someone has read it. released: someone read it, and it was no opt-out. regranted: opted back in.',
  );
export type ConsentType = z.infer<typeof ConsentType>;

export const ConsentOrigin = z
  .enum(['keyword', 'form', 'ats', 'text', 'person', 'carrier', 'import'])
  .describe(
    'Where it comes from. import: a file. keyword: a text that is a word such as STOP or START, or one of your own. form: a form they filled in. ats: a connected system. text: any other text. person: someone entered it. carrier: the carrier knew of it.',
  );
export type ConsentOrigin = z.infer<typeof ConsentOrigin>;

const Wording = z.string().trim().min(1, 'The wording is required').max(2000, 'Use at most 2,000 characters');
const WordingVersion = z.string().trim().min(1).max(60, 'Use at most 60 characters');
const Method = z.string().trim().min(1, 'Say how they agreed').max(120, 'Use at most 120 characters');

/** What someone enters of consent that was given elsewhere. */
export const GivenConsent = z.object({
  status: z.literal('granted'),
  method: Method.describe('How they agreed, e.g. "Application form".'),
  wording: Wording.describe('What they agreed to, word for word.'),
  wordingVersion: WordingVersion.nullable().optional().describe('Which version of the wording.'),
  obtainedAt: Timestamp.describe('When they agreed. Not in the future.'),
  source: ConsentOrigin.exclude(['carrier']).optional().describe('Where it comes from. Default: person.'),
});
export type GivenConsent = z.infer<typeof GivenConsent>;

export const ConsentEvent = z.object({
  id: Id,
  type: ConsentType,
  at: Timestamp.describe('When it happened.'),
  recordedAt: Timestamp.nullable().describe("When it was recorded here, if that's known."),
  actor: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Who entered or decided it. Null if the candidate did, or if that person was erased since.'),
  source: ConsentOrigin,
  method: z
    .string()
    .nullable()
    .describe('How it was done, e.g. `Application form`. `reviewed`: someone read their text as an opt-out.'),
  wording: z
    .string()
    .nullable()
    .describe(
      "What they agreed to, or the text they sent, word for word. A text only if you can see all conversations with the candidate, and your key has `texts:read`. Null if there's none.",
    ),
  wordingVersion: z.string().nullable(),
});
export type ConsentEvent = z.infer<typeof ConsentEvent>;

export const getConsentEvidence = route({
  method: 'GET',
  path: '/consents/evidence',
  changes: true,
  summary:
    'Export everything that was sent to, received from and agreed for a phone number, oldest first. A key needs `texts:read` too.',
  auth: 'session',
  scope: 'consent:read',
  may: { userType: 'admin' },
  query: z.object({ phoneNumber: PhoneNumberInput, format: z.enum(['csv', 'pdf']).default('csv') }),
  transport: 'csv-or-pdf',
  reply: z
    .string()
    .describe(
      'Each line has the hash of the line before (`previousHash`, 64 zeros in the first) and its own (`hash`): the SHA-256, in hex, of the UTF-8 bytes of `previousHash`, a line feed, and the other cells as they are in the file, from left to right, with U+001F between them. So a change, or a line that is missing or added, shows from there on. A value that a spreadsheet could read as a formula starts with an apostrophe. The PDF has the same lines with the same hashes.',
    ),
});

export const listConsents = route({
  method: 'GET',
  path: '/consents',
  summary:
    'List what happened to the consent of a phone number, newest first. Nothing in it can be changed or deleted.',
  auth: 'session',
  scope: 'consent:read',
  query: PageQuery.extend({ phoneNumber: PhoneNumberInput }),
  reply: page(ConsentEvent),
  failures: ['not_found'],
});

const asking = {
  method: 'POST',
  auth: 'session',
  scope: 'texts:send',
  reply: Message,
  status: 201,
  idempotent: true,
  failures: [
    'not_found',
    ...notAccepted.filter((code) => code !== 'no_consent'),
    'too_many_cold_texts',
    'consent_on_record',
    'consent_asked',
  ],
} as const;

export const askConsent = route({
  ...asking,
  path: '/conversations/{id}/askConsent',
  summary:
    "Text a candidate to ask for their consent, in your company's words. A reply of YES is recorded as consent, and NO as an opt-out. You can ask once more, a day later.",
  params: z.object({ id: Id }),
});

export const askConsentOf = route({
  ...asking,
  path: '/consents/ask',
  summary: 'The same for a candidate or a phone number that you have no conversation with.',
  body: z
    .object({ candidateId: Id.optional(), to: PhoneNumberInput.optional() })
    .refine(({ candidateId, to }) => [candidateId, to].filter(Boolean).length === 1, {
      path: ['to'],
      message: 'Give exactly one of to and candidateId',
    }),
});
