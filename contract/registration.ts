import { z } from 'zod';
import { readable } from './name.ts';
import { PhoneNumber, PhoneNumberFormatted, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { isWebUrl, notWebUrl } from './web-url.ts';

/* Registration with the carriers (A2P 10DLC): a brand (the company) and a campaign (what it texts) for each account. */

/** Lengths that the carriers ask for (Twilio's API definition, messaging/v1, Usa2p). */
export const REGISTRATION_LIMITS = {
  description: { min: 40, max: 4096 },
  messageFlow: { min: 40, max: 2048 },
  sample: { min: 20, max: 1024 },
  samples: { min: 2, max: 5 },
} as const;

export const EntityType = z.enum([
  'limitedLiabilityCompany',
  'corporation',
  'partnership',
  'cooperative',
  'publicCompany',
  'nonProfit',
  'government',
]);
export type EntityType = z.infer<typeof EntityType>;

export const StockExchange = z.enum(['NASDAQ', 'NYSE', 'AMEX', 'TSX', 'LON', 'FRA', 'JPX', 'ASX']);

export const Vertical = z.enum([
  'staffing',
  'healthcare',
  'education',
  'technology',
  'manufacturing',
  'construction',
  'retail',
  'hospitality',
  'transportation',
  'financial',
  'government',
  'nonProfit',
  'professional',
]);
export type Vertical = z.infer<typeof Vertical>;

export const CampaignUseCase = z.enum(['lowVolume', 'mixed', 'customerCare']);
export type CampaignUseCase = z.infer<typeof CampaignUseCase>;

const words = (max: number, name: string) => z.string().trim().max(max, `${name} is too long`);
/** People copy it from documents, with extra characters. Older drafts keep what they have. */
const name = (max: number, label: string) =>
  z.string().overwrite(readable).trim().max(max, `${label} is too long`);

/** Drafts can be saved unfinished: the check finds what is missing. */
export const RegistrationDraft = z.object({
  legalName: name(100, 'The legal name').describe('As the IRS has it.'),
  brandName: name(100, 'The brand name').describe('The name candidates know. Texts are signed with it.'),
  entityType: EntityType.nullable(),
  stockExchange: StockExchange.nullable().describe('For public companies only.'),
  stockSymbol: words(10, 'The stock symbol').describe('For public companies only.'),
  vertical: Vertical,
  street: name(100, 'The street'),
  city: name(100, 'The city'),
  state: words(2, 'The state').toUpperCase().describe('Two letters, e.g. CA.'),
  postalCode: words(10, 'The ZIP code'),
  website: words(100, 'The website'),
  contactFirstName: name(100, 'The first name'),
  contactLastName: name(100, 'The last name'),
  contactTitle: name(100, 'The job title'),
  contactEmail: words(100, 'The email'),
  contactPhone: words(32, 'The phone number').describe('The business phone number.'),
  useCase: CampaignUseCase,
  description: words(REGISTRATION_LIMITS.description.max, 'The description'),
  messageFlow: words(REGISTRATION_LIMITS.messageFlow.max, 'The message flow').describe(
    'Where and how candidates agree to be texted.',
  ),
  privacyPolicyUrl: words(500, 'The address'),
  termsUrl: words(500, 'The address'),
  samples: z
    .array(words(REGISTRATION_LIMITS.sample.max, 'The sample'))
    .max(REGISTRATION_LIMITS.samples.max, 'Add at most five samples'),
});
export type RegistrationDraft = z.infer<typeof RegistrationDraft>;

export const RegistrationField = z.enum([
  ...(Object.keys(RegistrationDraft.shape) as [keyof RegistrationDraft, ...(keyof RegistrationDraft)[]]),
  'ein',
]);
export type RegistrationField = z.infer<typeof RegistrationField>;

export const RegistrationState = z.enum([
  'draft',
  'submitted',
  'brandApproved',
  'campaignInReview',
  'approved',
  'rejected',
  'suspended',
]);
export type RegistrationState = z.infer<typeof RegistrationState>;

/** Carriers review a company's brand first, then what it texts. */
export const RegistrationStage = z.enum(['brand', 'campaign']);
export type RegistrationStage = z.infer<typeof RegistrationStage>;

/** What a reviewer rejected or would reject. */
export const RegistrationFinding = z.object({
  field: RegistrationField.nullable(),
  severity: z
    .enum(['refusal', 'warning'])
    .describe(
      'You have to fix a refusal before you submit. A warning may be fine, but have someone look at it.',
    ),
  sentence: z.string().describe('What is wrong.'),
  fix: z.string().nullable().describe('How to fix it; null when `sentence` already says so.'),
});
export type RegistrationFinding = z.infer<typeof RegistrationFinding>;

export const Registration = z.object({
  isRequired: z
    .boolean()
    .describe(
      'Whether texts from US numbers wait until the company is registered. By default, false with the simulated carrier.',
    ),
  state: RegistrationState,
  draft: RegistrationDraft,
  einLast4: z.string().nullable().describe('The EIN itself is never returned.'),
  rejected: z
    .object({
      stage: RegistrationStage,
      findings: z.array(RegistrationFinding),
    })
    .nullable(),
  suspended: z
    .object({ findings: z.array(RegistrationFinding).describe('What the carriers say. Can be empty.') })
    .nullable(),
  history: z
    .array(z.object({ state: RegistrationState, at: Timestamp }))
    .describe('The latest 50 changes, oldest first.'),
  numbers: z
    .array(
      z.object({
        phoneNumber: PhoneNumber,
        phoneNumberFormatted: PhoneNumberFormatted,
        isRegistered: z.boolean().describe('Whether it can text.'),
        refusal: z
          .string()
          .nullable()
          .describe("Why the carriers didn't add it to the campaign. We'll try again."),
      }),
    )
    .describe('The numbers the account texts from, except toll-free numbers.'),
  can: z.object({ edit: z.boolean(), submit: z.boolean() }),
});
export type Registration = z.infer<typeof Registration>;

const forAdmins = { auth: 'session', may: { userType: 'admin' } } as const;

export const getRegistration = route({
  method: 'GET',
  path: '/account/registration',
  summary: "Get the company's registration with the carriers.",
  ...forAdmins,
  reply: Registration,
});

/** In a draft, may still be missing. */
const url = (words: z.ZodString, field: string) =>
  words.refine((text) => text === '' || isWebUrl(text), notWebUrl(field)).optional();

export const updateRegistration = route({
  method: 'PUT',
  path: '/account/registration',
  summary: "Save the draft. It doesn't have to be complete.",
  ...forAdmins,
  body: RegistrationDraft.partial().extend({
    website: url(RegistrationDraft.shape.website, 'website'),
    privacyPolicyUrl: url(RegistrationDraft.shape.privacyPolicyUrl, 'privacy policy'),
    termsUrl: url(RegistrationDraft.shape.termsUrl, 'terms'),
    ein: z
      .string()
      .trim()
      .regex(/^$|^\d{2}-?\d{7}$/, 'Enter a nine-digit EIN, e.g. 12-3456789')
      .optional()
      .describe(
        'Nine digits, of which only the last four are ever returned. Send an empty string to remove it.',
      ),
  }),
  reply: Registration,
  failures: ['registration_in_review'],
});

export const checkRegistration = route({
  method: 'POST',
  path: '/account/registration/check',
  summary: 'Check the saved draft for what reviewers would refuse. Checks the website too.',
  ...forAdmins,
  reply: z.object({ findings: z.array(RegistrationFinding) }),
});

export const submitRegistration = route({
  method: 'POST',
  path: '/account/registration/submit',
  summary: "Submit the draft. Submitting it again while it's in review changes nothing.",
  ...forAdmins,
  reply: Registration,
  failures: ['registration_unready', 'registration_off'],
});
