import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import classes from './quick-start.module.css';

/** Where people who write software begin: there is nothing yet, and this is what they would write. */
export function QuickStart({
  icon,
  title,
  text,
  button,
  onStart,
  heading,
  example,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  button: string;
  onStart: () => void;
  /** Over the example. */
  heading: string;
  example: string;
}) {
  return (
    <Stack gap="md">
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={<Button onClick={onStart}>{button}</Button>}
      />
      <section aria-labelledby="quick-start">
        <Text id="quick-start" component="h2" fw={600} mb={6}>
          {heading}
        </Text>
        <pre className={classes.example}>{example}</pre>
      </section>
    </Stack>
  );
}
