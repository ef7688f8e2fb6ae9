import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import { focusScreen } from '../../../lib/focus-screen.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { showUndo } from '../../../ui/undo-notice.tsx';
import { assignAll } from '../../assign/assign-all.ts';
import { conversationQuery, isInInboxOf } from '../../messages/conversation-cache.ts';
import {
  archive,
  unsnooze as endSnooze,
  endWait,
  markRead,
  markUnread,
  remind,
  resumeWait,
  snooze as snoozeUntil,
  unarchive,
} from './change-conversation.ts';
import { chooseAll, clearChosen, extendChosen, toggleChosen } from './chosen.ts';
import { useInboxView } from './inbox-view.ts';
import { select, useSelection } from './selection.ts';
import { idsOf, useShownConversations } from './shown-conversations.ts';

/** What keys and buttons do with the selected conversation, which is the open one where one is open. */
export function useTriage(openId: string | undefined) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { conversations } = useShownConversations(openId);
  const { id: selectedId } = useSelection();
  const view = useInboxView();
  const { user } = useMe();
  const placeOf = (id: string | undefined) =>
    conversations.findIndex((conversation) => conversation.id === id);

  /** The selected one, if it is there to be seen. */
  const target = (): Conversation | undefined =>
    conversations[placeOf(selectedId)] ??
    (openId ? queryClient.getQueryData(conversationQuery(openId).queryKey) : undefined);

  /** With what has been heard of it since. */
  const latest = (conversation: Conversation): Conversation =>
    queryClient.getQueryData(conversationQuery(conversation.id).queryKey) ?? conversation;

  const open = (conversationId: string) =>
    navigate({ to: paths.conversation, params: { conversationId }, search: true });

  function goTo(id: string | undefined) {
    select(id, { focus: true });
    if (id === undefined) focusScreen();
    if (openId) void (id ? open(id) : navigate({ to: paths.messages, search: true }));
  }

  function step(by: 1 | -1) {
    const at = placeOf(selectedId);
    const next = conversations[at === -1 ? 0 : at + by];
    if (next) goTo(next.id);
  }

  /** Done with it: out of the inbox, and on to the next. Or, where it was out of it, back. */
  function putAway(conversation: Conversation | undefined) {
    if (!conversation?.can.archive) return;
    const at = placeOf(conversation.id);
    const wasOpen = openId !== undefined;
    const isBack = conversation.archivedAt !== null;
    const name = candidateName(conversation.candidate);
    const [doIt, undoIt] = isBack ? [unarchive, archive] : [archive, unarchive];
    const done = doIt(queryClient, conversation);
    goTo((conversations[at + 1] ?? conversations[at - 1])?.id);
    const hide = showUndo(isBack ? `Moved ${name} to the inbox` : `Archived ${name}`, () => {
      void undoIt(queryClient, latest(conversation));
      select(conversation.id, { focus: true });
      if (wasOpen) void open(conversation.id);
    });
    void done.then((taken) => {
      if (!taken) hide();
    });
  }

  /** Left for later. What is open is closed, since being open is being read. */
  async function toggleUnread(conversation: Conversation | undefined) {
    if (!conversation) return;
    if (!openId && conversation.unreadCount > 0) {
      void markRead(queryClient, conversation);
      return;
    }
    await close();
    const name = candidateName(conversation.candidate);
    const hide = showUndo(`Marked ${name} as unread`, () => void markRead(queryClient, latest(conversation)));
    if (!(await markUnread(queryClient, conversation))) hide();
  }

  /** The candidate waits for no reply. It stays where it is, except in the list of those who wait. */
  function noReplyNeeded(conversation: Conversation | undefined) {
    const since = conversation?.waitingSince;
    if (!conversation || !since) return;
    const done = endWait(queryClient, conversation);
    const hide = showUndo(
      `No reply needed for ${candidateName(conversation.candidate)}`,
      () => void resumeWait(queryClient, latest(conversation), since),
    );
    void done.then((taken) => {
      if (!taken) hide();
    });
  }

  /** Selects for a bulk what keys are about, or no longer. */
  function choose() {
    const conversation = target();
    if (conversation && !isImpersonating()) toggleChosen(conversation.id);
  }

  function extend(by: 1 | -1) {
    if (isImpersonating()) return;
    const end = extendChosen(by, idsOf(conversations), selectedId);
    if (!openId) select(end, { focus: true });
  }

  const chooseShown = () => !isImpersonating() && chooseAll(idsOf(conversations));

  function undoable(
    conversation: Conversation,
    words: string,
    done: Promise<boolean>,
    undo: (now: Conversation) => Promise<boolean>,
  ) {
    const hide = showUndo(words, () => void undo(latest(conversation)));
    void done.then((taken) => {
      if (!taken) hide();
    });
  }

  /** Out of the inbox until then, and on to the next; a reminder leaves it where it is. */
  function snooze(
    conversation: Conversation,
    { at, isReminder }: { at: string | null; isReminder?: boolean },
  ) {
    const name = candidateName(conversation.candidate);
    const before = conversation.snoozedUntilAnswer ? null : conversation.snoozedUntil;
    if (isReminder) {
      const done = remind(queryClient, conversation, at);
      undoable(conversation, `Reminder set for ${name}`, done, (now) =>
        remind(queryClient, now, conversation.remindAt),
      );
      return;
    }
    const place = placeOf(conversation.id);
    const done = snoozeUntil(queryClient, conversation, at);
    if (view.filter === 'all' && view.search === '')
      goTo((conversations[place + 1] ?? conversations[place - 1])?.id);
    undoable(conversation, `Snoozed ${name}`, done, (now) =>
      conversation.snoozedUntil ? snoozeUntil(queryClient, now, before) : endSnooze(queryClient, now),
    );
  }

  /** Back in the inbox; one that came back is no longer on top. */
  function unsnooze(conversation: Conversation) {
    const { snoozedUntil, snoozedUntilAnswer } = conversation;
    const name = candidateName(conversation.candidate);
    const done = endSnooze(queryClient, conversation);
    if (snoozedUntil)
      undoable(conversation, `${name} is back in the inbox`, done, (now) =>
        snoozeUntil(queryClient, now, snoozedUntilAnswer ? null : snoozedUntil),
      );
  }

  function cancelReminder(conversation: Conversation) {
    const { remindAt, candidate } = conversation;
    undoable(
      conversation,
      `Canceled the reminder for ${candidateName(candidate)}`,
      remind(queryClient, conversation, null),
      (now) => remind(queryClient, now, remindAt),
    );
  }

  /** Where it leaves the list, on to the next. */
  function assign(assigned: readonly Conversation[], to: { userId: string | null; name: string }) {
    const [first] = assigned;
    const place = placeOf(first?.id);
    const isAbout = first !== undefined && assigned.length === 1 && first.id === (openId ?? selectedId);
    void assignAll(queryClient, assigned, to);
    clearChosen();
    const stays = view.search !== '' || isInInboxOf(user, { assigneeId: to.userId }, view.assignee);
    if (isAbout && place !== -1 && !stays) goTo((conversations[place + 1] ?? conversations[place - 1])?.id);
  }

  async function close() {
    if (!openId) return;
    await navigate({ to: paths.messages, search: true });
    select(openId, { focus: true });
  }

  return {
    target,
    step,
    putAway,
    toggleUnread,
    noReplyNeeded,
    snooze,
    unsnooze,
    cancelReminder,
    assign,
    close,
    choose,
    extend,
    chooseShown,
  };
}
