import { z } from 'zod';

/* What JazzHR answers, as far as it is used here. One row comes as it is, two and more as a list. */

export function rowsOf<T>(row: z.ZodType<T>): z.ZodType<T[]> {
  return z.union([z.array(row), row.transform((only) => [only]), z.null().transform(() => [])]);
}

const Id = z.union([z.string(), z.number()]).transform(String);
const Text = z.string().nullish();

export const User = z.object({ id: Id, email: Text });

export const Job = z.object({ id: Id, title: Text, status: Text, hiring_lead: Id.nullish() });

export const ApplicantRow = z.object({ id: Id });

export const Applicant = z.object({
  id: Id,
  first_name: Text,
  last_name: Text,
  email: Text,
  phone: Text,
  source: Text,
  desired_start_date: Text,
  jobs: rowsOf(
    z.object({
      job_id: Id,
      job_title: Text,
      applicant_progress: Text,
      workflow_step_id: Id.nullish(),
    }),
  ).nullish(),
  comments: z.unknown(),
});
export type Applicant = z.infer<typeof Applicant>;

export const Hire = z.object({
  id: Id,
  applicant_id: Id,
  job_id: Id.nullish(),
  hired_time: Text,
});

export const Written = z.object({ comment_id: Id.nullish() });
