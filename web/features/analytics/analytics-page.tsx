import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Analytics, type AnalyticsFilter, Figure } from '../../../contract/analytics.ts';
import type { SeatRole } from '../../../contract/seats.ts';
import { dayOf, timeOfDay } from '../../lib/dates.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './analytics.module.css';
import { analyticsCsv, fileNameOf } from './analytics-csv.ts';
import { AnalyticsFilters, roleChoices } from './analytics-filters.tsx';
import { analyticsQuery, type Behind, PARTS } from './analytics-query.ts';
import type { AnalyticsSearch } from './analytics-search.ts';
import { ConversationsDrawer } from './conversations-drawer.tsx';
import { daysInWords, daysOf } from './days.ts';
import { FigureCards, FigureCardsSkeleton } from './figure-cards.tsx';
import {
  automationsTable,
  type FigureTable,
  failuresTable,
  numbersTable,
  peopleTable,
  sortRows,
  templatesTable,
} from './figure-table.ts';
import { isEmpty, isWithoutFigures } from './figures.ts';
import { FiguresView } from './figures-view.tsx';
import { HourGrid } from './hour-grid.tsx';
import { RepliesOverTime, TextsOverTime } from './over-time.tsx';
import { Panel } from './panel.tsx';
import { type Choice, useChoices } from './use-choices.ts';

const MINUTE_MS = 60_000;

/** Results of texting over some days. All choices are in the address. */
export function AnalyticsPage({
  title,
  lead,
  seatRole,
  search,
  onSearch,
}: {
  title: string;
  lead: string;
  /** Only over numbers of seats with this role, whatever else is chosen. */
  seatRole?: SeatRole;
  search: AnalyticsSearch;
  /** With what is different now. */
  onSearch: (change: AnalyticsSearch) => void;
}) {
  const { user } = useMe();
  const comparesPeople = useMe().account.comparesPeople;
  const timezone = user.timezone;
  const isAdmin = user.userType === 'admin';
  const today = dayOf(useNow(MINUTE_MS), timezone);
  const days = daysOf(search, today);
  const filter: AnalyticsFilter = {
    ...('date' in days ? days : { date: today, enddate: today }),
    // Members can't ask for others, whatever link they follow.
    ...(isAdmin ? { userId: search.person, tag: search.tag } : {}),
    seatRole: seatRole ?? search.role,
    jobId: search.job,
  };
  const figures = useQuery({ ...analyticsQuery(filter), enabled: 'date' in days });
  const { data } = figures;
  const choices = useChoices(search, { isAdmin, seatRole, data });

  const people = data && peopleTable(data);
  const sorted = comparesPeople && isAdmin ? people?.columns.findIndex(isNamed(search.sort)) : undefined;
  const sortedBy = sorted === undefined || sorted < 1 ? undefined : sorted;
  const ordered = people && sortedBy !== undefined ? { ...people, rows: sortRows(people, sortedBy) } : people;

  const labelOf = (from: Choice[], value: string | undefined) =>
    from.find((choice) => choice.value === value)?.label;
  const chosen = Object.entries({
    Person: isAdmin ? labelOf(choices.people, search.person) : undefined,
    Seats: labelOf(roleChoices, filter.seatRole),
    Tag: isAdmin ? search.tag : undefined,
    Job: labelOf(choices.jobs, search.job),
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isFiltered = Boolean(filter.userId || filter.tag || filter.jobId || (!seatRole && filter.seatRole));
  const clear = () => onSearch({ person: undefined, role: undefined, tag: undefined, job: undefined });

  function save(shown: Analytics, rows: FigureTable['rows']) {
    const csv = analyticsCsv({ title, data: shown, chosen, people: rows });
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), fileNameOf(title, shown.range));
  }

  const behind = behindOf(search);
  return (
    <Page
      title={title}
      lead={
        <>
          {lead}{' '}
          <Anchor
            href={paths.analyticsHelp}
            target="_blank"
            inherit
            underline="always"
            aria-label="How these are calculated (opens a new tab)"
          >
            How these are calculated
          </Anchor>
        </>
      }
      width="full"
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          disabled={!data || figures.isPlaceholderData || user.impersonation !== null}
          onClick={() => data && ordered && save(data, ordered.rows)}
        >
          Export CSV
        </Button>
      }
    >
      <AnalyticsFilters
        search={search}
        choices={choices}
        today={today}
        isAdmin={isAdmin}
        seatRole={seatRole}
        onChange={onSearch}
      />
      {'problem' in days ? (
        <EmptyState title="Enter the dates" text="Choose the first and last day that you want to see." />
      ) : data && ordered ? (
        <>
          <Status figures={figures} data={data} timezone={timezone} today={today} />
          <div className={classes.figures} aria-busy={figures.isPlaceholderData}>
            <FigureCards data={data} />
            {isWithoutFigures(data) ? (
              <NoTexts
                range={data.range}
                isFiltered={isFiltered}
                isLong={search.range === '90d'}
                onClear={clear}
                onLonger={() => onSearch({ range: '90d', from: undefined, to: undefined })}
              />
            ) : (
              <Panels
                data={data}
                people={ordered}
                sorted={sortedBy}
                onSort={
                  comparesPeople && isAdmin
                    ? (column) =>
                        onSearch({ sort: column === null ? undefined : nameOf(ordered.columns[column]) })
                    : undefined
                }
              />
            )}
          </div>
        </>
      ) : figures.isError ? (
        <LoadFailure what="The figures" retry={() => void figures.refetch()} />
      ) : (
        <Loading isOffline={figures.fetchStatus === 'paused'} />
      )}
      <ConversationsDrawer
        behind={behind}
        part={data && behind?.of && partInWords(data, behind.of)}
        filter={filter}
        timezone={timezone}
        onClose={() => onSearch({ behind: undefined, of: undefined })}
      />
    </Page>
  );
}

/** Of a column, in the address. */
const nameOf = (column: FigureTable['columns'][number] | undefined) =>
  column?.label.toLowerCase().replaceAll(' ', '-');
const isNamed = (name: string | undefined) => (column: FigureTable['columns'][number]) =>
  !column.isText && nameOf(column) === name;

function behindOf({ behind, of = '' }: AnalyticsSearch): Behind | null {
  const figure = Figure.safeParse(behind);
  if (!figure.success) return null;
  const [, name, id] = /^(\w+):(.+)$/.exec(of) ?? [];
  const kind = PARTS.find((part) => part === name);
  return { figure: figure.data, ...(kind && id ? { of: { kind, id } } : {}) };
}

/** What the row of a table is called. */
function partInWords(data: Analytics, { kind, id }: NonNullable<Behind['of']>): string | undefined {
  const tableOf = {
    person: peopleTable,
    template: templatesTable,
    automation: automationsTable,
    number: numbersTable,
    error: failuresTable,
  }[kind];
  return tableOf(data).rows.find(({ key }) => key === id)?.cells[0].words;
}

/** Which days are compared, and how old the figures are. */
function Status({
  figures,
  data: { range, previous, previousFigures },
  timezone,
  today,
}: {
  figures: UseQueryResult<Analytics>;
  data: Analytics;
  timezone: string;
  today: string;
}) {
  const isToday = range.date === today && range.enddate === today;
  const shown = isToday ? 'Today so far' : daysInWords(range);
  const at = timeOfDay(new Date(figures.dataUpdatedAt).toISOString(), timezone);
  return (
    <div className={classes.status}>
      <span>
        {isEmpty(previousFigures)
          ? `${shown}. There's nothing to compare to from ${daysInWords(previous)}.`
          : `${shown}, compared to ${isToday ? 'all of ' : ''}${daysInWords(previous)}`}
      </span>
      {figures.fetchStatus === 'paused' ? (
        <span role="status">
          {figures.isPlaceholderData
            ? "You're offline. What you chose loads as soon as you're back."
            : `You're offline. These figures are from ${at}.`}
        </span>
      ) : figures.isError ? (
        <span role="status">
          {`The figures couldn't be updated. They are from ${at}. `}
          <Button variant="default" size="compact-xs" onClick={() => void figures.refetch()}>
            Try again
          </Button>
        </span>
      ) : (
        !figures.isPlaceholderData && <span>{`Updated ${at}`}</span>
      )}
    </div>
  );
}

function Panels({
  data,
  people,
  sorted,
  onSort,
}: {
  data: Analytics;
  people: FigureTable;
  sorted: number | undefined;
  onSort: ((column: number | null) => void) | undefined;
}) {
  // The hours of one day are in the first chart.
  const isOneDay = data.range.date === data.range.enddate;
  const tables = [templatesTable, automationsTable, numbersTable, failuresTable].map((table) => table(data));
  return (
    <div className={classes.panels}>
      <TextsOverTime data={data} />
      {!isOneDay && <HourGrid data={data} />}
      <RepliesOverTime data={data} isWide={isOneDay} />
      <Panel title={people.title} isWide>
        <FiguresView table={people} sorted={sorted} onSort={onSort} />
      </Panel>
      {tables.map((table) => (
        <Panel key={table.title} title={table.title}>
          <FiguresView table={table} />
        </Panel>
      ))}
    </div>
  );
}

function NoTexts({
  range,
  isFiltered,
  isLong,
  onClear,
  onLonger,
}: {
  range: Analytics['range'];
  isFiltered: boolean;
  isLong: boolean;
  onClear: () => void;
  onLonger: () => void;
}) {
  const title = range.date === range.enddate ? `No texts on ${daysInWords(range)}` : 'No texts on these days';
  const icon = <IconChartBar size={32} stroke={1.5} />;
  if (isFiltered)
    return (
      <EmptyState
        icon={icon}
        title={title}
        text="Nothing matches these filters. Try others, or other days."
        action={
          <Button variant="default" size="xs" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={
        isLong
          ? 'Figures show up here about a minute after the first text.'
          : 'Choose other days, or text a candidate: figures show up about a minute later.'
      }
      action={
        isLong ? (
          <Button component={Link} to={paths.messages} variant="default" size="xs">
            Go to Messages
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={onLonger}>
            Show the last 90 days
          </Button>
        )
      }
    />
  );
}

function Loading({ isOffline }: { isOffline: boolean }) {
  if (isOffline)
    return (
      <div role="status">
        <EmptyState title="You're offline" text="The figures load as soon as you're back." />
      </div>
    );
  return (
    <div role="status" aria-busy="true" aria-label="Loading figures">
      <div className={classes.status}>
        <Skeleton height={12} width={260} my={4} />
      </div>
      <div className={classes.figures}>
        <FigureCardsSkeleton />
        <div className={classes.panels}>
          <Skeleton className={classes.panel} data-wide height={330} />
          <Skeleton height={330} />
          <Skeleton height={330} />
        </div>
      </div>
    </div>
  );
}
