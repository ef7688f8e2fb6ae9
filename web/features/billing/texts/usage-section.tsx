import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { usageQuery } from '../billing-query.ts';
import { UsageByDay } from './usage-by-day.tsx';

export const USAGE_DAYS = 30;
const ranges = [7, USAGE_DAYS, 90];

export function UsageSection() {
  const [days, setDays] = useState(USAGE_DAYS);
  const usage = useQuery({ ...usageQuery(days), placeholderData: (before) => before });
  return (
    <Stack gap="md">
      <SegmentedControl
        size="xs"
        aria-label="Days"
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
        data={ranges.map((range) => ({ value: String(range), label: `${range} days` }))}
        style={{ alignSelf: 'flex-start' }}
      />
      {usage.isError && !usage.data ? (
        <LoadFailure what="Your usage" retry={() => void usage.refetch()} />
      ) : !usage.data ? (
        <Skeleton height={284} role="status" aria-label="Loading your usage" />
      ) : usage.data.every(({ texts }) => texts === 0) ? (
        <Text c="dimmed">No texts in the last {usage.data.length} days.</Text>
      ) : (
        <UsageByDay days={usage.data} isBusy={usage.isPlaceholderData} />
      )}
    </Stack>
  );
}
