import { z } from 'zod';
import { PAID_PLANS } from './access.ts';
import { Email, Id, PhoneNumber, PhoneNumberFormatted, PhoneNumberInput, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { LinkRejection, LinkStatus } from './seats.ts';

/* Texting from a landline that a company already has. Its calls stay with the phone company. */

/** Machines and people at the carrier read the letter, and both only in Latin letters. */
const LATIN = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff‘’“”–—]*$/;

const words = (name: string, max: number) =>
  z
    .string()
    .trim()
    // Some keyboards write ë as two characters.
    .normalize('NFC')
    .min(1, `${name} is required`)
    .max(max, `${name} is too long`)
    .regex(LATIN, "Use only Latin letters, because carriers can't read others");

export const LandlineOwner = z
  .object({
    company: words('The company', 100),
    street: words('The street', 100),
    city: words('The city', 60),
    state: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, 'Enter two letters, e.g. CA')
      .describe('Two letters, e.g. CA.'),
    postalCode: z
      .string()
      .trim()
      .regex(/^\d{5}(-\d{4})?$/, 'Enter a five-digit ZIP code'),
  })
  .describe('Who owns the number, exactly as on the latest phone bill.');
export type LandlineOwner = z.infer<typeof LandlineOwner>;

export const CodeWay = z.enum(['call', 'text']).describe('How the code reaches the number.');
export type CodeWay = z.infer<typeof CodeWay>;

export const LandlineState = z
  .enum(['verifying', 'signing', 'reviewing', 'linked', 'rejected', 'withdrawn'])
  .describe(
    'verifying: prove that you own the number with a code. signing: sign the letter of authorization. reviewing: the carriers are deciding. linked: you can text from the number. rejected: `rejection` says why. withdrawn: someone canceled it.',
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
    advice: 'Ask them whether texting is blocked on this line or another service uses it. Then try again.',
  },
  notEligible: {
    sentence: "Numbers from this phone company can't be used for texting.",
    advice: 'Try another landline, or get a new number.',
  },
  alreadyLinked: {
    sentence: 'Another texting service already uses this number.',
    advice: 'Ask that service to release it. Then try again.',
  },
  letterRefused: {
    sentence: "The carriers didn't accept the letter of authorization.",
    advice:
      "Try again. The company, the address and the person who signs must match your phone company's records exactly.",
  },
  billRefused: {
    sentence: "The phone bill doesn't match the letter of authorization.",
    advice: 'Try again with the company and the address copied from the latest bill.',
  },
  documentsMissing: {
    sentence: 'The documents were incomplete.',
    advice: 'Try again with every page of your latest bill. It has to show this number.',
  },
  ownershipUnproven: {
    sentence: "You didn't prove that you own this number.",
    advice: 'Try again, and have someone ready at the phone to write down the code.',
  },
  numberUnknown: {
    sentence: "The carriers don't know this number.",
    advice: 'Check the number, then try again.',
  },
  timedOut: {
    sentence: "Your phone company didn't respond in time.",
    advice: 'Try again tomorrow. If it happens again, contact us from the Support tab.',
  },
  failed: {
    sentence: "The carrier couldn't set up this number for texting.",
    advice: 'Try again. If it happens again, contact us from the Support tab.',
  },
};

/** The text of the letter of authorization, on the screen and in the PDF. */
export const letterParagraphs = (company: string): string[] => [
  `${company} is the customer of record for the telephone number above. It authorizes Hiretext, and the messaging carriers acting for Hiretext, to route text messages (SMS and MMS) to and from this number and to make the industry registry entries that this requires.`,
  'This authorization covers messaging only. Voice service stays with the current provider and is neither moved nor changed. While this authorization is in effect, text messages to and from this number go through no other provider.',
  'This authorization remains in effect until it is withdrawn. Withdrawing it, or ending service with Hiretext, ends the routing of text messages through Hiretext.',
  `The person signing below confirms that the statements above are true and that they are authorized to sign for ${company}. They agree to sign electronically; their typed name is their signature (Electronic Signatures in Global and National Commerce Act, 15 U.S.C. 7001).`,
];

export const LandlineOrder = z.object({
  id: Id,
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  state: LandlineState,
  linkStatus: LinkStatus.nullable().describe('The state as seats show it. Null after it was withdrawn.'),
  owner: LandlineOwner,
  code: z
    .object({
      isTypedHere: z
        .boolean()
        .describe('True: submit it with `confirmLandlineCode`. False: press it on the phone that rings.'),
      toType: z.string().nullable().describe('What to press on the phone.'),
      sentAt: Timestamp.nullable(),
      triesLeft: z.number().int().describe('Tries left for the latest code. After that, request a new one.'),
    })
    .nullable()
    .describe('Set while the state is verifying.'),
  needsBill: z.boolean().describe('Whether the carrier also needs the latest phone bill.'),
  hasBill: z.boolean(),
  letter: z
    .object({ name: z.string(), title: z.string(), signedAt: Timestamp })
    .nullable()
    .describe('The signed letter. Get the document with `getLandlineLetter`.'),
  carrierLetterTo: Email.nullable().describe(
    'Where the carrier emailed its own letter, which has to be signed too.',
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
  takesExtension: z.boolean().describe('Whether a call can dial an extension.'),
});

const CodeRequest = z.object({
  verifyBy: CodeWay.default('call'),
  extension: z
    .string()
    .trim()
    .regex(/^\d{0,8}$/, 'Enter only the digits of the extension')
    .optional()
    .describe('Dialed once the call is answered.'),
});

/** A letter is signed by typing the name. */
const isSignedBy = ({ name, signature }: { name: string; signature: string }) =>
  plain(name) === plain(signature);
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

export const MAX_BILL_BYTES = 5_000_000;

export const getLandline = route({
  method: 'GET',
  path: '/user/landline',
  summary: "Get the status of your seat's landline, or of the latest one if there were several.",
  auth: 'session',
  reply: z.object({ order: LandlineOrder.nullable(), verification: HowToVerify }),
});

export const checkLandline = route({
  method: 'POST',
  path: '/user/checkLandline',
  summary: 'Check whether you can text from an existing landline.',
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
    'Start linking an existing landline, and send the code that proves you own it. Repeating the call with the same number changes nothing.',
  auth: 'session',
  may: { plans: PAID_PLANS },
  body: CodeRequest.extend({ phoneNumber: PhoneNumberInput, owner: LandlineOwner }),
  reply: LandlineOrder,
  status: 201,
  failures: [
    'deactivated',
    'non_texter',
    'landline_in_use',
    'landline_open',
    'landline_kept',
    'carrier_unavailable',
  ],
});

export const requestLandlineCode = route({
  method: 'POST',
  path: '/user/landline/requestCode',
  summary: 'Send a new code to the number. The earlier one stops working.',
  auth: 'session',
  body: CodeRequest,
  reply: LandlineOrder,
  failures: ['not_found', 'landline_step', 'landline_not_ready', 'carrier_unavailable'],
});

export const confirmLandlineCode = route({
  method: 'POST',
  path: '/user/landline/confirmCode',
  summary: 'Prove that you own the number with the code it received. You have five tries per code.',
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
  summary: 'Upload the latest phone bill if the carrier needs it (multipart field `file`; PDF, up to 5 MB).',
  auth: 'session',
  transport: 'multipart',
  reply: LandlineOrder,
  failures: ['not_found', 'landline_step', 'too_large', 'unsupported_media_type'],
});

export const signLandlineLetter = route({
  method: 'POST',
  path: '/user/landline/sign',
  summary: 'Sign the letter of authorization by typing your name, and submit it.',
  auth: 'session',
  body: z
    .object({
      name: words('The name', 100),
      title: words('The job title', 100),
      signature: words('The signature', 100),
      agrees: z
        .literal(true, 'Confirm that you can sign for the company')
        .describe('The person is authorized to sign for the company.'),
    })
    .refine(isSignedBy, { path: ['signature'], message: 'Type your name exactly as above' }),
  reply: LandlineOrder,
  failures: ['not_found', 'landline_step'],
});

export const getLandlineLetter = route({
  method: 'GET',
  path: '/user/landline/letter',
  summary: 'Get the signed letter of authorization as a PDF.',
  auth: 'session',
  transport: 'pdf',
  reply: z.string().describe('The document.'),
  failures: ['not_found'],
});

export const withdrawLandline = route({
  method: 'DELETE',
  path: '/user/landline',
  summary: 'Stop linking the landline. Nothing changes at your phone company.',
  auth: 'session',
  reply: LandlineOrder,
  failures: ['not_found', 'landline_step'],
});
