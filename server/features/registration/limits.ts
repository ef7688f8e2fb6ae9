import type { Limit } from '../../http/rate-limits.ts';

/** Each looks at up to five pages that the account names. */
export const checksByAccount: Limit = { name: 'registration checks', points: 60, seconds: 15 * 60 };
