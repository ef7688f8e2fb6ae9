import { type RawBuilder, sql } from 'kysely';

/**
 * Of message `m`: 0 for what a person typed and what confirms consent, 1 for other automatic texts, which go after them. As
 * the index has it; a plain condition would be taken apart, and not match.
 */
export const sendingClass: RawBuilder<number> = sql`
  (case when m.is_automatic and not m.is_confirmation then 1 else 0 end)`;
