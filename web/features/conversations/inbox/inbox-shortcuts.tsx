import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { outsideDialogs } from '../../../lib/outside-dialogs.ts';
import { paths } from '../../../paths.ts';
import { undoLatest } from '../../../ui/undo-notice.tsx';
import { textBack } from '../../messages/composer/writing.ts';
import { SEARCH_FIELD_ID } from './conversation-list.tsx';
import { select } from './selection.ts';
import { useTriage } from './use-triage.ts';

/** The keys of the inbox; those that work everywhere are the palette's. */
export function InboxShortcuts({ openId }: { openId: string | undefined }) {
  const navigate = useNavigate();
  const { target, step, putAway, toggleUnread, close } = useTriage(openId);
  // Opened by a click, or by its address.
  useEffect(() => {
    if (openId) select(openId);
  }, [openId]);
  const keys: Record<string, () => void> = {
    j: () => step(1),
    k: () => step(-1),
    e: () => putAway(target()),
    u: () => void toggleUnread(target()),
    r: () => openId && textBack(openId),
    z: undoLatest,
    c: () => void navigate({ to: paths.newConversation }),
    n: () => void navigate({ to: paths.newConversation }),
    '/': () => document.getElementById(SEARCH_FIELD_ID)?.focus(),
    Escape: () => void close(),
  };
  useHotkeys(Object.entries(keys).map(([key, act]) => [key, outsideDialogs(act)]));
  return null;
}
