import { z } from 'zod';

/*
 * What Teamtailor's documentation and the fixtures of its own Ruby client tell of the calls used here: parameters, and the attributes
 * of resources. Strict, so that neither a request nor an answer of the fake has more.
 */

const Text = z.string();
const Nullable = z.string().nullable();
const Time = z.iso.datetime({ offset: true });
const Int = z.int();

const paged = {
  'page[number]': z.string().regex(/^\d+$/).optional(),
  'page[size]': z.coerce.number().int().min(1).max(30).optional(),
  sort: Text.optional(),
};
const times = (name: string) => ({
  [`filter[${name}][from]`]: Time.optional(),
  [`filter[${name}][to]`]: Time.optional(),
});
const include = (...relations: string[]) =>
  z
    .string()
    .refine((value) => value.split(',').every((each) => relations.includes(each)), 'unknown relation')
    .optional();
const listOf = (...words: string[]) =>
  z
    .string()
    .refine((value) => value.split(',').every((each) => words.includes(each)))
    .optional();

export const TeamtailorQuery = {
  candidates: z.strictObject({
    ...paged,
    ...times('created-at'),
    ...times('updated-at'),
    'filter[email]': Text.optional(),
    include: include('job-applications'),
  }),
  candidate: z.strictObject({ include: include('job-applications') }),
  applications: z.strictObject({
    ...paged,
    ...times('created-at'),
    ...times('updated-at'),
    ...times('changed-stage-at'),
    'filter[stage-type]': z.enum(['Inbox', 'In process', 'Hired']).optional(),
    include: include('candidate', 'job', 'stage'),
  }),
  application: z.strictObject({ include: include('candidate', 'job', 'stage') }),
  jobs: z.strictObject({
    ...paged,
    'filter[status]': z.enum(['published', 'unlisted', 'archived', 'draft', 'scheduled', 'all']).optional(),
    'filter[feed]': listOf('public', 'internal'),
    include: include('user', 'stages'),
  }),
  stages: z.strictObject({ ...paged, include: include('job') }),
  users: z.strictObject({ ...paged, 'filter[email]': Text.optional() }),
  company: z.strictObject({ include: include('manager') }),
  notes: z.strictObject(paged),
};

/** Identifiers without a type are taken in examples; JSON:API wants them. */
const to = (type: string) => z.strictObject({ data: z.strictObject({ type: z.literal(type), id: Text }) });

export const TeamtailorBody = {
  note: z.strictObject({
    data: z.strictObject({
      type: z.literal('notes'),
      attributes: z.strictObject({ note: Text.min(1) }),
      relationships: z.strictObject({ candidate: to('candidates'), user: to('users') }),
    }),
  }),
  move: z.strictObject({
    data: z.strictObject({
      type: z.literal('job-applications'),
      id: Text,
      relationships: z.strictObject({ stage: to('stages') }),
    }),
  }),
};

const attributes = {
  candidates: z.strictObject({
    connected: z.boolean(),
    'created-at': Time,
    email: Nullable,
    'first-name': Nullable,
    'last-name': Nullable,
    internal: z.boolean(),
    phone: Nullable,
    sourced: z.boolean(),
    unsubscribed: z.boolean(),
    'updated-at': Time,
    tags: z.array(Text),
  }),
  'job-applications': z.strictObject({
    'cover-letter': Nullable,
    'created-at': Time,
    'referring-site': Nullable,
    'rejected-at': Time.nullable(),
    sourced: z.boolean(),
    'updated-at': Time,
    'changed-stage-at': Time,
  }),
  jobs: z.strictObject({
    title: Text,
    status: z.enum(['open', 'draft', 'archived', 'unlisted', 'temp']),
    'human-status': Text,
    internal: z.boolean(),
    'created-at': Time,
  }),
  stages: z.strictObject({
    'created-at': Time,
    'updated-at': Time,
    name: Text,
    'stage-type': z.enum(['Inbox', 'In process', 'Hired']),
    'row-order': Int,
    'active-job-applications-count': Int,
    'rejected-job-applications-count': Int,
  }),
  users: z.strictObject({ name: Text, email: Text, role: Text }),
  companies: z.strictObject({ name: Text, locale: Text, website: Text }),
  notes: z.strictObject({
    note: Text,
    'created-at': Time,
    'created-by-trigger': z.boolean(),
    'mentioned-user-ids': z.array(Int),
    'private-note': z.boolean(),
    'updated-at': Time,
    'candidate-id': Int,
    'user-id': Int,
  }),
};

export type TeamtailorType = keyof typeof attributes;

const Identifier = z.strictObject({ id: Text, type: Text });
const Links = z.strictObject({ self: Text, related: Text });
const Relation = z.strictObject({
  links: Links,
  data: z.union([Identifier, z.array(Identifier), z.null()]).optional(),
});

export const Resource = z.discriminatedUnion(
  'type',
  Object.entries(attributes).map(([type, schema]) =>
    z.strictObject({
      id: Text,
      type: z.literal(type),
      links: z.strictObject({ self: Text }),
      attributes: schema,
      relationships: z.record(Text, Relation),
    }),
  ) as never,
);

export const TeamtailorReply = {
  one: z.strictObject({ data: Resource, included: z.array(Resource).optional() }),
  many: z.strictObject({
    data: z.array(Resource),
    included: z.array(Resource).optional(),
    meta: z.strictObject({ 'record-count': Int, 'page-count': Int }),
    links: z.strictObject({
      first: Text,
      last: Text,
      next: Text.optional(),
      prev: Text.optional(),
    }),
  }),
};
