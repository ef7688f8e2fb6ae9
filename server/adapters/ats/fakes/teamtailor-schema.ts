import { z } from 'zod';

/*
 * From Teamtailor's documentation and the fixtures of its Ruby client: what may be sent in the calls used here.
 */

const Text = z.string();
const Time = z.iso.datetime({ offset: true });

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
