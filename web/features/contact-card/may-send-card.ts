import type { Conversation } from '../../../contract/conversations.ts';
import type { User } from '../../../contract/users.ts';

/** Only from one's own number. */
export const maySendCard = ({ can, seat }: Conversation, user: User): boolean =>
  can.send && seat.id === user.seat?.id && user.impersonation === null;
