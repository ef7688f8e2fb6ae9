import { Button, Stack, Text, Title } from '@mantine/core';
import classes from './full-page.module.css';

/** A fault of ours, or a part of the page that could not be loaded (after an update, or without a network). */
export function BrokenScreen() {
  return (
    <main className={classes.page}>
      <Stack align="center" gap="md">
        <Title order={1} size="h3" ta="center">
          This page couldn't be shown
        </Title>
        <Text c="dimmed" ta="center">
          Check your connection, then load it again.
        </Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </main>
  );
}
