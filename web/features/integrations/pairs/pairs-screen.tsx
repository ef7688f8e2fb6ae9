import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { BoxSkeletons, itemsOf, PagedList } from '../../../ui/paged-list.tsx';
import { linkedPairsQuery, pairsQuery } from '../integrations-query.ts';
import { LinkedPairRow, PairRow } from './pair-row.tsx';
import classes from './pairs.module.css';

/** People of a system who may be existing candidates. A person decides. */
export function PairsScreen() {
  return (
    <Page
      title="People to review"
      lead="These people may be someone you already have. If they're the same person, they become one candidate. If not, they stay apart."
      width="account"
      back={{ to: paths.integrations, label: 'Integrations' }}
    >
      <Pairs />
      <LinkedPairs />
    </Page>
  );
}

function Pairs() {
  const list = useInfiniteQuery(pairsQuery());
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="People to review"
      loading={<BoxSkeletons height={180} />}
      empty={
        <EmptyState
          icon={<IconCircleCheck size={32} stroke={1.5} />}
          title="No one to review"
          text="When someone may be a candidate you already have, you'll find them here."
        />
      }
    >
      {(pairs) => (
        <ul className={classes.list} aria-label="People to review">
          {pairs.map((pair, at) => (
            <PairRow key={pair.id} pair={pair} neighborId={(pairs[at + 1] ?? pairs[at - 1])?.id ?? null} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** The way back from a wrong decision. */
function LinkedPairs() {
  const list = useInfiniteQuery(linkedPairsQuery());
  return (
    <section aria-labelledby="linked">
      <h2 id="linked" className={classes.heading}>
        Said to be the same person
      </h2>
      <p className={classes.lead}>
        If that was wrong, unlink them. You can unlink anyone else in their candidate details.
      </p>
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="People you linked"
        loading={<BoxSkeletons height={180} />}
        empty={<p className={classes.lead}>No one so far.</p>}
      >
        {(pairs) => (
          <ul className={classes.list} aria-label="Said to be the same person">
            {pairs.map((pair) => (
              <LinkedPairRow key={pair.id} pair={pair} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
