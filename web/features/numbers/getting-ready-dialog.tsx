import { Button, Group, Modal, Stack, Text } from '@mantine/core';

export function GettingReadyDialog({
  opened,
  onClose,
  isLandline = false,
}: {
  opened: boolean;
  onClose: () => void;
  /** A landline, which people review. */
  isLandline?: boolean;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Getting your number ready"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>Your number will be ready soon. Refresh the page to see status updates.</Text>
        {isLandline ? (
          <Text>
            Carriers review every landline. Most reviews take two to five business days, some up to two weeks.
            If the status still shows 'Activating' after that, contact the support team through the Support
            tab.
          </Text>
        ) : (
          <Text>
            If the status still shows 'Activating' after 24 hours, contact the support team through the
            Support tab.
          </Text>
        )}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            OK
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
