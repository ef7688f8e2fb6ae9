import { z } from 'zod';
import { PAID_PLANS } from './access.ts';
import { Email, Id, PhoneNumber, PhoneNumberFormatted, PhoneNumberInput, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { LinkRejection, LinkStatus } from './seats.ts';

/* Texting from a landline that a company already has. Its calls stay with the phone company. */

/** The carrier reads the letter by machine and by eye; both know Latin letters only. */
const LATIN = /^[\u0020-\u007e\u00a0-\u00ff‘’“”–—]*$/;

const words = (name: string, max: number) =>
  z
    .string()
    .trim()
    // Some keyboards write ë as two characters.
    .normalize('NFC')
    .min(1, `${name} is required`)
    .max(max, `${name} is too long`)
    .regex(LATIN, 'Use Latin letters: carriers read no others');

export const LandlineOwner = z
  .object({
    company: words('The company', 100),
    street: words('The street', 100),
    city: words('The city', 60),
    state: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, 'Two letters, e.g. CA')
      .describe('Two letters, e.g. CA.'),
    postalCode: z
      .string()
      .trim()
      .regex(/^\d{5}(-\d{4})?$/, 'A ZIP code has five digits'),
  })
  .describe('Whose number it is, exactly as on the latest phone bill.');
export type LandlineOwner = z.infer<typeof LandlineOwner>;

export const CodeWay = z.enum(['call', 'text']).describe('How the code reaches the number.');
export type CodeWay = z.infer<typeof CodeWay>;

export const LandlineState = z
  .enum(['verifying', 'signing', 'reviewing', 'linked', 'rejected', 'withdrawn'])
  .describe(
    'verifying: the ownership has to be proven by a code. signing: the letter of authorization has to be signed. reviewing: the carriers decide. linked: the number texts.',
  );
export type LandlineState = z.infer<typeof LandlineState>;

export const LandlineRejection = z.enum([
  'carrierRefused',
  'notEligible',
  'alreadyLinked',
  'letterRefused',
  'billRefused',
  'documentsMissing',
  'ownershipUnproven',
  'numberUnknown',
  'timedOut',
  'failed',
]);
export type LandlineRejection = z.infer<typeof LandlineRejection>;

/** Why a number was rejected, and what to do about it, in words for people. */
export const landlineRejections: Record<LandlineRejection, LinkRejection> = {
  carrierRefused: {
    sentence: 'Your phone company refused to let this number text.',
    advice: 'Ask it whether texting is blocked on the line, or used by another service. Then try again.',
  },
  notEligible: {
    sentence: "Numbers of this phone company can't be used for texting.",
    advice: 'Try another number of yours, or pick a new one.',
  },
  alreadyLinked: {
    sentence: 'Another texting service already uses this number.',
    advice: 'Have that service release it. Then try again.',
  },
  letterRefused: {
    sentence: 'The letter of authorization was refused.',
    advice:
      'Try again: the company, the address and who signs have to be the same as at your phone company, to the letter.',
  },
  billRefused: {
    sentence: "The phone bill doesn't match the letter of authorization.",
    advice: 'Try again with the company and the address copied from the latest bill.',
  },
  documentsMissing: {
    sentence: 'Something was missing in the documents.',
    advice: 'Try again with the latest bill, all of its pages, with this number on it.',
  },
  ownershipUnproven: {
    sentence: "It wasn't proven that the number is yours.",
    advice: 'Try again, and have somebody at the phone who takes down the code.',
  },
  numberUnknown: {
    sentence: "The carriers don't know this number.",
    advice: 'Check it, and try again.',
  },
  timedOut: {
    sentence: 'Your phone company did not answer in time.',
    advice: 'Try again in a day. If it happens twice, contact the support team through the Support tab.',
  },
  failed: {
    sentence: "The carrier couldn't set the number up for texting.",
    advice: 'Try again. If it happens twice, contact the support team through the Support tab.',
  },
};

/** What the letter of authorization says, on the screen as in the PDF. */
export const letterParagraphs = (company: string): string[] => [
  `${company} is the customer of record of the telephone number above. It authorizes Hiretext, and the messaging carriers that work for Hiretext, to route text messages (SMS and MMS) to and from this number, and to make the entries in the registries of the industry that this needs.`,
  'This authorization covers messaging only. Voice service stays with the present provider and is neither moved nor changed. Text messages to and from this number go through no other provider while the authorization stands.',
  'The authorization stands until it is withdrawn. Withdrawing it, or ending the service at Hiretext, ends the routing of text messages through Hiretext.',
  `Whoever signs below confirms that the statements above are true and that they may sign for ${company}. They agree to sign electronically; the typed name is their signature (Electronic Signatures in Global and National Commerce Act, 15 U.S.C. 7001).`,
];

export const LandlineOrder = z.object({
  id: Id,
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  state: LandlineState,
  linkStatus: LinkStatus.nullable().describe('The state in the words of seats; null when it was withdrawn.'),
  owner: LandlineOwner,
  code: z
    .object({
      isTypedHere: z
        .boolean()
        .describe('True: `confirmLandlineCode` takes it. False: it is pressed on the phone that rings.'),
      toType: z.string().nullable().describe('What to press on the phone.'),
      sentAt: Timestamp.nullable(),
      triesLeft: z.number().int().describe('Of the latest code; then a new one is needed.'),
    })
    .nullable()
    .describe('While the state is verifying.'),
  needsBill: z.boolean().describe('The carrier asks for the latest phone bill too.'),
  hasBill: z.boolean(),
  letter: z
    .object({ name: z.string(), title: z.string(), signedAt: Timestamp })
    .nullable()
    .describe('The signed letter; `getLandlineLetter` has the document.'),
  carrierLetterTo: Email.nullable().describe(
    'The carrier has mailed a letter of its own there, and waits until it is signed.',
  ),
  rejection: LinkRejection.nullable(),
  startedAt: Timestamp,
  changedAt: Timestamp,
  can: z.object({
    requestCode: z.boolean(),
    confirmCode: z.boolean(),
    sign: z.boolean(),
    withdraw: z.boolean(),
  }),
});
export type LandlineOrder = z.infer<typeof LandlineOrder>;

const HowToVerify = z.object({
  codeWays: z.array(CodeWay),
  takesExtension: z.boolean().describe('A call can dial an extension.'),
});

const CodeRequest = z.object({
  verifyBy: CodeWay.default('call'),
  extension: z
    .string()
    .trim()
    .regex(/^\d{0,8}$/, 'An extension has digits only')
    .optional()
    .describe('Dialled once the call is answered.'),
});

/** A letter is signed by typing the name. */
const isSignedBy = ({ name, signature }: { name: string; signature: string }) =>
  plain(name) === plain(signature);
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

export const MAX_BILL_BYTES = 5_000_000;

export const getLandline = route({
  method: 'GET',
  path: '/user/landline',
  summary: "How far the seat's landline is; the latest one.",
  auth: 'session',
  reply: z.object({ order: LandlineOrder.nullable(), verification: HowToVerify }),
});

export const checkLandline = route({
  method: 'POST',
  path: '/user/checkLandline',
  summary: 'Whether an existing landline can be used for texting.',
  auth: 'session',
  may: { plans: PAID_PLANS },
  body: z.object({ phoneNumber: PhoneNumberInput }),
  reply: HowToVerify.extend({ phoneNumber: PhoneNumber, phoneNumberFormatted: PhoneNumberFormatted }),
  failures: ['landline_in_use', 'carrier_unavailable'],
});

export const enableLandline = route({
  method: 'POST',
  path: '/user/enableLandline',
  summary:
    'Start linking an existing landline, and send the code that proves its ownership. The same number again changes nothing.',
  auth: 'session',
  may: { plans: PAID_PLANS },
  body: CodeRequest.extend({ phoneNumber: PhoneNumberInput, owner: LandlineOwner }),
  reply: LandlineOrder,
  status: 201,
  failures: ['non_texter', 'landline_in_use', 'landline_open', 'landline_kept', 'carrier_unavailable'],
});

export const requestLandlineCode = route({
  method: 'POST',
  path: '/user/landline/requestCode',
  summary: 'Send another code to the number; the one before is no longer valid.',
  auth: 'session',
  body: CodeRequest,
  reply: LandlineOrder,
  failures: ['not_found', 'landline_step', 'landline_not_ready', 'carrier_unavailable'],
});

export const confirmLandlineCode = route({
  method: 'POST',
  path: '/user/landline/confirmCode',
  summary: 'Prove the ownership by the code that the number was told. Five tries for each code.',
  auth: 'session',
  body: z.object({
    code: z
      .string()
      .transform((code) => code.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^[0-9A-Za-z]{4,10}$/, 'Enter the code as you heard it')),
  }),
  reply: LandlineOrder,
  failures: ['not_found', 'landline_step', 'code_invalid', 'carrier_unavailable'],
});

export const uploadLandlineBill = route({
  method: 'POST',
  path: '/user/landline/bill',
  summary:
    'The latest phone bill (multipart field `file`; PDF, at most 5 MB), where the carrier asks for it.',
  auth: 'session',
  transport: 'multipart',
  reply: LandlineOrder,
  failures: ['not_found', 'landline_step', 'too_large', 'unsupported_media_type'],
});

export const signLandlineLetter = route({
  method: 'POST',
  path: '/user/landline/sign',
  summary: 'Sign the letter of authorization by typing the name, and hand it in.',
  auth: 'session',
  body: z
    .object({
      name: words('The name', 100),
      title: words('The job title', 100),
      signature: words('The signature', 100),
      agrees: z
        .literal(true, 'Confirm that you may sign for the company')
        .describe('May sign for the company.'),
    })
    .refine(isSignedBy, { path: ['signature'], message: 'Type your name as it stands above' }),
  reply: LandlineOrder,
  failures: ['not_found', 'landline_step'],
});

export const getLandlineLetter = route({
  method: 'GET',
  path: '/user/landline/letter',
  summary: 'The signed letter of authorization as a PDF.',
  auth: 'session',
  transport: 'pdf',
  reply: z.string().describe('The document.'),
  failures: ['not_found'],
});

export const withdrawLandline = route({
  method: 'DELETE',
  path: '/user/landline',
  summary: 'Stop linking the number. Nothing about it changes at the phone company.',
  auth: 'session',
  reply: LandlineOrder,
  failures: ['not_found', 'landline_step'],
});
