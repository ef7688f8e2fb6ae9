import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { itemsOf } from '../../ui/paged-list.tsx';
import { ProposalRow } from './proposal-row.tsx';
import classes from './proposals.module.css';
import { waitingIn, waitingQuery } from './proposals-query.ts';

/** Above the composer: the texts that wait for approval in this conversation. */
export function ProposalBar({ conversationId }: { conversationId: string }) {
  const all = useInfiniteQuery(waitingQuery());
  // Nearly always all of them are known from the inbox.
  const own = useQuery({ ...waitingIn(conversationId), enabled: all.hasNextPage });
  const items =
    own.data?.items ?? itemsOf(all.data)?.filter((item) => item.conversationId === conversationId) ?? [];
  if (items.length === 0) return null;
  return (
    <ul className={classes.bar} aria-label="Proposed texts">
      {items.map((proposal) => (
        <ProposalRow key={proposal.id} proposal={proposal} />
      ))}
    </ul>
  );
}
