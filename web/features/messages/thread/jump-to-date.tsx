import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dayOf } from '../../../lib/dates.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { instantOf } from '../../../lib/zoned-time.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';

export function JumpToDate({
  timezone,
  shown,
  onChoose,
  onClose,
}: {
  timezone: string;
  /** ISO, of what is shown now. */
  shown: string | undefined;
  /** The beginning of the day by that clock, ISO. */
  onChoose: (at: string) => void;
  onClose: () => void;
}) {
  useFocusBack();
  const today = dayOf(new Date(), timezone);
  const form = useForm({
    initialValues: { day: shown ? dayOf(shown, timezone) : today },
    validate: { day: (day) => (startOf(day, timezone) ? null : 'Choose a date.') },
  });
  return (
    <FormDialog
      title="Jump to a date"
      form={form}
      submit="Jump"
      isSaving={false}
      staysOpen={false}
      size={360}
      onClose={onClose}
      onSubmit={({ day }) => {
        onClose();
        onChoose(startOf(day, timezone) ?? '');
      }}
    >
      <TextInput type="date" label="Date" max={today} data-autofocus {...form.getInputProps('day')} />
    </FormDialog>
  );
}

const startOf = (day: string, timezone: string) => instantOf(day && `${day}T00:00`, timezone);
