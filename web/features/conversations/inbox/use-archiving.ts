import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '../../../../contract/conversations.ts';
import { routes } from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { putConversation } from '../conversation-cache.ts';

export function useArchiving() {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: ({ id, archivedAt }: Conversation) =>
      call(archivedAt ? routes.unarchiveConversation : routes.archiveConversation, { params: { id } }),
    onSuccess: (conversation) => putConversation(queryClient, conversation, undefined),
  });
  return {
    toggle: (conversation: Conversation) => {
      if (conversation.can.archive && !change.isPending) change.mutate(conversation);
    },
    pending: change.isPending,
  };
}
