import { useQuery } from '@tanstack/react-query';
import type { Conversation } from '../../../contract/conversations.ts';
import type { Colleague } from '../../../contract/notes.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useMe } from '../../lib/session/use-me.ts';

const NONE: readonly Colleague[] = [];

type Assigned = Pick<Conversation, 'assigneeId'>;

/** Who can have conversations. */
export const assigneesQuery = () => ({
  ...routeQuery(routes.listAssignees),
  meta: { quiet: true } as const,
});

/** Whether there are colleagues to share conversations with. */
export const useHasTeam = (): boolean => useMe().account.type === 'team';

/** By name, once they are needed. */
export const useColleagues = (isWanted: boolean): readonly Colleague[] =>
  useQuery({ ...assigneesQuery(), enabled: isWanted }).data ?? NONE;

/** Which colleague has one of these conversations. Undefined for one's own, and until the name is known. */
export function useAssigneeOf(
  conversations: readonly Assigned[],
): (conversation: Assigned) => Colleague | undefined {
  const { user } = useMe();
  const isOthers = ({ assigneeId }: Assigned) => assigneeId !== null && assigneeId !== user.id;
  const people = useColleagues(conversations.some(isOthers));
  return (conversation) =>
    isOthers(conversation) ? people.find(({ id }) => id === conversation.assigneeId) : undefined;
}
