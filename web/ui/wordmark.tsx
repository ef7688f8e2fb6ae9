import { Group, Text } from '@mantine/core';

export function Wordmark() {
  return (
    <Group gap="sm" wrap="nowrap">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <Text fw={650} size="lg" style={{ letterSpacing: '-0.01em' }}>
        Hiretext
      </Text>
    </Group>
  );
}
