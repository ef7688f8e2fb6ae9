import { Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReplyOutput } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import { monthDay } from '../../../lib/dates.ts';
import { counted, inDigits } from '../../../lib/words.ts';
import { AsTableButton, ChartOrTable } from '../../../ui/charts/chart-or-table.tsx';
import { LazyLineChart } from '../../../ui/charts/lazy-line-chart.tsx';

type Day = ReplyOutput<typeof routes.getUsage>[number];

/** A calendar day has no time, and so no zone. */
const dayName = ({ date }: Day) => monthDay(`${date}T12:00:00Z`, 'UTC');

const TITLE = 'Usage by day';
const lines = [{ name: 'texts', label: 'Texts sent', color: 'var(--accent)' }];

export function UsageByDay({ days, isBusy }: { days: Day[]; isBusy: boolean }) {
  const [asTable, { toggle }] = useDisclosure(false);
  const texts = days.reduce((sum, day) => sum + day.texts, 0);
  const segments = days.reduce((sum, day) => sum + day.segments, 0);
  return (
    <div aria-busy={isBusy} style={isBusy ? { opacity: 0.6 } : {}}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Text fw={500}>{`${counted(texts, 'text')} sent in ${days.length} days`}</Text>
        <AsTableButton title={TITLE} asTable={asTable} onToggle={toggle} />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {segments === texts ? '' : `Long texts count as several: ${inDigits(segments)} in all. `}
        Replies to STOP, START and HELP are free and don't count.
      </Text>
      <ChartOrTable
        asTable={asTable}
        table={{
          title: TITLE,
          columns: [{ label: 'Day', isText: true }, { label: 'Texts sent' }, { label: 'Counted as' }],
          rows: days.map((day) => ({
            key: day.date,
            cells: [
              { words: dayName(day) },
              { words: inDigits(day.texts) },
              { words: inDigits(day.segments) },
            ],
          })),
          empty: 'No texts.',
        }}
      >
        <LazyLineChart
          title={TITLE}
          lines={lines}
          points={days.map((day) => ({
            key: day.date,
            short: dayName(day),
            full: dayName(day),
            texts: day.texts,
          }))}
        />
      </ChartOrTable>
    </div>
  );
}
