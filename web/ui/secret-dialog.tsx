import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** The only time that anyone sees it: a slip doesn't close it. */
export function SecretDialog({
  name,
  secret,
  onClose,
}: {
  /** What it's the secret of. */
  name: string;
  secret: string;
  onClose: () => void;
}) {
  return (
    <Modal
      opened
      title={`The secret of ${name}`}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text>Copy it now. You can't see it again.</Text>
        <Code fz="sm" px="sm" py="xs" style={{ overflowWrap: 'anywhere' }}>
          {secret}
        </Code>
        <Group justify="space-between">
          <CopyButton text={secret} label="Copy secret" />
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
