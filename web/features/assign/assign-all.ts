import type { QueryClient } from '@tanstack/react-query';
import type { Conversation } from '../../../contract/conversations.ts';
import { candidateName } from '../../../contract/person-name.ts';
import { counted } from '../../lib/words.ts';
import { changeAll } from '../messages/bulk-change.ts';

/** To a colleague, to oneself ("you") or to no one; with one undo for all of them. */
export function assignAll(
  queryClient: QueryClient,
  assigned: readonly Conversation[],
  { userId, name }: { userId: string | null; name: string },
): Promise<void> {
  const [first] = assigned;
  return changeAll(queryClient, assigned, { action: 'assign', userId }, (n) => {
    const what =
      n === 1 && first && assigned.length === 1 ? candidateName(first.candidate) : counted(n, 'conversation');
    return userId === null ? `Unassigned ${what}` : `Assigned ${what} to ${name}`;
  });
}
