import type { QueryClient } from '@tanstack/react-query';
import { MOST_LATER_MS } from '../../../../contract/coming-time.ts';
import type { Conversation } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { showFailure } from '../../../lib/notices.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import { beginChange, endChange, latestOf, putConversation } from '../../messages/conversation-cache.ts';
import { areTaken } from '../../messages/outbox.ts';

type Change = typeof routes.archiveConversation;
type Save = (id: string) => Promise<Conversation>;

const by =
  (route: Change): Save =>
  (id) =>
    call(route, { params: { id } });

const running = new Map<string, Promise<boolean>>();
onSessionEnd(() => running.clear());

/**
 * Shown at once, and undone if the server refuses; returns whether it accepted. Changes of one conversation run one after
 * the other. After the last answer, the conversation shows the server's last state.
 */
function change(
  queryClient: QueryClient,
  conversation: Conversation,
  save: Save,
  becomes: Partial<Conversation>,
  { isHindered }: { isHindered?: (id: string) => Promise<boolean> } = {},
): Promise<boolean> {
  const { id } = conversation;
  beginChange(queryClient, conversation, becomes);
  const isLast = () => running.get(id) === run;
  const before = running.get(id);
  const run: Promise<boolean> = (async () => {
    await before;
    const known = latestOf(id);
    try {
      if (!known || (await isHindered?.(id))) return false;
      const reply = await save(id);
      const now = latestOf(id);
      // Events since then are newer, except for what was changed here.
      if (now)
        putConversation(
          queryClient,
          now === known ? reply : { ...now, ...sameOf(reply, becomes) },
          undefined,
        );
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    } finally {
      if (isLast()) {
        running.delete(id);
        endChange(queryClient, id);
      }
      void loadAgain(queryClient, routes.getInboxCounts);
    }
  })();
  running.set(id, run);
  return run;
}

const sameOf = (reply: Conversation, becomes: Partial<Conversation>): Partial<Conversation> =>
  Object.fromEntries(Object.keys(becomes).map((key) => [key, reply[key as keyof Conversation]]));

/** After the texts that were sent in it before: a text brings its conversation back, and one that failed is to be seen. */
export const archive = (queryClient: QueryClient, conversation: Conversation) =>
  change(
    queryClient,
    conversation,
    by(routes.archiveConversation),
    { archivedAt: new Date().toISOString(), snoozedUntil: null, returned: null },
    { isHindered: async (id) => !(await areTaken(id)) },
  );

export const unarchive = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, by(routes.unarchiveConversation), { archivedAt: null });

export const endWait = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, by(routes.endWait), { waitingSince: null, returned: null });

export const resumeWait = (queryClient: QueryClient, conversation: Conversation, since: string) =>
  change(queryClient, conversation, by(routes.resumeWait), { waitingSince: since });

export const markUnread = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, by(routes.unreadConversation), { unreadCount: 1 });

export const markRead = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, by(routes.readConversation), { unreadCount: 0 });

/** Null: until they answer, which is shown as some time far ahead until the server has said which. */
export const snooze = (queryClient: QueryClient, conversation: Conversation, until: string | null) =>
  change(
    queryClient,
    conversation,
    (id) => call(routes.snoozeConversation, { params: { id }, body: { until } }),
    {
      snoozedUntil: until ?? new Date(Date.now() + MOST_LATER_MS).toISOString(),
      snoozedUntilAnswer: until === null,
      archivedAt: null,
      returned: null,
    },
  );

export const unsnooze = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, by(routes.unsnoozeConversation), {
    snoozedUntil: null,
    snoozedUntilAnswer: false,
    returned: null,
  });

export const remind = (queryClient: QueryClient, conversation: Conversation, at: string | null) =>
  change(
    queryClient,
    conversation,
    (id) => call(routes.remindConversation, { params: { id }, body: { at } }),
    { remindAt: at },
  );
