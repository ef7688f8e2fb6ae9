import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function EmptyState({
  icon,
  title,
  text,
  action,
}: {
  icon?: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" justify="center" gap="sm" p="xl" c="dimmed">
      {icon}
      <Text fw={600} ta="center" c="var(--text)">
        {title}
      </Text>
      {text && (
        <Text ta="center" maw={320}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
