import { z } from 'zod';
import { Id } from '../primitives.ts';

/* What those who run this Hiretext see and do across accounts. Nobody else is told that it is there. */

export const may = { staffOnly: true } as const;

export const MAX_REASON = 300;

export const Reason = z
  .string('The reason is required')
  .trim()
  .min(1, 'The reason is required')
  .max(MAX_REASON, 'The reason is too long')
  .describe("Why you're doing this. The account's admins can read it in their audit log.");

export const AccountId = z.object({ accountId: Id });
