import type { Limit } from '../../http/rate-limits.ts';

/** An office shares one address, and comes in at nine. */
export const ssoByAddress: Limit = { name: 'sso address', points: 300, seconds: 15 * 60 };
/** Each asks the domain's DNS or the provider. */
export const checksByAccount: Limit = { name: 'sso checks', points: 60, seconds: 15 * 60 };
