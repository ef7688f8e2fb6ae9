import { z } from 'zod';
import { route } from './route.ts';

/** What a row of the texting hours is about. Holidays are those of the federal government. */
export const TextingDays = z.enum(['everyDay', 'mondayToFriday', 'saturday', 'sunday', 'holidays']);
export type TextingDays = z.infer<typeof TextingDays>;

const Hour = z.number().min(0).max(24).multipleOf(0.25, 'Use quarters of an hour');

/** When people in one state may be texted. Where several rows are about a day, all of them have to allow it. */
export const TextingHours = z
  .object({
    state: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Enter the two letters of a state')
      .describe('Two letters, e.g. FL.'),
    days: TextingDays,
    from: Hour.describe("Hour of the candidate's clock, e.g. 8.5 for 8:30 AM."),
    to: Hour.describe('The same as `from`: no texts on these days.'),
    source: z
      .string()
      .trim()
      .min(1, 'Say where this is from')
      .max(200, 'Use at most 200 characters')
      .describe('Where this is from, e.g. a law.'),
    checkedOn: z.iso.date('Enter a date').describe('When someone last checked it.'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Must be after the start' });
export type TextingHours = z.infer<typeof TextingHours>;

export const MOST_TEXTING_HOURS = 200;

const TextingHoursSetting = z.object({
  hours: z
    .array(TextingHours)
    .max(MOST_TEXTING_HOURS, `Add at most ${MOST_TEXTING_HOURS} rows`)
    .describe(
      'For states that are stricter than 8 AM to 9 PM, which counts everywhere. Of several rows about a day, all count.',
    ),
  isDefault: z.boolean().describe('Whether they are those that come with Hiretext.'),
});

export const getTextingHours = route({
  method: 'GET',
  path: '/account/textingHours',
  summary: 'Get the hours in which candidates of some states may be texted.',
  auth: 'session',
  may: { userType: 'admin' },
  reply: TextingHoursSetting,
});

export const updateTextingHours = route({
  method: 'PUT',
  path: '/account/textingHours',
  summary:
    'Change the hours in which candidates of some states may be texted, or go back to those of Hiretext.',
  auth: 'session',
  may: { userType: 'admin' },
  body: z.object({ hours: TextingHoursSetting.shape.hours.nullable().describe('Null: those of Hiretext.') }),
  reply: TextingHoursSetting,
});
