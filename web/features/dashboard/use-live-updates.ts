import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { LiveEvent } from '../../../contract/live-events.ts';
import type { Message } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { connectLive } from '../../lib/api/live.ts';
import { keyOf } from '../../lib/api/route-query.ts';
import { accountQuery, userQuery } from '../../lib/session/me.ts';
import { paths } from '../../paths.ts';
import { dropConversation, putConversation } from '../conversations/conversation-cache.ts';
import { candidateHeard } from '../conversations/panel/panel-query.ts';
import { putMessage } from '../messages/message-cache.ts';

const COUNTS_PAUSE_MS = 400;
const SEATS_PAUSE_MS = 300;
const OFFLINE_AFTER_MS = 3000;

/** Keeps every cache true while the dashboard is open. Answers whether the connection has been lost for a while. */
export function useLiveUpdates(): { offline: boolean } {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [offline, setOffline] = useState(false);

  useEffect(() => {
    let countsTimer: ReturnType<typeof setTimeout> | undefined;
    let seatsTimer: ReturnType<typeof setTimeout> | undefined;
    let offlineTimer: ReturnType<typeof setTimeout> | undefined;

    // A burst of texts asks for the counts once.
    const recount = () => {
      countsTimer ??= setTimeout(() => {
        countsTimer = undefined;
        loadAgain(queryClient, keyOf(routes.getInboxCounts));
        loadAgain(queryClient, keyOf(routes.listUncoveredConversations));
        loadAgain(queryClient, keyOf(routes.listPlanned));
        // A text that went out is one less.
        const account = queryClient.getQueryData(accountQuery().queryKey);
        if (account?.subscriptionInfo.remainingTexts != null)
          loadAgain(queryClient, keyOf(routes.getAccount));
      }, COUNTS_PAUSE_MS);
    };
    /** Who invites a list of people is told of many seats at once. */
    const lookAtSeats = () => {
      seatsTimer ??= setTimeout(() => {
        seatsTimer = undefined;
        for (const route of [
          routes.getSeats,
          routes.getFormerMembers,
          routes.getAccount,
          routes.getCard,
          routes.listInvoices,
          routes.previewPlan,
        ])
          loadAgain(queryClient, keyOf(route));
      }, SEATS_PAUSE_MS);
    };
    const openId = () => {
      const params: { conversationId?: string } = router.state.matches.at(-1)?.params ?? {};
      return params.conversationId;
    };

    /** Loaded by those who want it. */
    const announce = (message: Message) => {
      const user = queryClient.getQueryData(userQuery().queryKey);
      if (!user?.notifications.browser && !user?.notifications.sound) return;
      void import('../notifications/announce-arrival.ts')
        .then(({ announceArrival }) =>
          announceArrival(message, {
            queryClient,
            user,
            openId: openId(),
            open: (conversationId) =>
              void router.navigate({ to: paths.conversation, params: { conversationId } }),
          }),
        )
        .catch(() => {});
    };

    function apply(event: LiveEvent) {
      switch (event.type) {
        case 'message.created':
          putMessage(queryClient, event.message, 'event');
          if (event.message.direction === 'inbound' && event.message.call?.outcome !== 'answered')
            announce(event.message);
          return;
        case 'message.updated':
          putMessage(queryClient, event.message, 'event');
          return;
        case 'conversation.updated':
          putConversation(queryClient, event.conversation, openId());
          candidateHeard(queryClient, event.conversation.candidate.id);
          loadAgain(queryClient, keyOf(routes.getSendability));
          recount();
          // The first one is a step of the guided start.
          if (queryClient.getQueryData(userQuery().queryKey)?.metadata.hasConversations === false)
            loadAgain(queryClient, keyOf(routes.getUser));
          return;
        case 'conversation.deleted':
          dropConversation(queryClient, event.conversationId);
          loadAgain(queryClient, keyOf(routes.listCandidates));
          recount();
          return;
        case 'seat.updated':
          loadAgain(queryClient, keyOf(routes.getRegistration));
          loadAgain(queryClient, keyOf(routes.getUser));
          loadAgain(queryClient, keyOf(routes.getOutOfOffice));
          loadAgain(queryClient, keyOf(routes.checkLinkStatus));
          loadAgain(queryClient, keyOf(routes.getSendability));
          loadAgain(queryClient, keyOf(routes.getSendabilityTo));
          lookAtSeats();
          return;
        case 'notification':
          notifications.show({ message: event.text });
          return;
        case 'reset':
          loadAgain(queryClient, []);
      }
    }

    let wasConnected = false;
    /** What was loaded before the stream began may lack what happened in between. */
    const catchUp = () => {
      for (const route of [
        routes.listConversations,
        routes.getInboxCounts,
        routes.listMessages,
        routes.getUser,
      ])
        loadAgain(queryClient, keyOf(route));
    };

    const disconnect = connectLive({
      onEvent: apply,
      onConnected: (connected) => {
        if (connected) {
          if (!wasConnected) catchUp();
          wasConnected = true;
          clearTimeout(offlineTimer);
          offlineTimer = undefined;
          setOffline(false);
        } else {
          offlineTimer ??= setTimeout(() => setOffline(true), OFFLINE_AFTER_MS);
        }
      },
    });
    return () => {
      clearTimeout(countsTimer);
      clearTimeout(seatsTimer);
      clearTimeout(offlineTimer);
      disconnect();
    };
  }, [queryClient, router]);

  return { offline };
}
