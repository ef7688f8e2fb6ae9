import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Analytics } from '../../../contract/analytics.ts';
import { inTime } from '../../lib/in-time.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import classes from './analytics.module.css';
import { repliesTable, textsTable } from './figure-table.ts';
import type { LineChart } from './line-chart.tsx';
import { shareOf } from './numbers-in-words.ts';
import { ChartPanel } from './panel.tsx';
import { isToCome, namePoints } from './points.ts';

const chartQuery = {
  queryKey: ['analytics', 'line-chart'] as const,
  queryFn: async () => ({ Chart: (await inTime(import('./line-chart.tsx'))).LineChart }),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  meta: { quiet: true as const },
};

/** What draws lines, when it has come. */
function WithChart({ children }: { children: (Chart: typeof LineChart) => ReactNode }) {
  const chart = useQuery(chartQuery);
  if (chart.data) return children(chart.data.Chart);
  if (chart.isError) return <LoadFailure what="The chart" retry={() => void chart.refetch()} />;
  return <Skeleton height={240} />;
}

const texts = [
  { name: 'sent', label: 'Sent', color: 'var(--accent)' },
  { name: 'received', label: 'Received', color: 'var(--good)', isDashed: true as const },
];

export function TextsOverTime({ data }: { data: Analytics }) {
  const names = namePoints(data.series, data.range);
  const points = data.series.map((point, index) => ({
    key: point.startsAt,
    short: names[index]?.short ?? '',
    full: names[index]?.full ?? '',
    sent: isToCome(point) ? null : point.sent,
    received: isToCome(point) ? null : point.received,
  }));
  const table = textsTable(data);
  return (
    <ChartPanel title={table.title} table={table} isWide>
      <WithChart>{(Chart) => <Chart title={table.title} lines={texts} points={points} />}</WithChart>
    </ChartPanel>
  );
}

const replies = [{ name: 'share', label: 'Reply rate', color: 'var(--accent)' }];

export function RepliesOverTime({ data, isWide }: { data: Analytics; isWide: boolean }) {
  const names = namePoints(data.series, data.range);
  const points = data.series.map(({ startsAt, started, answered }, index) => ({
    key: startsAt,
    short: names[index]?.short ?? '',
    full: names[index]?.full ?? '',
    share: shareOf(answered, started),
  }));
  const table = repliesTable(data);
  return (
    <ChartPanel
      title={table.title}
      note="By when the conversation was started. Answers to those of the last three days may still come."
      table={table}
      isWide={isWide}
    >
      {points.every(({ share }) => share === null) ? (
        <p className={classes.none}>{table.empty}</p>
      ) : (
        <WithChart>
          {(Chart) => <Chart title={table.title} lines={replies} points={points} isShare />}
        </WithChart>
      )}
    </ChartPanel>
  );
}
