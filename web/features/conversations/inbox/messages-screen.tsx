import { Outlet, useMatches } from '@tanstack/react-router';
import { ConversationList } from './conversation-list.tsx';
import { InboxShortcuts } from './inbox-shortcuts.tsx';
import { useOpenConversationId } from './inbox-view.ts';
import classes from './messages-screen.module.css';

/** List and thread side by side; on a phone one page each. */
export function MessagesScreen() {
  const openId = useOpenConversationId();
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
    </div>
  );
}
