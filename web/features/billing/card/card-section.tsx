import { Badge, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { cardQuery } from '../billing-query.ts';
import { CardDialogForm } from './card-dialog-form.tsx';
import { type Card, cardName, expiryOf, expiryState } from './card-words.ts';

export function CardSection() {
  const card = useQuery(cardQuery());
  const [changing, { open, close }] = useDisclosure(false);
  if (card.isError && card.data === undefined)
    return <LoadFailure what="Your card" retry={() => void card.refetch()} />;
  if (card.data === undefined) return <Skeleton height={40} role="status" aria-label="Loading your card" />;
  return (
    <Group justify="space-between" gap="sm">
      {card.data ? <CardOnFile card={card.data} /> : <Text c="dimmed">No card yet.</Text>}
      <Button variant="default" onClick={open}>
        {card.data ? 'Change card' : 'Add card'}
      </Button>
      <Modal opened={changing} onClose={close} title={card.data ? 'Change card' : 'Add card'}>
        <CardDialogForm onDone={close} />
      </Modal>
    </Group>
  );
}

function CardOnFile({ card }: { card: Card }) {
  const state = expiryState(card);
  return (
    <Stack gap={2}>
      <Group gap="sm">
        <Text fw={500}>{cardName(card)}</Text>
        {state !== null && (
          <Badge variant="light" tt="none" color={state === 'expired' ? 'red' : 'orange'}>
            {state === 'expired' ? 'Expired' : 'Expires soon'}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {card.name} · {expiryOf(card)}
      </Text>
    </Stack>
  );
}
