import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { itemsOf } from '../../ui/paged-list.tsx';
import classes from './proposals.module.css';
import { waitingQuery } from './proposals-query.ts';

/** Above the inbox, while texts wait for approval. */
export function ProposalsBanner() {
  const { data, hasNextPage } = useInfiniteQuery(waitingQuery());
  const count = itemsOf(data)?.length ?? 0;
  if (count === 0) return null;
  return (
    <div className={classes.banner}>
      <Link
        to={paths.proposals}
      >{`${counted(count, 'text')}${hasNextPage ? ' or more' : ''} to approve`}</Link>
    </div>
  );
}
