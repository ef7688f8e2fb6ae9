import { Checkbox, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { fieldOf } from '../../../lib/zoned-time.ts';
import { ownTimeInWords, pickedTime } from './schedule-times.ts';

/** As the field has it, by the candidate's clock. */
export interface TimeValues {
  scheduledAt: string;
  cancelIfAnswered: boolean;
}

/** When a text goes out, and whether an answer cancels it. */
export function TimeFields({
  form,
  zone,
  own,
  now,
}: {
  form: Pick<ReturnType<typeof useForm<TimeValues>>, 'getValues' | 'getInputProps'>;
  /** The candidate's, where we know it. */
  zone: string | null;
  own: string;
  now: Date;
}) {
  const { scheduledAt } = form.getValues();
  const picked = pickedTime(scheduledAt, zone ?? own, now);
  const about =
    'at' in picked ? [picked.hint, ownTimeInWords(picked.at, zone, own, now)].filter(Boolean).join(' ') : '';
  return (
    <>
      <TextInput
        type="datetime-local"
        label={zone ? 'Date and time, their time' : 'Date and time'}
        description={about || undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={fieldOf(now.toISOString(), zone ?? own)}
        {...form.getInputProps('scheduledAt')}
      />
      <Checkbox
        label="Cancel it if they answer first"
        {...form.getInputProps('cancelIfAnswered', { type: 'checkbox' })}
      />
    </>
  );
}
