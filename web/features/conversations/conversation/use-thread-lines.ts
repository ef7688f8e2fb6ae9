import type { LoadedRange, ThreadLine } from '../../messages/thread/thread-items.ts';

const NONE: readonly ThreadLine[] = [];

/**
 * What stands among the texts of a conversation, oldest first, each list under keys that no other has. It's loaded along
 * with the texts: as far back as their range, and not before there is one.
 */
export function useThreadLines(_conversationId: string, _range: LoadedRange | null): readonly ThreadLine[] {
  return NONE;
}
