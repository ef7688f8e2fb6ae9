import { Group, Skeleton, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { fieldOf, mornings } from '../../../lib/zoned-time.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { asksSender, type SendAnswers, SendQuestion } from '../../writing/send-question.tsx';
import { pickedTime } from './schedule-times.ts';
import { scheduledChanged } from './scheduled-changed.ts';
import { TimeFields, type TimeValues } from './time-fields.tsx';

interface Values extends TimeValues {
  body: string;
}

/** Changes the words and the time of a scheduled text. Waits for the candidate's time zone, which its time goes by. */
export function EditScheduledDialog({ message, ...props }: Omit<Parameters<typeof Dialog>[0], 'zone'>) {
  const sendability = useQuery(routeQuery(routes.getSendability, { params: { id: message.conversationId } }));
  if (sendability.isPending) return <Skeleton height={1} />;
  return <Dialog message={message} zone={sendability.data?.timezone ?? null} {...props} />;
}

function Dialog({
  message: { id, body, media, scheduledAt, heldReason, cancelIfAnswered },
  candidate,
  zone,
  onClose,
}: {
  message: Message;
  candidate: { firstName: string };
  zone: string | null;
  onClose: () => void;
}) {
  const { timezone: own } = useMe().user;
  const [now] = useState(() => new Date());
  const clock = zone ?? own;
  const kept = fieldOf(heldReason === null ? scheduledAt : mornings(now, clock).tomorrow, clock);
  // What is held is scheduled again only by a new time.
  const isNewTime = (field: string) => heldReason !== null || field !== kept;
  const form = useForm<Values>({
    initialValues: { body, scheduledAt: kept, cancelIfAnswered },
    validate: {
      body: (words) => (words.trim() === '' && media.length === 0 ? 'The body is required' : null),
      scheduledAt: (field) => {
        const picked = pickedTime(field, clock, new Date());
        return isNewTime(field) && 'error' in picked ? picked.error : null;
      },
    },
  });
  const save = useSave({
    save: ({ answers, ...values }: Values & { answers?: SendAnswers }) => {
      const picked = pickedTime(values.scheduledAt, clock, new Date());
      return call(routes.updateMessage, {
        params: { id },
        body: {
          ...(values.body === body ? {} : { body: values.body }),
          ...(isNewTime(values.scheduledAt) && 'at' in picked ? { scheduledAt: picked.at } : {}),
          cancelIfAnswered: values.cancelIfAnswered,
          ...answers,
        },
      });
    },
    form,
    done: 'Text saved',
    keep: scheduledChanged,
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Edit scheduled text"
      form={form}
      submit="Save"
      isSaving={save.isPending}
      onSubmit={(values) => save.run(values)}
      onClose={onClose}
    >
      <Textarea label="Text" autosize minRows={3} maxRows={10} {...form.getInputProps('body')} />
      <TimeFields form={form} zone={zone} own={own} now={now} />
      {asksSender(save.error) && (
        <Group gap="xs" role="group" aria-label="Before it's sent">
          <SendQuestion
            error={save.error}
            given={save.variables?.answers}
            candidate={candidate}
            timezone={own}
            onAnswer={(answers) => save.run({ ...form.getValues(), answers })}
          />
        </Group>
      )}
    </FormDialog>
  );
}
