import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';

export function GetNumberDialog({
  hasSeat,
  opened,
  onClose,
}: {
  hasSeat: boolean;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Get a number"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>
          Getting a number uses one of the available seats.{hasSeat && ' Yours is reserved for you.'}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button component={Link} to={paths.getNumber} data-autofocus>
            Get number
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
