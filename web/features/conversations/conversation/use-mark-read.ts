import { useEffect, useState } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { putConversation } from '../../messages/conversation-cache.ts';

function useTabVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const listen = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  return visible;
}

/** Read means seen: the newest text on the screen of a visible tab. Answers what the thread reports that with. */
export function useMarkRead(conversation: Conversation | undefined): (seen: boolean) => void {
  const visible = useTabVisible();
  const [seen, setSeen] = useState(false);
  const read = useSave({
    save: (id: string) => call(routes.readConversation, { params: { id } }),
    isQuiet: true,
    // A text that comes while the last one is being marked, or another conversation, is marked too.
    inTurn: `read ${conversation?.id}`,
    keep: async (queryClient, reply) => {
      putConversation(queryClient, reply, reply.id);
      await loadAgain(queryClient, routes.getInboxCounts);
    },
  });
  const id = conversation?.id;
  const lastId = conversation?.lastMessage?.id;
  // Staff who impersonate have read nothing.
  const due = visible && seen && (conversation?.unreadCount ?? 0) > 0 && !isImpersonating();
  // Once for each new text: a refused call is not repeated until there is another reason.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest text is that reason
  useEffect(() => {
    if (due && id) read.run(id);
  }, [due, id, lastId]);
  return setSeen;
}
