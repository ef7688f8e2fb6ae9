import type { DraftIntent } from '../../../contract/drafts.ts';

/** In the order in which they are offered. */
export const INTENTS: Record<DraftIntent, string> = {
  confirm: 'Confirm',
  askTimes: 'Ask for times',
  followUp: 'Follow up',
  remind: 'Remind',
  thank: 'Thank',
  shareLink: 'Share a link',
  decline: 'Decline kindly',
};
