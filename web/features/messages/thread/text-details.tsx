import { Button, Modal, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Message } from '../../../../contract/messages.ts';
import { personName } from '../../../../contract/person-name.ts';
import { fullTime } from '../../../lib/dates.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { stateWords } from './state-words.ts';
import classes from './text-details.module.css';

/** Everything that is known of a text. */
export function TextDetails({
  message,
  timezone,
  onClose,
}: {
  message: Message;
  timezone: string;
  onClose: () => void;
}) {
  useFocusBack();
  const clipboard = useClipboard();
  const own = message.direction === 'outbound';
  const at = (time: string | null) => time && fullTime(time, timezone);
  const facts: [label: string, value: string | number | null][] = [
    [
      'Written by',
      own ? (message.sender ? personName(message.sender) || 'A former colleague' : 'Hiretext') : null,
    ],
    ['API key', message.via ? (message.via.name ?? 'A deleted one') : null],
    [own ? 'From' : 'To', message.number ?? 'A number you no longer have'],
    [own ? 'Written' : 'Received', at(message.createdAt)],
    ['Scheduled for', at(message.scheduledAt)],
    ['Sent', at(message.sentAt)],
    ['Delivered', at(message.deliveredAt)],
    ['Status', own ? stateWords[message.status] : null],
    ['Reason', message.errorText],
    ['Segments', message.segments],
  ];
  return (
    <Modal opened onClose={onClose} title="Text details" size={440}>
      <Stack gap="md">
        {message.body && <blockquote className={classes.body}>{message.body}</blockquote>}
        <dl className={classes.facts}>
          {facts.map(
            ([label, value]) =>
              value !== null && (
                <div key={label} className={classes.fact}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {message.body && (
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={() => clipboard.copy(message.body)}
          >
            {clipboard.copied ? 'Copied' : 'Copy text'}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
