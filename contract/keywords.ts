import { z } from 'zod';
import { Id, Ok, PageQuery, PhoneNumber, PhoneNumberFormatted, page, Tags, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { PlainTextBody } from './text-body.ts';

/** How many a number can have. */
export const MOST_KEYWORDS = 50;

export const KeywordField = z
  .enum(['name', 'jobTitle', 'city'])
  .describe("What the answer fills in. What is already known isn't asked.");
export type KeywordField = z.infer<typeof KeywordField>;

const KeywordQuestion = z.object({
  field: KeywordField,
  text: PlainTextBody(300)
    .min(1, 'The question is required')
    .describe('Sent as a text. Without merge attributes.'),
});
export type KeywordQuestion = z.infer<typeof KeywordQuestion>;

const ONE_WORD = 'Use one word of 2 to 20 letters (A to Z) and digits';

const fields = {
  keyword: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2,20}$/, ONE_WORD)
    .refine((word) => /[A-Z]/.test(word), ONE_WORD)
    .describe(
      "One word. Upper and lower case are the same, and a polite word next to it doesn't matter. Words that stop texts, ask for help or answer a text are refused.",
    ),
  answer: PlainTextBody(640)
    .min(1, 'The answer is required')
    .describe(
      'The first text that the candidate gets. Your company is added if it lacks it, and how to stop. Without merge attributes.',
    ),
  tags: Tags.describe('Added to the candidate.'),
  questions: z
    .array(KeywordQuestion)
    .max(KeywordField.options.length, `Ask at most ${KeywordField.options.length} questions`)
    .refine(
      (questions) => new Set(questions.map(({ field }) => field)).size === questions.length,
      'Ask for each thing once',
    )
    .describe('Asked one after another, each once the one before is answered.'),
  consentWording: PlainTextBody(1000)
    .min(20, 'Write the whole wording of your sign')
    .describe('What your sign or poster says next to the keyword. Recorded with each consent.'),
};

export const Keyword = z.object({
  id: Id,
  ...fields,
  keyword: z.string(),
  phoneNumber: PhoneNumber.nullable().describe('Where candidates text it. Null: the seat has no number now.'),
  phoneNumberFormatted: PhoneNumberFormatted.nullable(),
  owner: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Who has the number. Null: the seat is free.'),
  firstText: z
    .string()
    .describe('The first text as it is sent, without the name of a candidate who is known.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Keyword = z.infer<typeof Keyword>;

const KeywordFields = z.object(fields);
const KeywordParams = z.object({ id: Id });
const recruiters = { seatRole: 'recruiter' } as const;

/** What carriers ask of an answer to a keyword (CTIA Messaging Principles and Best Practices, 5.1.2). */
const TERMS = 'Msg frequency varies. Msg & data rates may apply. HELP for help, STOP to opt out.';

/** The first text to a candidate who has texted the keyword. It names the company, and says how to stop. */
export function firstTextOf(
  { answer, questions }: Pick<z.infer<typeof KeywordFields>, 'answer' | 'questions'>,
  companyName: string,
): string {
  const company = companyName.trim();
  const isNamed = answer.toLowerCase().includes(company.toLowerCase());
  const said = isNamed ? answer : `${company}: ${answer}`;
  const [question] = questions;
  return [said, ...(/\bSTOP\b/.test(answer) ? [] : [TERMS]), ...(question ? [question.text] : [])].join('\n');
}

export const listKeywords = route({
  method: 'GET',
  path: '/keywords',
  summary: 'List the keywords of your number, newest first. Admins get those of all numbers.',
  auth: 'session',
  may: recruiters,
  query: PageQuery,
  reply: page(Keyword),
});

export const createKeyword = route({
  method: 'POST',
  path: '/keywords',
  summary: `Add a keyword to your number, at most ${MOST_KEYWORDS}. Who texts it gets the answer and then the questions.`,
  auth: 'session',
  may: recruiters,
  body: KeywordFields.partial({ tags: true, questions: true }),
  reply: Keyword,
  status: 201,
  idempotent: true,
  failures: ['forbidden', 'no_number', 'keyword_taken', 'keywords_used_up'],
});

export const updateKeyword = route({
  method: 'PUT',
  path: '/keywords/{id}',
  summary: 'Change a keyword. Fields you leave out stay as they are.',
  auth: 'session',
  may: recruiters,
  params: KeywordParams,
  body: KeywordFields.partial(),
  reply: Keyword,
  failures: ['forbidden', 'not_found', 'keyword_taken'],
});

export const deleteKeyword = route({
  method: 'DELETE',
  path: '/keywords/{id}',
  summary: 'Delete a keyword. Who texts it gets no answer anymore; consents stay on record.',
  auth: 'session',
  may: recruiters,
  params: KeywordParams,
  reply: Ok,
  failures: ['forbidden', 'not_found'],
});

export const getKeywordQr = route({
  method: 'GET',
  path: '/keywords/{id}/qr',
  summary: 'Get a QR code (SVG) that opens a text to the number with the keyword in it.',
  auth: 'session',
  may: recruiters,
  params: KeywordParams,
  reply: z.string(),
  transport: 'svg',
  failures: ['forbidden', 'not_found', 'no_number'],
});

export const getKeywordPoster = route({
  method: 'GET',
  path: '/keywords/{id}/poster',
  summary:
    'Get a poster (PDF, Letter) with the keyword, the number, the QR code and the wording of the consent.',
  auth: 'session',
  may: recruiters,
  params: KeywordParams,
  reply: z.string(),
  transport: 'pdf',
  failures: ['forbidden', 'not_found', 'no_number', 'poster_letters'],
});
