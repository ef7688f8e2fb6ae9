import { Button, Group, Modal, Stack } from '@mantine/core';
import { PointList } from '../../ui/point-list.tsx';
import { oldNumber } from '../numbers/old-number.ts';

export function FewerSeatsDialog({
  opened,
  before,
  after,
  onClose,
  onConfirm,
}: {
  opened: boolean;
  before: number;
  after: number;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const removed = before - after;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={after === 1 ? 'Keep only your seat?' : `Keep ${after} seats?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack gap="md">
        <PointList
          points={[
            `${removed} of your ${before} seats ${removed === 1 ? 'is' : 'are'} removed. Only available seats are removed; people keep theirs.`,
            oldNumber("a removed seat's number"),
            'Texts scheduled from that number are canceled.',
          ]}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" onClick={onConfirm}>
            Change plan
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
