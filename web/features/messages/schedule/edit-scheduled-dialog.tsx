import { Skeleton, Textarea } from '@mantine/core';
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
import { pickedTime } from './schedule-times.ts';
import { scheduledChanged } from './scheduled-changed.ts';
import { TimeFields, type TimeValues } from './time-fields.tsx';

interface Values extends TimeValues {
  body: string;
}

/** Changes the words and the time of a scheduled text. Waits for the candidate's time zone, which its time goes by. */
export function EditScheduledDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const sendability = useQuery(routeQuery(routes.getSendability, { params: { id: message.conversationId } }));
  if (sendability.isPending) return <Skeleton height={1} />;
  return <Dialog message={message} zone={sendability.data?.timezone ?? null} onClose={onClose} />;
}

function Dialog({
  message: { id, body, media, scheduledAt, heldReason, cancelIfAnswered },
  zone,
  onClose,
}: {
  message: Message;
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
    save: (values: Values) => {
      const picked = pickedTime(values.scheduledAt, clock, new Date());
      return call(routes.updateMessage, {
        params: { id },
        body: {
          ...(values.body === body ? {} : { body: values.body }),
          ...(isNewTime(values.scheduledAt) && 'at' in picked ? { scheduledAt: picked.at } : {}),
          cancelIfAnswered: values.cancelIfAnswered,
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
    </FormDialog>
  );
}
