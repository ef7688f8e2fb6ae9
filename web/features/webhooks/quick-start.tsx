import { Button, Stack, Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import classes from './webhooks.module.css';

/** Standard Webhooks has the same for most languages. */
const EXAMPLE = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.HIRETEXT_WEBHOOK_SECRET);

app.post('/hooks', (request, response) => {
  const event = webhook.verify(request.rawBody, request.headers);
  response.sendStatus(204); // Then work on it. The same ID may come twice.
});`;

export function QuickStart({ onAdd }: { onAdd: () => void }) {
  return (
    <Stack gap="md">
      <EmptyState
        icon={<IconWebhook size={32} stroke={1.5} />}
        title="No webhook endpoints yet"
        text="Add the address of your software, and it gets each text, candidate and opt-out as it happens."
        action={<Button onClick={onAdd}>Add endpoint</Button>}
      />
      <section aria-labelledby="quick-start">
        <Text id="quick-start" component="h2" fw={600} mb={6}>
          Take an event
        </Text>
        <pre className={classes.example}>{EXAMPLE}</pre>
      </section>
    </Stack>
  );
}
