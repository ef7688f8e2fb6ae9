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

const FOR_GOOD =
  'The carriers never take such texts. If you text nothing of the kind, say so in the description.';
const DISCLOSURES =
  '“Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.”';

const refusals = new Map<number, Refusal>([
  [
    30545,
    {
      field: 'messageFlow',
      sentence: "Where candidates agree, they aren't told how often they are texted.",
      fix: 'Put “Message frequency varies.” beside the box, and here.',
    },
  ],
  [
    30881,
    {
      field: 'contactEmail',
      sentence: "The email doesn't belong to the company.",
      fix: "Use an address at the domain of the company's website.",
    },
  ],
  [
    30882,
    {
      field: 'description',
      sentence: 'It reads like texts for others: affiliate marketing, or leads that are passed on.',
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30883,
    {
      field: 'samples',
      sentence: 'It touches what carriers forbid: sex, hate, alcohol, firearms, tobacco or cannabis.',
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [30884, { field: 'samples', sentence: 'It was taken for spam or phishing.', fix: FOR_GOOD, isFinal: true }],
  [
    30885,
    {
      field: 'description',
      sentence: 'It was taken for deceptive marketing, such as quick money from home.',
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30886,
    {
      field: 'description',
      sentence: 'The description does not say clearly enough what you text.',
      fix: 'Say who texts, whom, and why: “Recruiters of Acme text candidates who applied for a job, to arrange interviews.”',
    },
  ],
  [
    30889,
    {
      field: 'samples',
      sentence: 'The samples and what was said about phone numbers in them differ.',
      fix: 'If recruiters text phone numbers, put one into a sample; else into none.',
    },
  ],
  [
    30891,
    {
      field: 'website',
      sentence: "The website couldn't be opened.",
      fix: 'It has to open for everybody, with https, and name the company.',
    },
  ],
  [
    30892,
    {
      field: 'samples',
      sentence: 'A sample has a link of a public link shortener.',
      fix: "Use a link to the company's own website.",
    },
  ],
  [
    30893,
    {
      field: 'samples',
      sentence: "The sample texts don't fit what the registration says.",
      fix: 'Write them as recruiters do, about what the description says; one with the brand name and “Reply STOP to opt out”.',
    },
  ],
  [
    30894,
    {
      field: 'brandName',
      sentence: 'The texts seem to come from another company than the one that is registered.',
      fix: 'Use one company throughout: its legal name, its brand name, its website and its name in the samples.',
    },
  ],
  [
    30896,
    {
      field: 'messageFlow',
      sentence: "It doesn't show well enough that candidates agree to be texted.",
      fix: 'Describe every way in which they agree, with the address of the form, and its words.',
    },
  ],
  [
    30897,
    {
      field: 'description',
      sentence: 'It touches what carriers forbid: loans, debt, gambling, stocks, crypto or the like.',
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30898,
    {
      field: 'ein',
      sentence: 'This EIN is registered too often.',
      fix: 'Register the company once. If another provider has registered it, ask them to end theirs first.',
    },
  ],
  [
    30900,
    {
      field: 'useCase',
      sentence: 'This use case is not open to the company.',
      fix: 'Choose another one. A public company has to confirm itself by email first.',
    },
  ],
  [
    30907,
    {
      field: 'website',
      sentence: "The address of the website isn't one that opens.",
      fix: 'Check that it opens for everybody, with https.',
    },
  ],
  [
    30908,
    {
      field: 'privacyPolicyUrl',
      sentence: "The privacy policy doesn't keep what carriers ask for.",
      fix: "It has to be linked from the website, and to say that opt-in data isn't shared with third parties.",
    },
  ],
  [
    30909,
    {
      field: 'messageFlow',
      sentence: "Reviewers couldn't see how candidates agree to be texted.",
      fix: 'Give the address of the form. If it needs signing in or is on paper, give the address of a picture of it.',
    },
  ],
  [
    30913,
    {
      field: 'messageFlow',
      sentence: 'Marketing needs consent of its own.',
      fix: 'Say that you text about applications and interviews only, or ask for the other separately.',
    },
  ],
  [
    30917,
    {
      field: 'messageFlow',
      sentence: 'Not every way in which candidates agree is described.',
      fix: 'Describe each: form, paper, phone call, text.',
    },
  ],
  [
    30919,
    {
      field: 'website',
      sentence: 'The website says too little about the company.',
      fix: 'It needs the name, what the company does, and how to reach it.',
    },
  ],
  [
    30921,
    {
      field: 'messageFlow',
      sentence: 'A page asks to sign in, so reviewers see nothing.',
      fix: 'Give an address that opens for everybody, or one of a picture of the page.',
    },
  ],
  [
    30923,
    {
      field: 'messageFlow',
      sentence: 'Candidates have to agree to texts to be able to apply.',
      fix: 'Make the box for texts optional, and keep it apart from the terms.',
    },
  ],
  [
    30924,
    {
      field: 'messageFlow',
      sentence: "Where candidates agree, they aren't told what they agree to.",
      fix: `Put beside the box what you text about, and: ${DISCLOSURES}`,
    },
  ],
  [
    30925,
    {
      field: 'messageFlow',
      sentence: 'The box for texts is missing, or ticked beforehand.',
      fix: 'Add a box for texts alone that candidates tick themselves.',
    },
  ],
  [
    30931,
    {
      field: 'messageFlow',
      sentence: "Candidates can't leave texts out.",
      fix: 'Let them send the form without ticking the box for texts.',
    },
  ],
  [
    30932,
    {
      field: 'privacyPolicyUrl',
      sentence: 'The privacy policy lets opt-in data be shared for marketing.',
      fix: 'Add: “We do not share mobile opt-in information with third parties for their marketing.”',
    },
  ],
  [30933, { field: 'privacyPolicyUrl', sentence: 'There is no privacy policy.', fix: 'Enter its address.' }],
  [30934, { field: 'termsUrl', sentence: 'There are no terms.', fix: 'Enter the address of their page.' }],
  [
    30943,
    { field: 'description', sentence: 'It was taken for debt collection.', fix: FOR_GOOD, isFinal: true },
  ],
  [
    30951,
    {
      field: 'description',
      sentence: 'It was taken for passing leads on, or for multi-level marketing.',
      fix: FOR_GOOD,
      isFinal: true,
    },
  ],
  [
    30964,
    {
      field: 'messageFlow',
      sentence: 'An address begins with http://.',
      fix: 'Write every address with https://.',
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
