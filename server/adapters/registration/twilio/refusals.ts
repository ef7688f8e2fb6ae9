import { z } from 'zod';
import type { RegistrationField } from '../../../../contract/registration.ts';
import type { Problem } from '../port.ts';

/*
 * Why Twilio, or those who review for it, refuse a campaign (twilio.com/docs/api/errors/30880 and following). Its own
 * sentences say that something "has been reviewed and rejected"; these say what to change.
 */

interface Refusal extends Problem {
  field: RegistrationField;
  fix: string;
  /** "Not eligible for resubmission": the same campaign is never looked at again. */
  isFinal?: true;
}

const FOR_GOOD = "Carriers never accept these texts. If you don't send any, say so in the description.";
const DISCLOSURES =
  '“Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.”';

const refusals = new Map<number, Refusal>([
  [
    30545,
    {
      field: 'messageFlow',
      sentence: "You don't tell candidates how often you text when they agree to it.",
      fix: 'Add “Message frequency varies.” next to the box, and here.',
    },
  ],
  [
    30881,
    {
      field: 'contactEmail',
      sentence: "The email address doesn't belong to your company.",
      fix: "Use an address at your website's domain.",
    },
  ],
  [
    30882,
    {
      field: 'description',
      sentence: 'It sounds like you text for others, such as affiliate marketing or passing on leads.',
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30883,
    {
      field: 'samples',
      sentence:
        "It mentions something carriers don't allow: sex, hate, alcohol, firearms, tobacco or cannabis.",
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30884,
    { field: 'samples', sentence: 'Reviewers took it for spam or phishing.', fix: FOR_GOOD, isFinal: true },
  ],
  [
    30885,
    {
      field: 'description',
      sentence: 'Reviewers took it for deceptive marketing, such as quick money from home.',
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30886,
    {
      field: 'description',
      sentence: "The description doesn't say clearly enough what you text.",
      fix: 'Say who you are, who you text and why, for example: “Recruiters at Acme text candidates who applied for a job to arrange interviews.”',
    },
  ],
  [
    30889,
    {
      field: 'samples',
      sentence: "The samples don't match what the registration says about phone numbers in texts.",
      fix: "If your recruiters text phone numbers, put one in a sample. If they don't, remove them.",
    },
  ],
  [
    30891,
    {
      field: 'website',
      sentence: "Reviewers couldn't open the website.",
      fix: 'Make sure it opens for everyone with https:// and names your company.',
    },
  ],
  [
    30892,
    {
      field: 'samples',
      sentence: 'A sample has a link from a public link shortener.',
      fix: "Use a link to your company's own website.",
    },
  ],
  [
    30893,
    {
      field: 'samples',
      sentence: "The sample texts don't match what the registration says.",
      fix: 'Write them the way your recruiters do, and match the description. Put the brand name and “Reply STOP to opt out” in at least one.',
    },
  ],
  [
    30894,
    {
      field: 'brandName',
      sentence: 'The texts seem to come from a different company than the one you registered.',
      fix: 'Use the same company everywhere: in the legal name, the brand name, the website and the samples.',
    },
  ],
  [
    30896,
    {
      field: 'messageFlow',
      sentence: "It doesn't show clearly enough that candidates agree to be texted.",
      fix: "Describe every way they agree, and include the form's address and wording.",
    },
  ],
  [
    30897,
    {
      field: 'description',
      sentence:
        "It mentions something carriers don't allow, such as loans, debt, gambling, stocks or crypto.",
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30898,
    {
      field: 'ein',
      sentence: 'This EIN is already registered too many times.',
      fix: 'Register your company only once. If another provider registered it, ask them to end their registration first.',
    },
  ],
  [
    30900,
    {
      field: 'useCase',
      sentence: "Your company can't register this use case.",
      fix: 'Choose another one. If yours is a public company, confirm it by email first.',
    },
  ],
  [
    30907,
    {
      field: 'website',
      sentence: "The website's address doesn't open.",
      fix: 'Make sure it opens for everyone with https://.',
    },
  ],
  [
    30908,
    {
      field: 'privacyPolicyUrl',
      sentence: "The privacy policy doesn't meet the carriers' requirements.",
      fix: "Link to it from your website, and say in it that you don't share opt-in data with third parties.",
    },
  ],
  [
    30909,
    {
      field: 'messageFlow',
      sentence: "Reviewers couldn't see how candidates agree to be texted.",
      fix: "Enter the form's address. If it's on paper or people have to sign in to see it, link to a picture of it.",
    },
  ],
  [
    30913,
    {
      field: 'messageFlow',
      sentence: 'You need separate consent for marketing.',
      fix: 'Say that you text only about applications and interviews, or ask for consent to marketing separately.',
    },
  ],
  [
    30917,
    {
      field: 'messageFlow',
      sentence: "It doesn't describe every way candidates agree.",
      fix: 'Describe each one: form, paper, phone call, text.',
    },
  ],
  [
    30919,
    {
      field: 'website',
      sentence: 'The website says too little about your company.',
      fix: "Add your company's name, what it does and how to reach it.",
    },
  ],
  [
    30921,
    {
      field: 'messageFlow',
      sentence: "Reviewers can't see a page because it asks them to sign in.",
      fix: 'Enter an address that opens for everyone, or link to a picture of the page.',
    },
  ],
  [
    30923,
    {
      field: 'messageFlow',
      sentence: 'Candidates have to agree to texts before they can apply.',
      fix: 'Make the box for texts optional, and keep it separate from the terms.',
    },
  ],
  [
    30924,
    {
      field: 'messageFlow',
      sentence: "You don't tell candidates what they're agreeing to.",
      fix: `Next to the box, say what you text about, and add: ${DISCLOSURES}`,
    },
  ],
  [
    30925,
    {
      field: 'messageFlow',
      sentence: 'The box for texts is missing or already checked.',
      fix: 'Add a box just for texts that candidates check themselves.',
    },
  ],
  [
    30931,
    {
      field: 'messageFlow',
      sentence: "Candidates can't say no to texts.",
      fix: 'Let them submit the form without checking the box for texts.',
    },
  ],
  [
    30932,
    {
      field: 'privacyPolicyUrl',
      sentence: 'The privacy policy allows sharing opt-in data for marketing.',
      fix: 'Add: “We do not share mobile opt-in information with third parties for their marketing.”',
    },
  ],
  [
    30933,
    {
      field: 'privacyPolicyUrl',
      sentence: 'There is no privacy policy.',
      fix: 'Add a link to your privacy policy.',
    },
  ],
  [30934, { field: 'termsUrl', sentence: 'There are no terms.', fix: 'Add a link to your terms.' }],
  [
    30943,
    {
      field: 'description',
      sentence: 'Reviewers took it for debt collection.',
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30951,
    {
      field: 'description',
      sentence: 'Reviewers took it for passing on leads or multi-level marketing.',
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30964,
    {
      field: 'messageFlow',
      sentence: 'A web address starts with http://.',
      fix: 'Start every address with https://.',
      isFinal: true,
    },
  ],
]);

/** `errors` of bundles, brands and campaigns: the definition leaves their shape open. */
const errorsSchema = z
  .array(
    z
      .looseObject({
        error_code: z.number().nullish(),
        code: z.number().nullish(),
        description: z.string().nullish(),
        message: z.string().nullish(),
      })
      .catch({}),
  )
  .catch([]);

const listed = (errors: unknown) =>
  errorsSchema.parse(errors).map(({ error_code, code, description, message }) => ({
    refusal: refusals.get(error_code ?? code ?? 0),
    said: description || message || null,
  }));

export function problemsIn(errors: unknown): Problem[] {
  return listed(errors).flatMap(({ refusal, said }): Problem[] => {
    if (refusal === undefined) return said === null ? [] : [{ sentence: said }];
    const { field, sentence, fix } = refusal;
    return [{ field, sentence, fix }];
  });
}

/** Whether it is refused in a way that Twilio takes no correction of. */
export const isFinal = (errors: unknown): boolean =>
  listed(errors).some(({ refusal }) => refusal?.isFinal === true);
