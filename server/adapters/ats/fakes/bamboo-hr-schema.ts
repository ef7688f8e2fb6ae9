import { z } from 'zod';

/*
 * What BambooHR's description of its API (OpenAPI, in the repository of its Python client) says of the calls used here: parameters,
 * bodies and the fields of answers. Strict, so that neither a request nor an answer of the fake has more.
 */

const Text = z.string();
const Nullable = z.string().nullable();
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

const Title = z.strictObject({ id: z.int().nullable(), label: Text });
const Label = z.strictObject({ id: z.int(), label: Text });

export const BambooHrReply = {
  statuses: z.array(
    z.strictObject({
      id: Digits,
      code: Nullable,
      name: Text,
      translatedName: Text,
      description: Nullable,
      enabled: z.boolean(),
      manageable: z.boolean(),
    }),
  ),
  jobs: z.array(
    z.strictObject({
      id: z.int(),
      title: Title,
      postedDate: Text,
      location: Label.nullable(),
      department: Label.nullable(),
      status: Label,
      hiringLead: z
        .strictObject({
          employeeId: z.int(),
          firstName: Text,
          lastName: Text,
          avatar: Nullable,
          jobTitle: z.null(),
        })
        .nullable(),
      newApplicantsCount: z.int(),
      activeApplicantsCount: z.int(),
      totalApplicantsCount: z.int(),
      postingUrl: Nullable,
    }),
  ),
  applications: z.strictObject({
    paginationComplete: z.boolean(),
    nextPageUrl: Nullable,
    applications: z.array(
      z.strictObject({
        id: z.int(),
        appliedDate: Text,
        status: Label,
        rating: z.int().nullable(),
        applicant: z.strictObject({
          id: z.int(),
          firstName: Text,
          lastName: Text,
          avatar: Nullable,
          email: Text,
          source: Text,
        }),
        job: z.strictObject({ id: z.int(), title: Title }),
      }),
    ),
  }),
  application: z.strictObject({
    id: z.int(),
    appliedDate: Text,
    status: z.strictObject({
      id: z.int(),
      label: Text,
      dateChanged: Text,
      changedByUser: z.null(),
    }),
    rating: z.int().nullable(),
    commentCount: z.int(),
    emailCount: z.int(),
    eventCount: z.int(),
    applicant: z.strictObject({
      id: z.int(),
      firstName: Text,
      lastName: Text,
      email: Text,
      phoneNumber: Nullable,
      avatar: Nullable,
      source: Nullable,
      availableStartDate: Nullable,
    }),
    job: z.strictObject({ id: z.int(), title: Title, hiringLead: z.null() }),
  }),
  written: z.strictObject({ type: Text, id: z.int() }),
  changedEmployees: z.strictObject({
    latest: Text,
    employees: z.record(
      Digits,
      z.strictObject({ id: Digits, action: z.enum(['Inserted', 'Updated', 'Deleted']), lastChanged: Text }),
    ),
  }),
  employee: z.strictObject({
    id: Digits,
    firstName: Nullable.optional(),
    lastName: Nullable.optional(),
    hireDate: Nullable.optional(),
    jobTitleName: Nullable.optional(),
    mobilePhone: Nullable.optional(),
    homePhone: Nullable.optional(),
    homeEmail: Nullable.optional(),
    workEmail: Nullable.optional(),
  }),
  webhooks: z.strictObject({
    webhooks: z.array(
      z.strictObject({ id: Digits, name: Text, created: Text, lastSent: Nullable, url: Text }),
    ),
  }),
  newWebhook: z.strictObject({
    id: Digits,
    name: Text,
    created: Text,
    lastSent: Nullable,
    monitorFields: z.array(Text).nullable(),
    url: Text,
    format: Text,
    privateKey: Text,
    events: z.array(z.enum(EVENTS)),
  }),
};
