import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { dayOf } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { inDigits } from '../../lib/words.ts';
import { type Cell, type FigureTable, TableView } from '../../ui/charts/table-view.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { dayBefore } from './days.ts';
import classes from './text-analytics.module.css';
import { before, byMonth, comparedInWords, lastMonths, monthInWords, type Totals } from './text-figures.ts';
import { TextTotals } from './text-totals.tsx';

const MINUTE_MS = 60_000;
const RANGES = [7, 30, 90];
const MONTHS = 6;

/** How much someone texts, for people who don't have Analytics. */
export function TextAnalyticsScreen() {
  const { user } = useMe();
  const today = dayOf(useNow(MINUTE_MS), user.timezone);
  return (
    <Page title="Analytics" lead="Texts you sent and received. Automatic ones count too." width="account">
      <LastDays today={today} />
      <section aria-labelledby="months">
        <h2 id="months" className={classes.heading}>
          By month
        </h2>
        <ByMonth today={today} />
      </section>
      <section aria-label="Since a day" className={classes.since}>
        <TextTotals user={user} />
      </section>
    </Page>
  );
}

/** Of each of the days on, in their order. Null: not all of them are known yet. */
function useTotalsSince(days: string[]) {
  return useQueries({
    queries: days.map((date) => ({
      ...routeQuery(routes.getUserTextAnalytics, { query: { date } }),
      meta: { quiet: true },
    })),
    combine: (results) => ({
      totals: results.every(({ data }) => data) ? results.map(({ data }) => data as Totals) : null,
      isFailed: results.some(({ data, isError }) => isError && !data),
      retry: () => {
        for (const result of results) if (result.isError) void result.refetch();
      },
    }),
  });
}

function LastDays({ today }: { today: string }) {
  const [days, setDays] = useState(30);
  const { totals, isFailed, retry } = useTotalsSince([
    dayBefore(today, days - 1),
    dayBefore(today, 2 * days - 1),
  ]);
  const [now, both] = totals ?? [];
  const then = now && both && before(both, now);
  const figures = [
    ['Sent', 'totalSentMessages'],
    ['Received', 'totalReceivedMessages'],
  ] as const;
  return (
    <section aria-label="Last days">
      <SegmentedControl
        aria-label="Days"
        data={RANGES.map((range) => ({ value: String(range), label: `${range} days` }))}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
      />
      {isFailed ? (
        <LoadFailure what="Your figures" retry={retry} />
      ) : (
        <dl className={classes.cards} aria-busy={!then}>
          {figures.map(([label, key]) => (
            <div key={key} className={classes.card}>
              <dt>{label}</dt>
              {now && then ? (
                <>
                  <dd className={classes.value}>{inDigits(now[key])}</dd>
                  <dd>{comparedInWords(now[key], then[key], days)}</dd>
                </>
              ) : (
                <dd>
                  <Skeleton height={52} width="60%" />
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function ByMonth({ today }: { today: string }) {
  const months = lastMonths(today, MONTHS);
  const { totals, isFailed, retry } = useTotalsSince(months);
  if (isFailed) return <LoadFailure what="Your months" retry={retry} />;
  if (!totals) return <Skeleton height={36 * (MONTHS + 1)} />;
  const rows = byMonth(months, totals).map(
    ({ month, totalSentMessages, totalReceivedMessages }): FigureTable<Cell>['rows'][number] => ({
      key: month,
      cells: [
        { words: monthInWords(month) },
        { words: inDigits(totalSentMessages) },
        { words: inDigits(totalReceivedMessages) },
      ],
    }),
  );
  return (
    <TableView
      table={{
        title: 'By month',
        columns: [{ label: 'Month', isText: true }, { label: 'Sent' }, { label: 'Received' }],
        rows,
        empty: 'No months yet.',
      }}
    />
  );
}
