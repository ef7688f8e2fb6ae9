import type { Limit } from '../../http/rate-limits.ts';

/** Each asks the carrier about a number that the person names. */
export const checksByAccount: Limit = { name: 'landline checks', points: 30, seconds: 3600 };

/** Each makes a phone ring that may be a stranger's. */
export const codesByNumber: Limit = { name: 'landline codes', points: 6, seconds: 24 * 3600 };
export const codesByAccount: Limit = { name: 'landline codes of account', points: 20, seconds: 24 * 3600 };
