import { Group, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { dayOf } from '../../lib/dates.ts';
import { inDigits } from '../../lib/words.ts';

/** How many texts someone sent and received since a day, from the first of this month on. */
export function TextTotals({ user: { timezone } }: { user: User }) {
  const today = dayOf(new Date(), timezone);
  const [date, setDate] = useState(`${today.slice(0, 8)}01`);
  const { data, isError } = useQuery({
    ...routeQuery(routes.getUserTextAnalytics, { query: { date } }),
    enabled: date !== '' && date <= today,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <Group align="flex-end" gap="xl">
      <TextInput
        type="date"
        label="Since"
        max={today}
        value={date}
        onChange={({ currentTarget: { value } }) => setDate(value)}
      />
      <Text role="status" pb={6}>
        {isError
          ? "We couldn't count your texts."
          : data &&
            `${inDigits(data.totalSentMessages)} sent, ${inDigits(data.totalReceivedMessages)} received`}
      </Text>
    </Group>
  );
}
