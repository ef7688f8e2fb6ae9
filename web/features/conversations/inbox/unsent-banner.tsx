import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatPhone } from '../../../lib/phone.ts';
import { QuestionBanner } from '../../../ui/question-banner.tsx';
import { canTryAgain, discardText, sendAgain } from '../../messages/outbox.ts';
import type { OutgoingText } from '../../messages/outgoing-text.ts';

/** A first text to a number that couldn't be sent: no row of the list shows it. */
export function UnsentBanner({ text }: { text: OutgoingText }) {
  const queryClient = useQueryClient();
  return (
    <QuestionBanner
      label="Not sent"
      question={`Your text to ${formatPhone(text.thread)} wasn't sent: “${text.body}”`}
    >
      {canTryAgain(text) && (
        <Button size="compact-sm" variant="default" onClick={() => sendAgain(queryClient, text.key)}>
          Try again
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => discardText(text.key)}>
        Delete
      </Button>
    </QuestionBanner>
  );
}
