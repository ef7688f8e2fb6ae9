import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { MAX_REASON } from '../../../contract/staff/call.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';

export interface Ask {
  title: string;
  /** What will happen. */
  text: string;
  /** Who reads the reason, or what it is about. */
  hint: string;
  button: string;
  isFinal?: boolean;
  /** What has to be chosen beside the reason. */
  choice?: {
    label: string;
    data: { value: string; label: string }[];
    initial: string;
    /** What it means, which is longer than a field. */
    inFull: (value: string) => string;
  };
  /** May answer with what is done next, if the dialog is still open. */
  run: (reason: string, choice: string) => Promise<unknown>;
}

/** Everything that staff do to someone else's account has a reason. */
export function ReasonDialog({ ask, onClose }: { ask: Ask | null; onClose: () => void }) {
  return (
    <Modal opened={ask !== null} onClose={onClose} title={ask?.title}>
      {ask && <ReasonForm key={ask.title} ask={ask} onClose={onClose} />}
    </Modal>
  );
}

function ReasonForm({ ask, onClose }: { ask: Ask; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [choice, setChoice] = useState(ask.choice?.initial ?? '');
  const [error, setError] = useState<string | null>(null);
  const work = useSave({
    save: (given: string) => ask.run(given, choice),
    showsFields: true,
  });

  function submit() {
    if (work.isPending) return;
    const given = reason.trim();
    setError(given ? null : 'The reason is required');
    if (!given) return;
    // Not where this dialog was closed: another one may be open by then.
    work.run(given, {
      onDone: (next) => {
        onClose();
        if (typeof next === 'function') next();
      },
      onFailed: (failure) => setError(fieldErrorsOf(failure).reason ?? null),
    });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Text size="sm">{ask.text}</Text>
        {ask.choice && (
          <div>
            <Select
              label={ask.choice.label}
              data={ask.choice.data}
              value={choice}
              allowDeselect={false}
              onChange={(value) => setChoice(value ?? choice)}
            />
            <Text size="sm" c="dimmed" mt="sm">
              {ask.choice.inFull(choice)}
            </Text>
          </div>
        )}
        <Textarea
          label="Reason"
          description={ask.hint}
          data-autofocus
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          value={reason}
          error={error}
          data-shows="reason"
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={work.isPending} {...(ask.isFinal ? { color: 'red.9' } : {})}>
            {ask.button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
