import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import classes from './full-page.module.css';

export function NotFoundScreen() {
  return (
    <main className={classes.page}>
      <Stack align="center" gap="md">
        <Text c="dimmed" fw={600}>
          404
        </Text>
        <Title order={1} size="h3" ta="center">
          Oops! The page you're looking for doesn't exist.
        </Title>
        <Button component={Link} to={paths.root}>
          Go Home
        </Button>
      </Stack>
    </main>
  );
}
