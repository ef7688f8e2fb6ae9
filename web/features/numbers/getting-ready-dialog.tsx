import { Button, Group, Modal, Stack, Text } from '@mantine/core';

export function GettingReadyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Getting your number ready"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>Your number will be ready soon. Refresh the page to see status updates.</Text>
        <Text>
          If the status still shows 'Activating' after 24 hours, contact the support team through the Support
          tab.
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            OK
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
