import { Badge, Button, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEvent } from '../../../contract/audit.ts';
import { dateTime } from '../../lib/dates.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { browserName } from '../users/security/browser-name.ts';
import classes from './audit.module.css';
import { type AuditFilter, auditQuery, NO_FILTER } from './audit-query.ts';
import { isByStaff, sentenceOf } from './audit-words.ts';

export function AuditList({
  filter,
  timezone,
  onReset,
}: {
  filter: AuditFilter;
  timezone: string;
  onReset: () => void;
}) {
  const list = useInfiniteQuery(auditQuery(filter, timezone));
  if (list.isPending) return <ListSkeleton />;
  if (list.isError && !list.data) return <LoadFailure what="Activity" retry={() => void list.refetch()} />;
  const events = list.data.pages.flatMap(({ items }) => items);
  if (events.length === 0 && !list.hasNextPage)
    return Object.keys(NO_FILTER).every(
      (key) => filter[key as keyof AuditFilter] === NO_FILTER[key as keyof AuditFilter],
    ) ? (
      <EmptyState
        icon={<IconHistory size={32} stroke={1.5} />}
        title="Nothing yet"
        text="Changes that people make in the account show up here."
      />
    ) : (
      <EmptyState
        title="No match"
        text="Try another person, action or date."
        action={
          <Button variant="default" size="xs" onClick={onReset}>
            Show all
          </Button>
        }
      />
    );
  return (
    <>
      <ol className={classes.list} aria-label="Activity" aria-busy={list.isPlaceholderData}>
        {events.map((event) => (
          <Entry key={event.id} event={event} timezone={timezone} />
        ))}
      </ol>
      {list.hasNextPage && (
        <LoadMore
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onReach={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

function Entry({ event, timezone }: { event: AuditEvent; timezone: string }) {
  const { reason, account } = event.details;
  const from = [event.ip, event.userAgent && browserName(event.userAgent)].filter(Boolean).join(' · ');
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <b>{event.actor.name}</b>
        {isByStaff(event) && (
          <>
            {' '}
            <Badge variant="light" size="sm" tt="none">
              Hiretext
            </Badge>
          </>
        )}{' '}
        {sentenceOf(event)}
        {account && <span className={classes.aside}> ({account})</span>}
        {reason && <p className={classes.aside}>Reason: {reason}</p>}
      </div>
      <div className={classes.when}>
        <time dateTime={event.createdAt}>{dateTime(event.createdAt, timezone)}</time>
        {from && <span>{from}</span>}
      </div>
    </li>
  );
}

const SKELETONS = [62, 48, 70, 55, 40, 66];

function ListSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading activity">
      {SKELETONS.map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton height={12} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
