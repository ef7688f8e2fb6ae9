import { Badge, Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Broadcast } from '../../../contract/broadcasts.ts';
import { personName } from '../../../contract/person-name.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { factsOf, statusColors, statusWords } from './broadcast-words.ts';
import { broadcastsQuery } from './broadcasts-query.ts';

/** Texts to many, and how far each is. */
export function BroadcastsScreen() {
  const list = useInfiniteQuery(broadcastsQuery());
  const start = (
    <Button component={Link} to={paths.newBroadcast}>
      New broadcast
    </Button>
  );
  return (
    <Page
      title="Broadcasts"
      lead="One text to many candidates, each in their own conversation."
      width="wide"
      actions={start}
    >
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="Broadcasts"
        empty={
          <EmptyState
            icon={<IconSpeakerphone size={32} stroke={1.5} />}
            title="No broadcasts yet"
            text="Text everyone with a tag, in a job, or from a search. You see who gets it, and when, before anything is sent."
          />
        }
      >
        {(broadcasts) => (
          <ul className={rows.list} aria-label="Broadcasts">
            {broadcasts.map((broadcast) => (
              <Row key={broadcast.id} broadcast={broadcast} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

function Row({ broadcast }: { broadcast: Broadcast }) {
  const { user } = useMe();
  const now = useNow();
  const { id, name, status, author, stoppedBecause, pausedBecause } = broadcast;
  const why = stoppedBecause ?? pausedBecause;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <Link to={paths.broadcast} params={{ broadcastId: id }} className={rows.name}>
            {name}
          </Link>
          <Badge variant="light" tt="none" color={statusColors[status]}>
            {statusWords[status]}
          </Badge>
        </div>
        <p className={rows.facts}>
          {factsOf(broadcast, user.timezone, now)}
          {author && author.id !== user.id && ` · ${personName(author)}`}
        </p>
        {why && <p className={rows.facts}>{why.message}</p>}
      </div>
    </li>
  );
}
