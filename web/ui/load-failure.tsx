import { Button, Stack, Text } from '@mantine/core';

/** Stands where the data would have been. */
export function LoadFailure({ what, retry }: { what: string; retry: () => void }) {
  return (
    <Stack align="center" justify="center" gap="sm" p="xl" role="alert">
      <Text c="dimmed" ta="center">
        {what} couldn't be loaded.
      </Text>
      <Button variant="default" size="xs" onClick={retry}>
        Try again
      </Button>
    </Stack>
  );
}
