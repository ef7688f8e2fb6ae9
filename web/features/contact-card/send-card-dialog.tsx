import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Conversation } from '../../../contract/conversations.ts';
import { candidateFirstName } from '../../../contract/person-name.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { keepSentCard, sendCard } from '../messages/send-card.ts';
import { CardPreview } from './card-preview.tsx';

/** Mount it with another key for each card. */
export function SendCardDialog({
  conversation,
  opened,
  onClose,
}: {
  conversation: Conversation;
  opened: boolean;
  onClose: () => void;
}) {
  const { user } = useMe();
  const [key] = useState(() => crypto.randomUUID());
  const send = useSave({
    save: () => sendCard(conversation.id, key),
    keep: keepSentCard,
    onDone: onClose,
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Send your contact card">
      <Stack gap="md">
        <CardPreview choices={user.contactCard} />
        <Text size="sm" c="dimmed">
          {candidateFirstName(conversation.candidate)} can save you with one tap.{' '}
          <Anchor component={Link} to={paths.account} size="sm">
            Change your card
          </Anchor>
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus loading={send.isPending} onClick={() => send.run()}>
            Send
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
