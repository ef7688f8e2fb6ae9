import { z } from 'zod';

/* What is known of JazzHR's API, of what may be sent in the calls used here. Filters and pages are in the path; all else is text. */

const Text = z.string();

/** With every call. */
export const JazzHrQuery = z.strictObject({ apikey: Text });

export const JazzHrBody = {
  note: z.strictObject({
    apikey: Text,
    applicant_id: Text,
    user_id: Text.optional(),
    contents: Text.min(1),
    security: z.enum(['0', '1']),
  }),
};
