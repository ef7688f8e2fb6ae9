import { Button, Stack, Text } from '@mantine/core';

/** Stands where the data would have been. */
export function LoadFailure({
  what,
  sentence = `${what} couldn't be loaded.`,
  retry,
}: {
  retry: () => void;
} & ({ what: string; sentence?: undefined } | { what?: undefined; sentence: string })) {
  return (
    <Stack align="center" justify="center" gap="sm" p="xl" role="alert">
      <Text c="dimmed" ta="center">
        {sentence}
      </Text>
      <Button variant="default" size="xs" onClick={retry}>
        Try again
      </Button>
    </Stack>
  );
}
