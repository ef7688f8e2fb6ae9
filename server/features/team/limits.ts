import type { Limit } from '../../http/rate-limits.ts';

/** Invitations mailed to one address, from whichever account. */
export const invitationByAddress: Limit = { name: 'invitation', points: 10, seconds: 3600 };
/** Pasted lists. */
export const listsByAccount: Limit = { name: 'invitation lists', points: 30, seconds: 3600 };
