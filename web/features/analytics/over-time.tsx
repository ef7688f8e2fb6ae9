import type { Analytics } from '../../../contract/analytics.ts';
import { LazyLineChart } from '../../ui/charts/lazy-line-chart.tsx';
import classes from './analytics.module.css';
import { repliesTable, textsTable } from './figure-table.ts';
import { shareOf } from './numbers-in-words.ts';
import { ChartPanel } from './panel.tsx';
import { isToCome, namePoints } from './points.ts';

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
      <LazyLineChart title={table.title} lines={texts} points={points} />
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
      note="By when the conversation started. The last three days can still go up."
      table={table}
      isWide={isWide}
    >
      {points.every(({ share }) => share === null) ? (
        <p className={classes.none}>{table.empty}</p>
      ) : (
        <LazyLineChart title={table.title} lines={replies} points={points} isShare />
      )}
    </ChartPanel>
  );
}
