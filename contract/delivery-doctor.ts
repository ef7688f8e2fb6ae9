import { z } from 'zod';
import type { DeliveryErrorCode } from './delivery-error.ts';
import { Id, PhoneNumber, PhoneNumberFormatted } from './primitives.ts';
import { route } from './route.ts';

/* What became of the texts of each number, and what to do about those that didn't arrive. */

export const MOST_DOCTOR_DAYS = 90;

/** What a person does about each reason. What isn't here is no fault of the text, the number or the phone. */
export const deliveryAdvice: Partial<Record<DeliveryErrorCode, string>> = {
  invalid_recipient: 'Check these phone numbers with the candidates, and correct them.',
  not_textable: "These are landlines or can't get texts. Call these candidates, or ask for a cell number.",
  unreachable: 'Try again tomorrow: the phone may be off. If it fails again, call or email.',
  opted_out: "Don't text these candidates. They can text START to get texts again.",
  filtered:
    "Don't send the same words again. Name your company, drop links and money talk, and write each text to one person.",
  too_long: 'Shorten the text, or send it as two.',
  media_refused: 'Send a smaller JPEG or PNG, or a link.',
  sender_not_usable: "Check your number's status under Account.",
  number_not_registered: 'Register your company with the carriers under Company.',
  region_blocked: 'You can text numbers in the US and Canada only.',
  carrier_account: 'Contact support: the carrier has a problem with the account.',
  carrier_busy: 'Spread texts over more time, or over more numbers.',
  daily_limit: 'Spread texts over more days. Ask support about a registration for more texts.',
  expired: 'Try again. If it happens often, contact support.',
  unconfirmed: 'Look whether the candidate answered before you text again: it may have arrived.',
  unknown_error: 'Try again later. If it fails again, call or email the candidate.',
};

const DoctorWarning = z
  .enum(['optOuts', 'filtered', 'sameText', 'shortLinks', 'noCompanyName'])
  .describe(
    'What spoils a number. optOuts: over 1% of the texts are answered by an opt-out; carriers look into numbers with 1.5%. filtered: carriers block over 1% as spam. sameText: most of the latest texts have the same words. shortLinks: the latest texts have links that hide where they lead. noCompanyName: most of the latest first texts lack the name of your company.',
  );
export type DoctorWarning = z.infer<typeof DoctorWarning>;

export const warningAdvice: Record<DoctorWarning, string> = {
  optOuts: 'Many candidates opt out. Text only people who expect it, and say who you are and why you write.',
  filtered: 'Carriers block some of your texts as spam. Change the words before you send more.',
  sameText: 'Most of your latest texts are the same. Carriers take that for spam: write to each candidate.',
  shortLinks: 'Some texts have short links such as bit.ly. Carriers block them: use the full address.',
  noCompanyName: "Most of your first texts don't name your company. Candidates take them for spam.",
};

export const getDeliveryDoctor = route({
  method: 'GET',
  path: '/deliveryDoctor',
  summary:
    'Get what became of the texts of your number, by reason and day, and what to do about it. Admins get all numbers of the company. Days are in UTC.',
  auth: 'session',
  may: { seatRole: 'recruiter' },
  query: z.object({
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_DOCTOR_DAYS)
      .default(30)
      .describe(`The last so many days, today included, 1 to ${MOST_DOCTOR_DAYS}. Default: 30.`),
  }),
  reply: z.object({
    from: z.string().describe('The first day, YYYY-MM-DD.'),
    numbers: z
      .array(
        z.object({
          phoneNumber: PhoneNumber,
          phoneNumberFormatted: PhoneNumberFormatted,
          owner: z
            .object({ id: Id, firstName: z.string(), lastName: z.string() })
            .nullable()
            .describe('Who texts from it now.'),
          sent: z.number().int().describe('Handed to the carrier.'),
          delivered: z.number().int(),
          failed: z.number().int().describe('Refused or not delivered, filtered ones included.'),
          filtered: z.number().int().describe('Blocked by a carrier as spam.'),
          optOuts: z.number().int().describe('Candidates who opted out after a text of this number.'),
          reasons: z
            .array(
              z.object({
                code: z.string().describe('As `errorCode` of a message.'),
                sentence: z.string(),
                count: z.number().int(),
                advice: z.string().nullable().describe("What to do. Null: nothing's wrong."),
              }),
            )
            .describe('The most frequent one first.'),
          days: z
            .array(
              z.object({
                date: z.string().describe('YYYY-MM-DD'),
                sent: z.number().int(),
                delivered: z.number().int(),
                failed: z.number().int(),
              }),
            )
            .describe('Days with texts, oldest first.'),
          warnings: z.array(DoctorWarning),
        }),
      )
      .describe('Numbers with texts in these days, and those in use. The one with most texts first.'),
  }),
});
