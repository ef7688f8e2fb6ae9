import { z } from 'zod';
import { readableText } from './name.ts';
import { attributesIn, type Placed, placeOf, unfinishedIn, unfinishedSentence } from './render-template.ts';

/** Carriers refuse more (Twilio 21617). */
export const MAX_BODY_LENGTH = 1600;

const written = (most: number) =>
  z
    .string('The text is required')
    .overwrite(readableText)
    .trim()
    .max(most, `Keep the text to ${most} characters or fewer`);

/** A text before its merge attributes are filled in. */
export const TextBody = (most = MAX_BODY_LENGTH) => written(most).superRefine(refuseUnfinished);

/** A text that goes out as it is. */
export const PlainTextBody = (most = MAX_BODY_LENGTH) =>
  written(most).superRefine((body, context) => {
    const [first] = attributesIn(body);
    if (first) refuse(context, first, `This text can't have merge attributes. Remove ${placeOf(first)}.`);
  });

function refuseUnfinished(body: string, context: z.RefinementCtx): void {
  const [first] = unfinishedIn(body);
  if (first) refuse(context, first, unfinishedSentence(first));
}

/** The position goes into the reply (`details.positions`). */
function refuse(context: z.RefinementCtx, { position }: Placed, message: string): void {
  context.addIssue({ code: 'custom', message, params: { position } });
}
