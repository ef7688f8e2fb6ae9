import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { items } from '../records.ts';
import { AnyId, TextId } from '../values.ts';

/* What Breezy answers, as far as it is used here. */

export const Company = z.object({ _id: AnyId, name: z.string().nullish().catch(null) });

export const Position = z.object({
  _id: TextId,
  name: z.string(),
  state: z.string().nullish(),
  pipeline_id: AnyId.nullish(),
});
export type Position = z.infer<typeof Position>;

/** Those that come with Breezy have words for ids, a company's own have numbers. */
const Stage = z.object({
  id: AnyId.nullish(),
  _id: AnyId.nullish(),
  name: z.string(),
  type: z.object({ id: AnyId.nullish(), name: z.string().nullish() }).nullish(),
});
export type Stage = z.infer<typeof Stage>;

/** By name, not a list. The stages of a pipeline are its `pipeline`. */
export const pipelinesIn = (api: AtsApi) => {
  const Pipeline = z.object({
    _id: AnyId.nullish(),
    is_default: z.boolean().nullish(),
    pipeline: items(api, 'stage', Stage).nullish(),
  });
  const Named = z.tuple([z.string(), Pipeline]).transform(([name, pipeline]) => ({ name, ...pipeline }));
  return z.preprocess(
    (byName) => (typeof byName === 'object' && byName !== null ? Object.entries(byName) : byName),
    items(api, 'stage', Named),
  );
};

export const Hit = z.object({
  _id: TextId,
  position: z.object({ _id: TextId }),
});

export const Candidate = z.object({
  _id: TextId,
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
