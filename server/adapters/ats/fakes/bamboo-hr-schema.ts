import { z } from 'zod';

/*
 * From BambooHR's description of its API (OpenAPI, in the repository of its Python client): what may be sent in the
 * calls used here.
 */

const Text = z.string();
const Digits = z.string().regex(/^\d+$/);
/** Y-m-d H:i:s, in UTC. */
const SpacedTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

const listOf = (words: string[]) =>
  z.string().refine((value) => value.split(',').every((word) => words.includes(word)));

export const BambooHrQuery = {
  applications: z.strictObject({
    page: Digits.optional(),
    jobId: Digits.optional(),
    applicationStatusId: Text.optional(),
    applicationStatus: listOf(['ALL', 'ALL_ACTIVE', 'NEW', 'ACTIVE', 'INACTIVE', 'HIRED']).optional(),
    jobStatusGroups: listOf([
      'ALL',
      'DRAFT_AND_OPEN',
      'Open',
      'Filled',
      'Draft',
      'Deleted',
      'On Hold',
      'Canceled',
    ]).optional(),
    searchString: Text.optional(),
    sortBy: z
      .enum(['first_name', 'job_title', 'rating', 'phone', 'status', 'last_updated', 'created_date'])
      .optional(),
    sortOrder: z.enum(['ASC', 'DESC']).optional(),
    newSince: SpacedTime.optional(),
  }),
  jobs: z.strictObject({
    statusGroups: Text.optional(),
    status_ids: Text.optional(),
    sortBy: z.enum(['count', 'title', 'lead', 'created', 'status']).optional(),
    sortOrder: z.enum(['ASC', 'DESC']).optional(),
  }),
  changedEmployees: z.strictObject({
    since: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/),
    type: z.enum(['inserted', 'updated', 'deleted', 'all']).optional(),
  }),
  employee: z.strictObject({ fields: Text.optional(), onlyCurrent: z.enum(['true', 'false']).optional() }),
};

const EVENTS = ['employee.created', 'employee.updated', 'employee.deleted'] as const;

export const BambooHrBody = {
  comment: z.strictObject({ type: Text.optional(), comment: Text.min(1) }),
  /** A number, though lists write it as text. */
  status: z.strictObject({ status: z.int() }),
  webhook: z
    .strictObject({
      name: Text,
      url: z.url(),
      format: z.enum(['json', 'form-encoded']),
      events: z.array(z.enum(EVENTS)),
      monitorFields: z.array(Text).optional(),
      postFields: z.record(Text, Text).optional(),
      includeCompanyDomain: z.boolean().optional(),
    })
    .refine(({ events, monitorFields = [] }) => !events.includes(EVENTS[1]) || monitorFields.length > 0, {
      message: 'monitorFields is required',
    }),
};
