import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAssigning } from '../../assign/assigning.ts';
import { ConversationList } from './conversation-list.tsx';
import { InboxShortcuts } from './inbox-shortcuts.tsx';
import { useOpenConversationId } from './inbox-view.ts';
import classes from './messages-screen.module.css';
import { useSnoozing } from './snoozing.ts';
import { useTriage } from './use-triage.ts';

const AssignDialog = lazy(() =>
  import('../../assign/assign-dialog.tsx').then((module) => ({ default: module.AssignDialog })),
);
const SnoozeDialog = lazy(() =>
  import('./snooze-dialog.tsx').then((module) => ({ default: module.SnoozeDialog })),
);

/** List and thread side by side; on a phone one page each. */
export function MessagesScreen() {
  const openId = useOpenConversationId();
  const snoozing = useSnoozing();
  const assigning = useAssigning();
  const { assign } = useTriage(openId);
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
      {assigning.length > 0 && (
        <Suspense>
          <AssignDialog conversations={assigning} onChoose={(to) => assign(assigning, to)} />
        </Suspense>
      )}
      {snoozing && (
        <Suspense>
          <SnoozeDialog key={snoozing.id} conversation={snoozing} openId={openId} />
        </Suspense>
      )}
    </div>
  );
}
