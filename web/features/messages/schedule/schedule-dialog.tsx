import { useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldOf, mornings } from '../../../lib/zoned-time.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { pickedTime, type When } from './schedule-times.ts';
import { TimeFields, type TimeValues } from './time-fields.tsx';

/** When the text that is being written goes out. */
export function ScheduleDialog({
  zone,
  own,
  onPick,
  onClose,
}: {
  zone: string | null;
  own: string;
  onPick: (when: When) => void;
  onClose: () => void;
}) {
  const [now] = useState(() => new Date());
  const clock = zone ?? own;
  const form = useForm<TimeValues>({
    initialValues: { scheduledAt: fieldOf(mornings(now, clock).tomorrow, clock), cancelIfAnswered: true },
    validate: {
      scheduledAt: (field) => {
        const picked = pickedTime(field, clock, new Date());
        return 'error' in picked ? picked.error : null;
      },
    },
  });
  return (
    <FormDialog
      title="Send later"
      form={form}
      submit="Schedule"
      isSaving={false}
      size="sm"
      onClose={onClose}
      onSubmit={({ scheduledAt, cancelIfAnswered }) => {
        const picked = pickedTime(scheduledAt, clock, new Date());
        if ('at' in picked) onPick({ scheduledAt: picked.at, cancelIfAnswered });
      }}
    >
      <TimeFields form={form} zone={zone} own={own} now={now} />
    </FormDialog>
  );
}
