import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { outsideDialogs } from '../../../lib/outside-dialogs.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { undoLatest } from '../../../ui/undo-notice.tsx';
import { SEARCH_FIELD_ID } from './conversation-list.tsx';
import { keyUsed } from './learned-keys.ts';
import { select } from './selection.ts';
import { useTriage } from './use-triage.ts';

/** The keys of the inbox; those that work everywhere are the palette's. */
export function InboxShortcuts({ openId }: { openId: string | undefined }) {
  const navigate = useNavigate();
  const { id } = useMe().user;
  const { target, step, putAway, toggleUnread, noReplyNeeded, close } = useTriage(openId);
  // Opened by a click, or by its address.
  useEffect(() => {
    if (openId) select(openId);
  }, [openId]);
  const keys: Record<string, () => void> = {
    j: () => step(1),
    k: () => step(-1),
    e: () => putAway(target()),
    d: () => noReplyNeeded(target()),
    u: () => void toggleUnread(target()),
    r: () =>
      openId && void import('../../messages/composer/writing.ts').then(({ textBack }) => textBack(openId)),
    m: () =>
      openId &&
      void import('../../messages/composer/kind.ts').then(({ chooseKind }) => chooseKind(openId, 'note')),
    z: undoLatest,
    c: () => void navigate({ to: paths.newConversation }),
    n: () => void navigate({ to: paths.newConversation }),
    '/': () => document.getElementById(SEARCH_FIELD_ID)?.focus(),
    Escape: () => void close(),
  };
  const used = (act: () => void) =>
    outsideDialogs(() => {
      keyUsed(id);
      act();
    });
  useHotkeys(Object.entries(keys).map(([key, act]) => [key, used(act)]));
  return null;
}
