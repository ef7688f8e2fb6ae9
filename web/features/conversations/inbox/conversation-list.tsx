import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { useNextPage } from '../../../lib/api/use-next-page.ts';
import { listed, pluralOf } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { ListView } from '../../messages/conversation-cache.ts';
import { useChosen } from './chosen.ts';
import classes from './conversation-list.module.css';
import { ConversationRows } from './conversation-rows.tsx';
import { FilterTabs } from './filter-tabs.tsx';
import { InboxBanners } from './inbox-banners.tsx';
import { InboxQuestions } from './inbox-questions.tsx';
import { inboxCountsQuery, showInbox, useInboxView } from './inbox-view.ts';
import { KeyHints } from './key-hints.tsx';
import { useShownConversations } from './shown-conversations.ts';
import { useTriage } from './use-triage.ts';
import { ViewsButton } from './views-button.tsx';
import { WhoseSelect } from './whose-select.tsx';

const InboxBulkBar = lazy(() =>
  import('./inbox-bulk-bar.tsx').then((module) => ({ default: module.InboxBulkBar })),
);
const ViewBar = lazy(() => import('./view-bar.tsx').then((module) => ({ default: module.ViewBar })));

export const SEARCH_FIELD_ID = 'inbox-search';

export function ConversationList({ openId }: { openId: string | undefined }) {
  const view = useInboxView();
  const { view: viewId } = useSearch({ strict: false });
  const { list, conversations } = useShownConversations(openId);
  const ids = useChosen();
  // What isn't shown anymore isn't changed unseen.
  const chosen = ids.size === 0 ? [] : conversations.filter(({ id }) => ids.has(id));
  const { step, extend } = useTriage(openId);
  const counts = useQuery(inboxCountsQuery());
  // A search finds candidates first, and a page of them may have no conversation here.
  const goesOn = conversations.length === 0 && list.hasNextPage && !list.isPlaceholderData;
  useNextPage(list, goesOn);
  const hasReply = conversations.some(hasWritten);

  return (
    <div className={classes.list}>
      <InboxBanners />
      <header className={classes.head}>
        <h1 className={classes.title}>Messages</h1>
        <SearchField
          id={SEARCH_FIELD_ID}
          label="Search conversations"
          placeholder="Search name, number, email, job or tag"
          search={view.search}
          onSearch={(search) => showInbox({ search })}
          className={classes.search}
        />
        <WhoseSelect counts={counts.data} />
        <Tooltip label="New conversation (c)">
          <ActionIcon
            component={Link}
            to={paths.newConversation}
            variant="subtle"
            size="lg"
            aria-label="New conversation"
          >
            <IconPencilPlus size={18} />
          </ActionIcon>
        </Tooltip>
        <ViewsButton />
        <FilterTabs filter={view.filter} counts={counts.data} onChange={(filter) => showInbox({ filter })} />
        {view.search !== '' && (
          <Link to={paths.search} search={{ q: view.search }} className={classes.inTexts}>
            Search texts for “{view.search}”
          </Link>
        )}
        {(viewId !== undefined || view.tags.length > 0) && (
          <Suspense>
            <ViewBar />
          </Suspense>
        )}
      </header>
      {list.isError && !list.data ? (
        <LoadFailure what="Your conversations" retry={() => void list.refetch()} />
      ) : goesOn && list.isFetchNextPageError ? (
        <LoadFailure what="More conversations" retry={() => void list.fetchNextPage()} />
      ) : list.isPending || goesOn ? (
        <RowSkeletons />
      ) : conversations.length === 0 ? (
        <EmptyInbox view={view} />
      ) : (
        <ConversationRows
          // Another view starts at its top.
          key={JSON.stringify(view)}
          conversations={conversations}
          openId={openId}
          firstPage={list.data.pages[0]?.items.length ?? 0}
          step={step}
          extend={extend}
          chosen={ids}
          isSearch={view.search !== ''}
          list={list}
        />
      )}
      <Suspense>
        {chosen.length > 0 && <InboxBulkBar list={list} conversations={conversations} chosen={chosen} />}
      </Suspense>
      <InboxQuestions hasReply={hasReply} />
      <KeyHints />
    </div>
  );
}

const hasWritten = ({ candidate, lastMessage }: Conversation) =>
  candidate.consent.status === 'implied' || lastMessage?.direction === 'inbound';

const emptyTexts = {
  all: { title: 'No conversations yet', text: 'Text a candidate, and their replies will appear here.' },
  unread: { title: 'All caught up', text: 'New replies will appear here.' },
  waiting: { title: 'No one is waiting', text: "You've answered every candidate." },
  snoozed: {
    title: 'Nothing snoozed',
    text: 'Snoozed conversations come back at their time, or when the candidate answers.',
  },
  archived: {
    title: 'Nothing archived',
    text: 'Archived conversations come back when the candidate texts you.',
  },
};

function EmptyInbox({ view: { filter, search, tags, assignee } }: { view: ListView }) {
  if (tags.length > 0)
    return (
      <EmptyState
        title="No match"
        text={`No conversation here has the ${pluralOf(tags.length, 'tag')} ${listed(tags)}.`}
      />
    );
  if (assignee === 'none' && search === '')
    return (
      <EmptyState title="Nothing unassigned" text="Each conversation here has someone who looks after it." />
    );
  if (search) return <EmptyState title="No match" text={`Nothing here contains “${search}”.`} />;
  return (
    <EmptyState
      {...emptyTexts[filter]}
      action={
        // Beside the list the other pane offers it already.
        filter === 'all' && (
          <Button component={Link} to={paths.newConversation} hiddenFrom="sm">
            Text a candidate
          </Button>
        )
      }
    />
  );
}

const SKELETONS = [62, 48, 70, 55, 66, 44, 58];

function RowSkeletons() {
  return (
    <div aria-busy="true" role="status" aria-label="Loading conversations">
      {SKELETONS.map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton circle height={36} />
          <div>
            <Skeleton height={12} width={`${width}%`} mb={10} />
            <Skeleton height={10} width={`${width + 25}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}
