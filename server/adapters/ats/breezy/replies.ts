import { z } from 'zod';

/* What Breezy answers, as far as it is used here. */

export const Company = z.object({ _id: z.string(), name: z.string().nullish() });

export const Position = z.object({
  _id: z.string(),
  name: z.string(),
  state: z.string().nullish(),
  pipeline_id: z.string().nullish(),
});
export type Position = z.infer<typeof Position>;

const Stage = z.object({
  id: z.string().optional(),
  _id: z.string().optional(),
  name: z.string(),
  type: z.object({ id: z.string().nullish(), name: z.string().nullish() }).nullish(),
});
export type Stage = z.infer<typeof Stage>;

/** By name, not a list. */
export const Pipelines = z.record(
  z.string(),
  z.object({ _id: z.string(), is_default: z.boolean().optional(), stages: z.array(Stage) }),
);

export const Hit = z.object({
  _id: z.string(),
  position: z.object({ _id: z.string() }),
});

export const Candidate = z.object({
  _id: z.string(),
  name: z.string().nullish(),
  email_address: z.string().nullish(),
  phone_number: z.string().nullish(),
  origin: z.string().nullish(),
  source: z.object({ name: z.string().nullish() }).nullish(),
  stage: Stage.nullish(),
  updated_date: z.string().nullish(),
});
export type Candidate = z.infer<typeof Candidate>;

export const Activity = z.object({
  _id: z.string(),
  type: z.string(),
  first_activity: z.boolean().optional(),
  object: z.unknown(),
});

export const Posted = z.object({ _id: z.string() });

export const Endpoints = z.object({ data: z.array(z.object({ _id: z.string(), url: z.string() })) });
export const NewEndpoint = z.object({ _id: z.string(), secret: z.string().min(1) });
