import { z } from 'zod';
import { Id } from '../primitives.ts';

/* What staff see and do across accounts. To everyone else, these calls don't exist (404). */

export const may = { staffOnly: true } as const;

export const MAX_REASON = 300;

export const Reason = z
  .string('The reason is required')
  .trim()
  .min(1, 'The reason is required')
  .max(MAX_REASON, 'The reason is too long')
  .describe("Why you're doing this. The account's admins can read it in their audit log.");

export const AccountId = z.object({ accountId: Id });
