import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import type { NewApiKey } from '../../../../contract/api-keys.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';

/** The only time that anyone sees it: a slip doesn't close it. */
export function SecretDialog({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  return (
    <Modal
      opened
      title={`The secret of ${made.name}`}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text>Copy it now. We don't keep it, so you can't see it again.</Text>
        <Code fz="sm" px="sm" py="xs" style={{ overflowWrap: 'anywhere' }}>
          {made.secret}
        </Code>
        <Group justify="space-between">
          <CopyButton text={made.secret} label="Copy secret" />
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
