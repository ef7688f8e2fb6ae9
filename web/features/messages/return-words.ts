import type { ReturnReason } from '../../../contract/conversations.ts';

/** Why a conversation is back, after a colon. */
export const RETURN_WORDS: Record<ReturnReason, string> = {
  snoozeOver: 'snooze is over',
  answered: 'they answered',
  noAnswer: 'no answer',
  promiseDue: 'an answer was promised',
};
