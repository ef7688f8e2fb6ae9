import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ConversationList } from './conversation-list.tsx';
import { InboxShortcuts } from './inbox-shortcuts.tsx';
import { useOpenConversationId } from './inbox-view.ts';
import classes from './messages-screen.module.css';
import { useSnoozing } from './snoozing.ts';

const SnoozeDialog = lazy(() =>
  import('./snooze-dialog.tsx').then((module) => ({ default: module.SnoozeDialog })),
);

/** List and thread side by side; on a phone one page each. */
export function MessagesScreen() {
  const openId = useOpenConversationId();
  const snoozing = useSnoozing();
  const reading = useMatches().some((match) => match.staticData.ownTopBar);
  return (
    <div className={classes.inbox} data-reading={reading || undefined}>
      <section className={classes.list} aria-label="Conversations">
        <ConversationList openId={openId} />
      </section>
      <section className={classes.thread} aria-label="Conversation">
        <Outlet />
      </section>
      <InboxShortcuts openId={openId} />
      {snoozing && (
        <Suspense>
          <SnoozeDialog key={snoozing.id} conversation={snoozing} openId={openId} />
        </Suspense>
      )}
    </div>
  );
}
