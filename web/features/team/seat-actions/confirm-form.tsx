import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PointList } from '../../../ui/point-list.tsx';
import { useTeamChange } from '../use-team-change.ts';
import type { Confirmation } from './confirmations.ts';
import { canceledTexts, useScheduledTexts } from './scheduled-texts-choice.tsx';

/** Explains what will happen, and does it. */
export function ConfirmForm({ confirmation, onClose }: { confirmation: Confirmation; onClose: () => void }) {
  const { points, numberGoesFrom = null, button, back = 'Cancel', isFinal, run } = confirmation;
  const confirm = useTeamChange({ change: run, onDone: onClose });
  const scheduled = useScheduledTexts(numberGoesFrom);
  return (
    <Stack gap="md">
      <PointList points={points} />
      {numberGoesFrom !== null && <CanceledTexts scheduled={scheduled} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {back}
        </Button>
        <Button
          {...(isFinal ? { color: 'red.9' } : {})}
          disabled={numberGoesFrom !== null && !scheduled.data}
          loading={confirm.loading}
          onClick={() => confirm.run(undefined)}
        >
          {button}
        </Button>
      </Group>
    </Stack>
  );
}

function CanceledTexts({ scheduled }: { scheduled: ReturnType<typeof useScheduledTexts> }) {
  if (scheduled.isError)
    return <LoadFailure what="The scheduled texts" retry={() => void scheduled.refetch()} />;
  if (!scheduled.data) return <Skeleton height={20} width="60%" role="status" aria-label="Counting texts" />;
  const { inThreads } = scheduled.data;
  return (
    <Text size="sm" role="status" {...(inThreads === 0 ? { c: 'dimmed' } : { fw: 500 })}>
      {canceledTexts(inThreads)}
    </Text>
  );
}
