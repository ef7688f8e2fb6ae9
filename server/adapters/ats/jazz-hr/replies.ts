import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import type { AtsApi } from '../api.ts';
import { type Rows, rows } from '../records.ts';
import { AnyId } from '../values.ts';

/* What JazzHR answers, as far as it is used here. One row comes as it is, two and more as a list. */

export function rowsOf<T>(
  api: AtsApi,
  kind: AtsRecordKind,
  row: z.ZodType<T>,
  how: { only?: boolean } = {},
): z.ZodType<Rows<T>> {
  return z.preprocess(asList, rows(api, kind, row, how));
}

/** The one that was asked for. */
export const oneOf = <T>(row: z.ZodType<T>): z.ZodType<T | undefined> =>
  z.preprocess(asList, z.array(row)).transform(([first]) => first);

/** What names no ID isn't a row, but something else in place of them. */
function asList(reply: unknown): unknown {
  if (reply === null) return [];
  const isOne = typeof reply === 'object' && !Array.isArray(reply) && ('id' in reply || 'job_id' in reply);
  return isOne ? [reply] : reply;
}

const Id = AnyId;
const Text = z.string().nullish();

export const User = z.object({ id: Id, email: Text });

export const Job = z.object({ id: Id, title: Text, status: Text, hiring_lead: Id.nullish() });

export const ApplicantRow = z.object({ id: Id });

const AppliedJob = z.object({
  job_id: Id,
  job_title: Text,
  applicant_progress: Text,
  workflow_step_id: Id.nullish(),
});

export const applicantIn = (api: AtsApi) =>
  z.object({
    id: Id,
    first_name: Text,
    last_name: Text,
    email: Text,
    phone: Text,
    source: Text,
    desired_start_date: Text,
    jobs: rowsOf(api, 'application', AppliedJob)
      .transform(({ items }) => items)
      .nullish(),
    comments: z.unknown(),
  });
export type Applicant = z.infer<ReturnType<typeof applicantIn>>;

export const Hire = z.object({
  id: Id,
  applicant_id: Id,
  job_id: Id.nullish(),
  hired_time: Text,
});

export const Written = z.object({ comment_id: Id.nullish() });
