import type { Tx } from '../../db/connection.ts';
import { publish } from '../../live/publish.ts';
import { listConversationsOf } from './store.ts';

/** Something about the candidate changed that shows beside every thread with them. */
export async function tellThreads(tx: Tx, accountId: string, candidateId: string): Promise<void> {
  const threads = await listConversationsOf(tx, accountId, candidateId);
  await publish(
    tx,
    threads.map((subjectId) => ({ accountId, kind: 'conversation.updated' as const, subjectId })),
  );
}
