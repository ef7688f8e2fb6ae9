import '@mantine/charts/styles.layer.css';
import { ChartTooltip, LineChart as MantineLineChart } from '@mantine/charts';
import { inDigits } from '../../lib/words.ts';
import classes from './line-chart.module.css';

export interface Line {
  name: string;
  label: string;
  color: string;
  /** Distinguishable without its color. */
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

export interface LineChartProps {
  title: string;
  lines: Line[];
  points: ChartPoint[];
  /** From 0 to 1. */
  isShare?: boolean;
}

/** Lines over time, on one axis. Use lazy-line-chart.tsx: the library behind this one is large. */
export function LineChart({ title, lines, points, isShare = false }: LineChartProps) {
  const named = new Map(points.map((point) => [point.key, point]));
  const inWords = (value: number) => (isShare ? `${Math.round(value * 100)}%` : inDigits(value));
  const drawn = points.filter((point) => lines.some(({ name }) => point[name] !== null));
  const chart = (
    <MantineLineChart
      className={classes.chart}
      data={points}
      dataKey="key"
      series={lines.map(({ isDashed, ...line }) => ({
        ...line,
        ...(isDashed ? { strokeDasharray: '6 4' } : {}),
      }))}
      curveType="linear"
      withDots={drawn.length <= MOST_DOTS}
      // A day without a share lies between two that have one.
      connectNulls={isShare}
      gridAxis="x"
      tickLine="none"
      textColor="var(--text-muted)"
      gridColor="var(--line)"
      valueFormatter={inWords}
      lineChartProps={{
        title,
        // A dot on the top line is a whole one.
        margin: { top: 8 },
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
  return (
    <div className={classes.box}>
      {lines.length > 1 && <Legend lines={lines} />}
      {chart}
    </div>
  );
}

/** Like Mantine's, which draws a dashed line as the others. */
function Legend({ lines }: { lines: Line[] }) {
  return (
    <ul className={classes.legend}>
      {lines.map(({ name, label, color, isDashed }) => (
        <li key={name} className={classes.name}>
          <span className={classes.sample} style={{ color }} data-dashed={isDashed} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  );
}
