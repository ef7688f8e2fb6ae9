import { Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import type { ScheduledTexts } from '../../../../contract/team.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { counted, pluralOf } from '../../../lib/words.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';

/** What happens to the scheduled texts of a person who loses the seat. */
export function ScheduledTextsChoice({
  scheduled,
  firstName,
  from,
  heirWithoutNumber,
  value,
  onChange,
}: {
  scheduled: ReturnType<typeof useScheduledTexts>;
  firstName: string;
  /** The number from which they go out. */
  from: string | null;
  /** The colleague who gets the conversations and can't text: then there is nothing to choose. */
  heirWithoutNumber?: string | undefined;
  value: ScheduledTexts;
  onChange: (value: ScheduledTexts) => void;
}) {
  if (scheduled.isError)
    return <LoadFailure what="Their scheduled texts" retry={() => void scheduled.refetch()} />;
  if (!scheduled.data) return <Skeleton height={20} width="60%" role="status" aria-label="Counting texts" />;
  const { byPerson, total } = scheduled.data;
  if (heirWithoutNumber !== undefined && total > 0)
    return (
      <Text size="sm" role="status">
        {scheduledTexts(total)} {pluralOf(total, 'is', 'are')} canceled, because {heirWithoutNumber} has no
        number. The conversations show it.
      </Text>
    );
  if (byPerson === 0)
    return (
      <Text size="sm" c="dimmed" role="status">
        {firstName} has no scheduled texts.
      </Text>
    );
  return (
    <Radio.Group
      label={`${firstName} has ${scheduledTexts(byPerson)}`}
      description="Candidates may count on them: a reminder that never comes can cost someone a job."
      value={value}
      onChange={(chosen) => onChange(chosen as ScheduledTexts)}
    >
      <Stack gap="sm" mt="xs">
        <Radio value="send" label={`Send at their time${from ? `, from ${from}` : ''}`} />
        <Radio value="cancel" label="Cancel now; the conversations show it" />
      </Stack>
    </Radio.Group>
  );
}

/** Unsent texts of a seat and the person who has it. Each dialog asks again; without a seat, nothing is asked. */
export const useScheduledTexts = (seatId: string | null) =>
  useQuery({
    ...routeQuery(routes.getScheduledTexts, { params: { id: seatId ?? '' } }),
    enabled: seatId !== null,
    staleTime: 0,
    gcTime: 0,
  });

export const scheduledTexts = (count: number): string => counted(count, 'scheduled text');

/** For a dialog in which the number goes away. */
export const canceledTexts = (count: number): string =>
  count === 0
    ? 'No texts are scheduled from it.'
    : `${scheduledTexts(count)} from it ${pluralOf(count, 'is', 'are')} canceled now; the conversations show it.`;
