import type { Conversation } from '../../../contract/conversations.ts';
import type { User } from '../../../contract/users.ts';

/** Who may text there, and has a number to be saved under. */
export const maySendCard = ({ can }: Conversation, { seat, impersonation }: User): boolean =>
  can.send && seat?.twilioNumber != null && impersonation === null;
