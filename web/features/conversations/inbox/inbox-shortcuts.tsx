import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { outsideDialogs } from '../../../lib/outside-dialogs.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { useHasTeam } from '../../assign/assignees.ts';
import { chooseAssignee } from '../../assign/assigning.ts';
import { clearChosen, isChoosing } from './chosen.ts';
import { SEARCH_FIELD_ID } from './conversation-list.tsx';
import { keyUsed } from './learned-keys.ts';
import { select } from './selection.ts';
import { chooseSnooze } from './snoozing.ts';
import { useTriage } from './use-triage.ts';

/** The keys of the inbox; those that work everywhere are the palette's. */
export function InboxShortcuts({ openId }: { openId: string | undefined }) {
  const navigate = useNavigate();
  const { id } = useMe().user;
  const { target, step, putAway, toggleUnread, noReplyNeeded, close, choose, extend, chooseShown } =
    useTriage(openId);
  // Opened by a click, or by its address.
  useEffect(() => {
    if (openId) select(openId);
  }, [openId]);
  const hasTeam = useHasTeam();
  const assign = (conversation: Conversation | undefined) =>
    conversation && hasTeam && chooseAssignee([conversation]);
  const keys: Record<string, () => unknown> = {
    j: () => step(1),
    k: () => step(-1),
    x: choose,
    'shift+J': () => extend(1),
    'shift+K': () => extend(-1),
    // What is selected has its own.
    e: () => isChoosing() || putAway(target()),
    a: () => isChoosing() || assign(target()),
    h: () => chooseSnooze(target()),
    d: () => noReplyNeeded(target()),
    u: () => void (isChoosing() || toggleUnread(target())),
    r: () =>
      openId && void import('../../messages/composer/writing.ts').then(({ textBack }) => textBack(openId)),
    m: () =>
      openId &&
      void import('../../messages/composer/kind.ts').then(({ chooseKind }) => chooseKind(openId, 'note')),
    c: () => void navigate({ to: paths.newConversation }),
    n: () => void navigate({ to: paths.newConversation }),
    '/': () => document.getElementById(SEARCH_FIELD_ID)?.focus(),
    Escape: () => (isChoosing() ? clearChosen() : void close()),
  };
  const used = (act: () => unknown) =>
    outsideDialogs(() => {
      keyUsed(id);
      act();
    });
  useHotkeys([
    ...Object.entries(keys).map(([key, act]): HotkeyItem => [key, used(act)]),
    // In a thread it selects the text.
    [
      'mod+A',
      (event) => {
        if (!isChoosing() && !document.activeElement?.matches('[data-id]')) return;
        event.preventDefault();
        used(chooseShown)(event);
      },
      { preventDefault: false },
    ],
  ]);
  return null;
}
