import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Conversation } from '../../../contract/conversations.ts';
import type { LiveEvent } from '../../../contract/live-events.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Notification } from '../../../contract/notifications.ts';
import type { Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { loadKeptAgain } from '../../lib/api/answer-from-kept.ts';
import { loadAgain, loadEverythingAgain } from '../../lib/api/cache.ts';
import { connectLive } from '../../lib/api/live.ts';
import { showNews } from '../../lib/notices.ts';
import { onceInAWhile } from '../../lib/once-in-a-while.ts';
import { onOpenAsked } from '../../lib/service-worker.ts';
import { accountQuery, userQuery } from '../../lib/session/me.ts';
import { paths } from '../../paths.ts';
import { candidateChanged } from '../conversations/panel/panel-query.ts';
import { forgetPresence, heardPresence } from '../conversations/presence/present-people.ts';
import { activityQuery } from '../messages/activity/activity-query.ts';
import { keptDraftQuery, putListedDraft } from '../messages/composer/kept-draft-query.ts';
import { dropConversation, putConversation } from '../messages/conversation-cache.ts';
import { partWith, putMessage } from '../messages/message-cache.ts';
import { sendWaiting, takeUpTexts } from '../messages/outbox.ts';

const PAUSE_MS = 300;
const OFFLINE_AFTER_MS = 3000;

/** Keeps every cache true while the dashboard is open. Answers whether the connection has been lost for a while. */
export function useLiveUpdates(): { offline: boolean } {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [offline, setOffline] = useState(false);

  useEffect(() => {
    let offlineTimer: ReturnType<typeof setTimeout> | undefined;

    // A burst of events asks for each thing once.
    const { soon, stop } = onceInAWhile(PAUSE_MS);
    const loadSoon = (...changed: Route[]) => {
      for (const route of changed) soon(route.path, () => loadAgain(queryClient, route));
    };
    const recount = () => {
      loadSoon(routes.getInboxCounts, routes.listUncoveredConversations, routes.listPlanned);
      // A text that went out is one less.
      const account = queryClient.getQueryData(accountQuery().queryKey);
      if (account?.subscriptionInfo.remainingTexts != null) loadSoon(routes.getAccount);
    };
    const openId = () => {
      const params: { conversationId?: string } = router.state.matches.at(-1)?.params ?? {};
      return params.conversationId;
    };

    const open = (conversationId: string) =>
      void router.navigate({ to: paths.conversation, params: { conversationId } });
    const stopOpening = onOpenAsked(open);

    /** Loaded by those who want it. */
    const announce = (what: Message | Pick<Notification, 'id' | 'text' | 'conversationId'>) => {
      const user = queryClient.getQueryData(userQuery().queryKey);
      if (!user?.notifications.browser && !user?.notifications.sound) return;
      void import('../notifications/announce-arrival.ts')
        .then(({ announceArrival, announceNotification }) =>
          'text' in what
            ? announceNotification(what, { user, open })
            : announceArrival(what, { queryClient, user, openId: openId(), open }),
        )
        .catch(() => {});
    };

    /** It isn't needed where this browser wrote it. */
    const loadDraftAgain = (conversationId: string, version = Number.POSITIVE_INFINITY) => {
      const { queryKey } = keptDraftQuery(conversationId);
      const known = queryClient.getQueryData(queryKey);
      if (known && known.version >= version) return;
      if (known) loadAgain(queryClient, queryKey);
      loadSoon(routes.listKeptDrafts);
    };

    /** What activity lines are about, as it was heard last. */
    const heard = new Map<string, string>();
    const activityChanged = ({ id, assigneeId, snoozedUntil, remindAt, returned }: Conversation) => {
      const now = JSON.stringify([assigneeId, snoozedUntil, remindAt, returned]);
      const isNew = heard.get(id) !== now;
      heard.set(id, now);
      return isNew;
    };

    function apply(event: LiveEvent) {
      switch (event.type) {
        case 'message.created':
        case 'message.updated': {
          const { message, type } = event;
          putMessage(queryClient, message, 'event');
          const part = partWith(message);
          if (part) soon(part.join(' '), () => loadAgain(queryClient, part));
          const isArrival = type === 'message.created' && message.direction === 'inbound';
          if (message.sender?.id === queryClient.getQueryData(userQuery().queryKey)?.id) {
            if (type === 'message.created') putListedDraft(queryClient, message.conversationId, '');
            loadDraftAgain(message.conversationId);
            loadSoon(routes.listScheduledMessages);
          }
          if (isArrival && message.call?.outcome !== 'answered') announce(message);
          return;
        }
        case 'conversation.updated': {
          const { conversation } = event;
          const candidateId = conversation.candidate.id;
          putConversation(queryClient, conversation, openId());
          if (activityChanged(conversation)) loadAgain(queryClient, activityQuery(conversation.id).queryKey);
          soon(candidateId, () => candidateChanged(queryClient, candidateId));
          loadSoon(routes.getSendability, routes.listFollowUps, routes.listProposals, routes.getRadar);
          recount();
          // The first one is a step of the guided start.
          if (queryClient.getQueryData(userQuery().queryKey)?.metadata.hasConversations === false)
            loadSoon(routes.getUser);
          return;
        }
        case 'conversation.deleted':
          dropConversation(queryClient, event.conversationId);
          void import('../../lib/api/kept-answers.ts')
            .then(({ forgetAbout }) => forgetAbout(event.conversationId))
            .catch(() => {});
          loadSoon(routes.listCandidates);
          recount();
          return;
        case 'seat.updated':
          loadSoon(
            routes.getRegistration,
            routes.getUser,
            routes.getOutOfOffice,
            routes.checkLinkStatus,
            routes.getSendability,
            routes.getSendabilityTo,
            routes.getConversation,
            routes.getSeats,
            routes.listAssignees,
            routes.getFormerMembers,
            routes.getAccount,
            routes.getCard,
            routes.listInvoices,
            routes.previewPlan,
          );
          return;
        case 'account.updated':
          loadSoon(routes.getAccount);
          return;
        case 'notes.updated':
          loadAgain(queryClient, routes.listNotes, routes.listTimeline);
          return;
        case 'proposals.updated':
          loadSoon(routes.listProposals);
          return;
        case 'keptDraft.updated':
          loadDraftAgain(event.conversationId, event.version);
          return;
        case 'presence':
          heardPresence(event);
          return;
        case 'notification':
          if (event.readAt === null) {
            showNews(event.text);
            announce(event);
          }
          loadAgain(queryClient, routes.listNotifications);
          return;
        case 'reset':
          loadEverythingAgain(queryClient);
      }
    }

    let wasConnected = false;
    /** What was loaded before the stream began may lack what happened in between. */
    const catchUp = () => {
      for (const route of [
        routes.listConversations,
        routes.getInboxCounts,
        routes.listMessages,
        routes.listNotes,
        routes.listConversationActivity,
        routes.getKeptDraft,
        routes.listKeptDrafts,
        routes.listScheduledMessages,
        routes.listNotifications,
        routes.listFollowUps,
        routes.listProposals,
        routes.getRadar,
        routes.getUser,
      ])
        loadAgain(queryClient, route);
      loadKeptAgain(queryClient);
    };

    /** Also once the browser has its network back: the stream may have survived what a text didn't. */
    const resend = () => void sendWaiting(queryClient);
    window.addEventListener('online', resend);

    const disconnect = connectLive({
      onEvent: apply,
      onConnected: (connected) => {
        forgetPresence();
        if (connected) {
          if (!wasConnected) catchUp();
          wasConnected = true;
          clearTimeout(offlineTimer);
          offlineTimer = undefined;
          setOffline(false);
          resend();
        } else {
          offlineTimer ??= setTimeout(() => setOffline(true), OFFLINE_AFTER_MS);
        }
      },
    });
    return () => {
      stop();
      clearTimeout(offlineTimer);
      window.removeEventListener('online', resend);
      stopOpening();
      disconnect();
    };
  }, [queryClient, router]);

  return { offline };
}

/** Texts that an earlier page couldn't send. */
export function useUnsentTexts(userId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(
    () => (userId === undefined ? undefined : takeUpTexts(queryClient, userId)),
    [queryClient, userId],
  );
}
