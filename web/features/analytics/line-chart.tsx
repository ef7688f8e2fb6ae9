import '@mantine/charts/styles.layer.css';
import { ChartTooltip, LineChart as MantineLineChart } from '@mantine/charts';

export interface Line {
  name: string;
  label: string;
  color: string;
  /** Told apart without its color. */
  isDashed?: true;
}

export interface ChartPoint {
  /** Its own, on the axis. */
  key: string;
  short: string;
  full: string;
  [line: string]: string | number | null;
}

/** Above this, dots would run together. */
const MOST_DOTS = 45;

/** Lines over time, on one axis. Loaded by itself: the library behind it is large. */
export function LineChart({
  title,
  lines,
  points,
  isShare = false,
}: {
  title: string;
  lines: Line[];
  points: ChartPoint[];
  /** From 0 to 1. */
  isShare?: boolean;
}) {
  const named = new Map(points.map((point) => [point.key, point]));
  const inWords = (value: number) =>
    isShare ? `${Math.round(value * 100)}%` : value.toLocaleString('en-US');
  return (
    <MantineLineChart
      h={240}
      data={points}
      dataKey="key"
      series={lines.map(({ isDashed, ...line }) => ({
        ...line,
        ...(isDashed ? { strokeDasharray: '6 4' } : {}),
      }))}
      curveType="linear"
      withDots={points.length <= MOST_DOTS}
      withLegend={lines.length > 1}
      // As they are listed, not by the alphabet.
      legendProps={{ verticalAlign: 'top', height: 32, itemSorter: null }}
      // A day without a share lies between two that have one.
      connectNulls={isShare}
      gridAxis="x"
      tickLine="none"
      textColor="var(--text-muted)"
      gridColor="var(--line)"
      valueFormatter={inWords}
      lineChartProps={{
        title,
        desc: 'The arrow keys go from point to point. “Show as table” has the same figures.',
      }}
      lineProps={{ isAnimationActive: false }}
      xAxisProps={{
        tickFormatter: (key: string) => named.get(key)?.short ?? '',
        minTickGap: 24,
        padding: { left: 12, right: 12 },
      }}
      yAxisProps={{
        allowDecimals: isShare,
        width: 44,
        ...(isShare ? { domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1] } : {}),
      }}
      tooltipProps={{
        content: ({ label, payload }) => (
          <ChartTooltip
            label={named.get(String(label))?.full}
            payload={[...payload]}
            series={lines}
            valueFormatter={inWords}
          />
        ),
      }}
    />
  );
}
