import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { whyNotLater } from '../../../../contract/coming-time.ts';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { clockTime, fieldOf, SKIPPED, TWICE } from '../../../lib/zoned-time.ts';
import { type SnoozeTime, snoozeTimes } from './snooze-times.ts';
import { chooseSnooze } from './snoozing.ts';
import { useTriage } from './use-triage.ts';

/** Whether the picked time can be taken, and what to know about it. */
function checked(
  field: string,
  zone: string,
  now: Date,
): { at: string | null; error?: string; hint?: string } {
  if (field === '') return { at: null };
  const { instant, isTwice } = clockTime(field, zone);
  if (instant === null) return { at: null, error: SKIPPED };
  const error = whyNotLater(Date.parse(instant), now.getTime());
  if (error !== null) return { at: null, error };
  return { at: instant, ...(isTwice && { hint: TWICE }) };
}

/** When a conversation is to come back. */
export function SnoozeDialog({
  conversation,
  openId,
}: {
  conversation: Conversation;
  openId: string | undefined;
}) {
  const { timezone } = useMe().user;
  const { snooze } = useTriage(openId);
  const [now] = useState(() => new Date());
  const [field, setField] = useState('');
  const close = () => chooseSnooze(undefined);
  const choose = (time: Pick<SnoozeTime, 'at' | 'isReminder'>) => {
    close();
    snooze(conversation, time);
  };
  const picked = checked(field, timezone, now);
  const { at } = picked;
  return (
    <Modal opened onClose={close} title={`Snooze ${candidateName(conversation.candidate)}`} size="xs">
      <Stack gap="xs">
        {snoozeTimes(now, timezone).map((time) => (
          <Button key={time.label} variant="default" justify="flex-start" onClick={() => choose(time)}>
            {time.label}
          </Button>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (at !== null) choose({ at });
          }}
        >
          <Stack gap="xs">
            <TextInput
              type="datetime-local"
              label="Another time"
              min={fieldOf(now.toISOString(), timezone)}
              value={field}
              error={picked.error}
              description={picked.hint}
              onChange={(event) => setField(event.currentTarget.value)}
            />
            <Button type="submit" disabled={at === null}>
              Snooze
            </Button>
          </Stack>
        </form>
      </Stack>
    </Modal>
  );
}
