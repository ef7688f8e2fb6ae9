import { Drawer, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AnalyticsFilter } from '../../../contract/analytics.ts';
import { candidateName } from '../../../contract/person-name.ts';
import { dateTime } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import classes from './analytics.module.css';
import { type Behind, conversationsQuery } from './analytics-query.ts';
import { daysInWords } from './days.ts';
import { glossary } from './figures.ts';

/** The conversations behind a figure; open while there is one. */
export function ConversationsDrawer({
  behind,
  part,
  filter,
  timezone,
  onClose,
}: {
  behind: Behind | null;
  /** What the figure is narrowed down to. */
  part: string | undefined;
  filter: AnalyticsFilter;
  timezone: string;
  onClose: () => void;
}) {
  // Keeps showing what was open while it slides out.
  const [shown, setShown] = useState({ behind, part });
  useEffect(() => {
    if (behind) setShown({ behind, part });
  }, [behind, part]);
  const current = behind ? { behind, part } : shown;
  return (
    <Drawer
      opened={behind !== null}
      onClose={onClose}
      position="right"
      size={420}
      title={
        current.behind && [glossary[current.behind.figure].label, current.part].filter(Boolean).join(': ')
      }
    >
      {current.behind && <Conversations behind={current.behind} filter={filter} timezone={timezone} />}
    </Drawer>
  );
}

function Conversations({
  behind,
  filter,
  timezone,
}: {
  behind: Behind;
  filter: AnalyticsFilter;
  timezone: string;
}) {
  const list = useInfiniteQuery(conversationsQuery(filter, behind));
  const isNow = behind.figure === 'waiting';
  const { date, enddate = date } = filter;
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {isNow ? 'Shows when they started waiting.' : `${daysInWords({ date, enddate })}, newest first`}
      </Text>
      <PagedList
        list={list}
        items={list.data?.pages.flatMap(({ items }) => items) ?? []}
        what="The conversations"
        empty="No conversations."
      >
        {(conversations) => (
          <ul className={classes.conversations} aria-label="Conversations">
            {conversations.map(({ conversationId, at, ...candidate }) => (
              <li key={conversationId}>
                <Link to={paths.conversation} params={{ conversationId }} className={classes.conversation}>
                  <b>{candidateName(candidate)}</b>
                  <span>{dateTime(at, timezone)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
