import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import classes from './api-keys.module.css';

const example = (origin: string) => `curl ${origin}/v1/messages \\
  -H "Authorization: Bearer $HIRETEXT_KEY" \\
  -H "Idempotency-Key: text-1042" \\
  -H "Content-Type: application/json" \\
  -d '{ "to": "+14155550110", "body": "See you Monday!" }'`;

export function QuickStart({ icon, onCreate }: { icon: ReactNode; onCreate: () => void }) {
  return (
    <Stack gap="md">
      <EmptyState
        icon={icon}
        title="No API keys yet"
        text="Create one, give it to your software, and let it text, or read what has changed."
        action={<Button onClick={onCreate}>Create key</Button>}
      />
      <section aria-labelledby="quick-start">
        <Text id="quick-start" component="h2" fw={600} mb={6}>
          Send a text
        </Text>
        <pre className={classes.example}>{example(window.location.origin)}</pre>
      </section>
    </Stack>
  );
}
