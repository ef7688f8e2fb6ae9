import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inTime } from '../../lib/in-time.ts';
import { LoadFailure } from '../load-failure.tsx';
import type { LineChartProps } from './line-chart.tsx';

const chartQuery = {
  queryKey: ['line-chart'] as const,
  queryFn: async () => ({ Chart: (await inTime(import('./line-chart.tsx'))).LineChart }),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  meta: { quiet: true as const },
};

/** A chart, when what draws it has come. */
export function LazyLineChart(props: LineChartProps) {
  const chart = useQuery(chartQuery);
  if (chart.data) return <chart.data.Chart {...props} />;
  if (chart.isError) return <LoadFailure what="The chart" retry={() => void chart.refetch()} />;
  return <Skeleton height={240} />;
}
