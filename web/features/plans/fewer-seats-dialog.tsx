import { Button, Group, List, Modal, Stack } from '@mantine/core';

/** How long a number that was given up still receives. */
const QUARANTINE_DAYS = 30;

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
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={after === 1 ? 'Keep only your own seat?' : `Keep ${after} seats?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack gap="md">
        <List spacing={6} size="sm">
          <List.Item>
            Of your {before} seats, {before - after} {before - after === 1 ? 'is' : 'are'} removed, free ones
            only. People who have a seat keep it.
          </List.Item>
          <List.Item>
            Texts to the number of a removed seat still arrive for {QUARANTINE_DAYS} days. Then it is given
            back to the carrier.
          </List.Item>
          <List.Item>What is scheduled from such a number is canceled.</List.Item>
        </List>
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
