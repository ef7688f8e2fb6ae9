import { Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const clipboard = useClipboard();
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="xs"
        leftSection={clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? 'Copied' : label}
      </Button>
      {clipboard.error && (
        <Text size="sm" role="alert">
          Your browser didn't allow it. Select the text instead.
        </Text>
      )}
    </Group>
  );
}
