import { z } from 'zod';

/* What is known of JazzHR's API, of the calls used here. Filters and pages stand in the path; all else is text. */

const Text = z.string();
const Nullable = z.string().nullable();

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

/** One row comes as it is. */
const rows = (row: z.ZodType) => z.union([row, z.array(row).refine(({ length }) => length !== 1)]);

const Job = z.strictObject({
  job_id: Text,
  job_title: Text,
  applicant_progress: Text,
  workflow_step_id: Text,
});

export const JazzHrReply = {
  users: rows(z.strictObject({ id: Text, type: Text, first_name: Text, last_name: Text, email: Text })),
  jobs: rows(
    z.strictObject({ id: Text, title: Text, status: Text, hiring_lead: Nullable, board_code: Text }),
  ),
  applicants: rows(
    z.strictObject({
      id: Text,
      first_name: Text,
      last_name: Text,
      prospect_phone: Text,
      apply_date: Text,
      job_id: Text,
      job_title: Text,
    }),
  ),
  applicant: z.strictObject({
    id: Text,
    first_name: Text,
    last_name: Text,
    email: Text,
    phone: Text,
    source: Text,
    desired_start_date: Text,
    jobs: rows(Job),
    comments: z.array(z.strictObject({ id: Text, text: Text })),
    messages: z.array(z.unknown()),
    activities: z.array(z.unknown()),
  }),
  hires: rows(
    z.strictObject({ id: Text, applicant_id: Text, job_id: Text, hired_time: Text, workflow_step_id: Text }),
  ),
  written: z.strictObject({ comment_id: Text }),
};
