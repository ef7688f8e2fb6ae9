import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { paths } from '../../../paths.ts';
import { SEARCH_FIELD_ID } from './conversation-list.tsx';

const ShortcutHelp = lazy(() =>
  import('./shortcut-help.tsx').then((module) => ({ default: module.ShortcutHelp })),
);

/** The keys that work anywhere in the inbox; those of the list live with the list. */
export function InboxShortcuts({ openId }: { openId: string | undefined }) {
  const [help, { toggle, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const create = () => void navigate({ to: paths.newConversation });
  useHotkeys([
    ['c', create],
    ['n', create],
    ['/', () => document.getElementById(SEARCH_FIELD_ID)?.focus()],
    ['shift+?', toggle],
    ['?', toggle],
    [
      'Escape',
      ({ target }) => {
        const closesDialog = target instanceof Element && target.closest('[role="dialog"]') !== null;
        if (openId && !closesDialog) void navigate({ to: paths.messages });
      },
    ],
  ]);
  return <Suspense>{help && <ShortcutHelp onClose={close} />}</Suspense>;
}
