import { z } from 'zod';
import { START, Walk } from './run-bounds.ts';

/** In this order: people refer to jobs, and interviews refer to people. */
export const PHASES = ['events', 'jobs', 'people', 'interviews', 'newHires'] as const;

/** How far a sync has come. It resumes from there after a crash. */
export const Checkpoint = z.object({
  phase: z.enum(PHASES),
  cursor: z.string().nullable(),
  /** Null: everything is read. */
  since: z.coerce.date().nullable(),
  startedAt: z.coerce.date(),
  /** Rights that the key lacks for some of it. */
  missing: z.array(z.string()),
  walk: Walk.default(START),
});
export type Checkpoint = z.infer<typeof Checkpoint>;
