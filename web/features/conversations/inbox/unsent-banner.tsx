import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatPhone } from '../../../lib/phone.ts';
import { QuestionBanner } from '../../../ui/question-banner.tsx';
import { canTryAgain, discardText, sendAgain } from '../../messages/outbox.ts';
import type { OutgoingText } from '../../messages/outgoing-text.ts';

/** A text that couldn't be sent and that no row shows: the first one to a number, or in a conversation that is gone. */
export function UnsentBanner({ text }: { text: OutgoingText }) {
  const queryClient = useQueryClient();
  return (
    <QuestionBanner
      label="Not sent"
      question={`Your text ${text.failure?.isGone ? '' : `to ${formatPhone(text.thread)} `}wasn't sent: “${text.body}”`}
    >
      {canTryAgain(text) && (
        <Button size="compact-sm" variant="default" onClick={() => void sendAgain(queryClient, text.key)}>
          Try again
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => discardText(text.key)}>
        Delete
      </Button>
    </QuestionBanner>
  );
}
