import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { inboxCountsQuery } from '../../conversations/inbox/inbox-view.ts';
import classes from '../people.module.css';

/** Candidates wait for an answer, and no one has their conversations. */
export function UncoveredNotice() {
  const uncovered = useQuery(inboxCountsQuery()).data?.uncovered ?? 0;
  if (uncovered === 0) return null;
  return (
    <section className={classes.uncovered} aria-label="Uncovered seats">
      <span>
        {uncovered === 1
          ? '1 conversation has new texts, and no one has its seat.'
          : `${uncovered} conversations have new texts, and no one has their seats.`}
      </span>
      <Button component={Link} to={paths.uncovered} size="xs">
        Read them
      </Button>
    </section>
  );
}
