import { Code, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../ui/copy-button.tsx';

/** What has to be entered elsewhere, letter by letter. */
export function CopiedValue({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <CopyButton text={value} label={copy} />
    </Stack>
  );
}
