import { Badge, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEvent } from '../../../contract/audit.ts';
import { browserName } from '../../lib/browser-name.ts';
import { dateTime } from '../../lib/dates.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
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
  const isFiltered = Object.keys(NO_FILTER).some(
    (key) => filter[key as keyof AuditFilter] !== NO_FILTER[key as keyof AuditFilter],
  );
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="Activity"
      empty={
        isFiltered ? (
          <EmptyState
            title="No match"
            text="Try another person, action or date."
            action={
              <Button variant="default" size="xs" onClick={onReset}>
                Show all
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<IconHistory size={32} stroke={1.5} />}
            title="Nothing yet"
            text="Changes that people make in the account show up here."
          />
        )
      }
    >
      {(events, isBusy) => (
        <ol className={classes.list} aria-label="Activity" aria-busy={isBusy}>
          {events.map((event) => (
            <Entry key={event.id} event={event} timezone={timezone} />
          ))}
        </ol>
      )}
    </PagedList>
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
