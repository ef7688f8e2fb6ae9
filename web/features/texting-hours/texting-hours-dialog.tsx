import { ActionIcon, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import * as routes from '../../../contract/routes.ts';
import { MOST_TEXTING_HOURS, TextingHours } from '../../../contract/texting-hours.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import classes from './texting-hours.module.css';

const DAYS = [
  { value: 'everyDay', label: 'Every day' },
  { value: 'mondayToFriday', label: 'Monday to Friday' },
  { value: 'saturday', label: 'Saturday' },
  { value: 'sunday', label: 'Sunday' },
  { value: 'holidays', label: 'Federal holidays' },
];

/** From 8 AM to 9 PM, which no row makes longer. */
const HOURS = Array.from({ length: 27 }, (_, half) => 8 + half / 2);
const asTime = (hour: number) =>
  `${Math.floor((hour + 11) % 12) + 1}${hour % 1 === 0 ? '' : ':30'} ${hour < 12 ? 'AM' : 'PM'}`;
const CLOSED = 'none';

/** Values of the fields are words. */
interface Row {
  state: string;
  days: string;
  from: string;
  to: string;
  source: string;
  checkedOn: string;
}

const rowOf = (hours: TextingHours): Row => ({
  ...hours,
  from: hours.from === hours.to ? CLOSED : String(hours.from),
  to: hours.from === hours.to ? '21' : String(hours.to),
});
const hoursOf = (row: Row) => ({
  ...row,
  state: row.state.trim().toUpperCase(),
  from: row.from === CLOSED ? 12 : Number(row.from),
  to: row.from === CLOSED ? 12 : Number(row.to),
});

export function TextingHoursDialog({
  hours,
  isDefault,
  onClose,
}: {
  hours: TextingHours[];
  isDefault: boolean;
  onClose: () => void;
}) {
  const form = useForm({ initialValues: { rows: hours.map(rowOf) }, validate: problemsOf });
  const save = useSave({
    save: (rows: Row[] | null) =>
      call(routes.updateTextingHours, {
        body: { hours: rows === null ? null : rows.map((row) => TextingHours.parse(hoursOf(row))) },
      }),
    keep: (queryClient, changed) =>
      putAnswer(queryClient, routeQuery(routes.getTextingHours).queryKey, changed),
    done: 'Texting hours updated',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Texting hours"
      form={form}
      submit="Save"
      isWide
      isSaving={save.isPending}
      beside={
        !isDefault && (
          <Button variant="subtle" color="gray" onClick={() => save.run(null)}>
            Use Hiretext's
          </Button>
        )
      }
      onSubmit={({ rows }) => save.run(rows)}
      onClose={onClose}
    >
      <Text size="sm">
        Where several rows are about a day, all count. They only make the hours shorter: 8 AM to 9 PM stays
        the most. Sources differ, so note where each row is from. This isn't legal advice.
      </Text>
      <ul className={classes.rows}>
        {form.getValues().rows.map((row, index) => {
          const field = (name: keyof Row) => form.getInputProps(`rows.${index}.${name}`);
          const which = `row ${index + 1}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else, and their fields are the form's
            <li key={index} className={classes.row}>
              <TextInput label="State" aria-label={`State of ${which}`} maxLength={2} {...field('state')} />
              <NativeSelect label="Days" aria-label={`Days of ${which}`} data={DAYS} {...field('days')} />
              <NativeSelect
                label="From"
                aria-label={`From, ${which}`}
                data={[
                  { value: CLOSED, label: 'No texts' },
                  ...optionsWith(row.from === CLOSED ? null : Number(row.from)),
                ]}
                {...field('from')}
              />
              <NativeSelect
                label="To"
                aria-label={`To, ${which}`}
                disabled={row.from === CLOSED}
                data={optionsWith(Number(row.to))}
                {...field('to')}
              />
              <TextInput
                label="Source"
                aria-label={`Source of ${which}`}
                maxLength={200}
                {...field('source')}
              />
              <TextInput
                type="date"
                label="Checked"
                aria-label={`Checked, ${which}`}
                {...field('checkedOn')}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${which}`}
                onClick={() => form.removeListItem('rows', index)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <Button
        variant="default"
        disabled={form.getValues().rows.length >= MOST_TEXTING_HOURS}
        onClick={() =>
          form.insertListItem('rows', {
            state: '',
            days: 'everyDay',
            from: '8',
            to: '20',
            source: '',
            checkedOn: '',
          })
        }
      >
        Add a row
      </Button>
    </FormDialog>
  );
}

/** With what a call to the API has set. */
function optionsWith(hour: number | null): { value: string; label: string }[] {
  const hours = hour === null || HOURS.includes(hour) ? HOURS : [...HOURS, hour].sort((a, b) => a - b);
  return hours.map((each) => ({ value: String(each), label: asTime(each) }));
}

/** By the field, as in `rows.0.source`. */
function problemsOf({ rows }: { rows: Row[] }): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap((row, index) => {
      const { error } = TextingHours.safeParse(hoursOf(row));
      return (error?.issues ?? []).map(({ path, message }) => [`rows.${index}.${String(path[0])}`, message]);
    }),
  );
}
