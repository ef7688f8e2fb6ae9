import { Button, Group, Stack } from '@mantine/core';
import type { Confirmation } from './confirmations.ts';
import { PointList } from './point-list.tsx';
import { useTeamChange } from './use-team-change.ts';

/** Says what will happen, and does it. */
export function ConfirmForm({ confirmation, onClose }: { confirmation: Confirmation; onClose: () => void }) {
  const { points, button, back = 'Cancel', isFinal, run } = confirmation;
  const confirm = useTeamChange({ change: run, onDone: onClose });
  return (
    <Stack gap="md">
      <PointList points={points} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {back}
        </Button>
        <Button
          {...(isFinal ? { color: 'red.9' } : {})}
          loading={confirm.loading}
          onClick={() => confirm.run(undefined)}
        >
          {button}
        </Button>
      </Group>
    </Stack>
  );
}
