import { Button, CloseButton } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CONTACT_CARD_TYPE } from '../../../contract/media.ts';
import type { Message } from '../../../contract/messages.ts';
import { personalStorage } from '../../lib/personal-storage.ts';
import { messagesQuery, threadOf } from '../messages/message-cache.ts';
import classes from './contact-card.module.css';

/** Who has answered more often knows who texts. */
const MOST_ANSWERS = 3;

/** The candidate has answered lately for the first time, and has no card yet. */
function isDue(thread: Message[]): boolean {
  const first = thread.findIndex(({ direction }) => direction === 'outbound');
  const answers = thread.slice(first).filter(({ direction, call }) => direction === 'inbound' && !call);
  const isSent = thread.some(
    ({ direction, media }) =>
      direction === 'outbound' && media.some(({ contentType }) => contentType === CONTACT_CARD_TYPE),
  );
  return first !== -1 && answers.length > 0 && answers.length <= MOST_ANSWERS && !isSent;
}

/** Offers the card in a conversation that has just begun. */
export function CardOffer({ conversationId, onSend }: { conversationId: string; onSend: () => void }) {
  const { data, hasNextPage } = useInfiniteQuery(messagesQuery(conversationId));
  const key = `card-not-wanted:${conversationId}`;
  const [isDismissed, setDismissed] = useState(() => personalStorage.get(key) !== null);
  if (isDismissed || data === undefined || hasNextPage || !isDue(threadOf(data))) return null;
  return (
    <div className={classes.offer}>
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<IconAddressBook size={14} aria-hidden />}
        onClick={onSend}
      >
        Send my contact card
      </Button>
      <CloseButton
        size="xs"
        aria-label="Don't offer the contact card"
        onClick={() => {
          personalStorage.set(key, 'yes');
          setDismissed(true);
        }}
      />
    </div>
  );
}
