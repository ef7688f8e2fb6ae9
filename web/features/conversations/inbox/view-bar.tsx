import { CloseButton, Pill, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import classes from './conversation-list.module.css';
import { showInbox, useInboxView, useOpenConversationId, WHOLE_INBOX } from './inbox-view.ts';
import { isShown, isTooWide, shownBy, viewsQuery } from './views-query.ts';

/** Which view is open, by the address, and what else the inbox is narrowed down to. */
export function ViewBar() {
  const { user } = useMe();
  const shown = useInboxView();
  const navigate = useNavigate();
  const conversationId = useOpenConversationId();
  const { view: id } = useSearch({ strict: false });
  const views = useQuery({ ...viewsQuery(), enabled: id !== undefined });
  const view = views.data?.find((one) => one.id === id);

  // A view that is opened by its address, or changed by a colleague, is shown once.
  const query = view && JSON.stringify(shownBy(user, view));
  useEffect(() => {
    if (query) showInbox({ ...(JSON.parse(query) as ReturnType<typeof shownBy>), search: '' });
  }, [query]);

  function clear() {
    showInbox(WHOLE_INBOX);
    if (id === undefined) return;
    if (conversationId) void navigate({ to: paths.conversation, params: { conversationId }, search: {} });
    else void navigate({ to: paths.messages, search: {} });
  }

  const isGone = id !== undefined && views.isSuccess && view === undefined;
  return (
    <section className={classes.view} aria-label="View">
      {view && (
        <Text span size="sm" fw={600} truncate>
          {view.name}
          {!isShown(user, view, shown) && ' (changed)'}
        </Text>
      )}
      {isGone && (
        <Text span size="sm">
          This view is gone, or no longer shared with you.
        </Text>
      )}
      {shown.tags.map((tag) => (
        <Pill
          key={tag}
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Remove the tag ${tag}`, tabIndex: 0, 'aria-hidden': false }}
          onRemove={() => showInbox({ tags: shown.tags.filter((other) => other !== tag) })}
        >
          {tag}
        </Pill>
      ))}
      <CloseButton size="sm" ml="auto" aria-label="Show the whole inbox" onClick={clear} />
      {view && isTooWide(user, view) && (
        <Text size="xs" c="dimmed" w="100%">
          It shows colleagues' conversations too. You see yours.
        </Text>
      )}
    </section>
  );
}
