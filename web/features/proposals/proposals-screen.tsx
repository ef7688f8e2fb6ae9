import { IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { ProposalRow } from './proposal-row.tsx';
import { waitingQuery } from './proposals-query.ts';

/** Texts that software proposed: none goes out before a person sends it. */
export function ProposalsScreen() {
  const list = useInfiniteQuery(waitingQuery());
  return (
    <Page title="To approve" lead="Each proposed text waits a day for someone to approve it." width="wide">
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="Proposed texts"
        empty={
          <EmptyState
            icon={<IconChecks size={32} stroke={1.5} />}
            title="Nothing to approve"
            text="When software proposes a text, it waits here until you send or decline it."
          />
        }
      >
        {(proposals) => (
          <ul className={rows.list} aria-label="Proposed texts">
            {proposals.map((proposal) => (
              <ProposalRow key={proposal.id} proposal={proposal} isNamed />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}
