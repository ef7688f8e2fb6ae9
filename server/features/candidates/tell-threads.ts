import type { Tx } from '../../db/connection.ts';
import { publishConversations } from '../../live/publish.ts';
import { listConversationsOf } from './store.ts';

/** Something about the candidate changed that shows beside every thread with them. */
export async function tellThreads(tx: Tx, accountId: string, candidateId: string): Promise<void> {
  await publishConversations(tx, accountId, await listConversationsOf(tx, accountId, candidateId));
}
