import { Button, Checkbox, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { DAYS, type HoursInput, type WorkingHours } from '../../../contract/time-offers.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useFormOf } from '../../lib/forms/use-form-of.ts';
import { counted } from '../../lib/words.ts';
import { zoneName } from '../../lib/zones.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { lengthInWords } from '../interviews/interview-words.ts';
import classes from './time-offers.module.css';
import { freeTimesChanged, workingHoursQuery } from './time-offers-query.ts';

/** When the signed-in person can be met: what is offered to candidates follows from it. */
export function WorkingHoursForm() {
  const hours = useQuery(workingHoursQuery());
  return (
    <section aria-labelledby="working-hours" className={classes.section}>
      <h2 id="working-hours" className={classes.sectionTitle}>
        Working hours
      </h2>
      {hours.data ? (
        <Fields hours={hours.data} />
      ) : hours.isError ? (
        <LoadFailure what="Your working hours" retry={() => void hours.refetch()} />
      ) : (
        <Skeleton height={320} role="status" aria-busy="true" aria-label="Loading working hours" />
      )}
    </section>
  );
}

interface Values {
  /** In the order of the week. */
  days: { isOn: boolean; from: string; to: string }[];
  minutesBetween: string;
  earliestHours: string;
}

const USUAL = { from: '09:00', to: '17:00' };

const valuesOf = ({ days, minutesBetween, earliestHours }: WorkingHours): Values => ({
  days: DAYS.map((day) => {
    const found = days.find((each) => each.day === day);
    return { isOn: found !== undefined, from: found?.from ?? USUAL.from, to: found?.to ?? USUAL.to };
  }),
  minutesBetween: String(minutesBetween),
  earliestHours: String(earliestHours),
});

const bodyOf = ({ days, minutesBetween, earliestHours }: Values): HoursInput => ({
  days: DAYS.flatMap((day, index) => {
    const { isOn = false, from = '', to = '' } = days[index] ?? {};
    return isOn ? [{ day, from, to }] : [];
  }),
  minutesBetween: Number(minutesBetween),
  earliestHours: Number(earliestHours),
});

const fitsContract = schemaValidator<HoursInput>(routes.updateWorkingHours.body);

/** The server counts the days that are on; the form has all of them. */
function atRows(errors: Record<string, string>, { days }: Values): Record<string, string> {
  const on = days.flatMap(({ isOn }, index) => (isOn ? [index] : []));
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => [
      path.replace(/^days\.(\d+)\.\w+$/, (_, index) => `days.${on[Number(index)]}`),
      sentence,
    ]),
  );
}

function Fields({ hours }: { hours: WorkingHours }) {
  const form = useFormOf(valuesOf(hours), (values) => atRows(fitsContract(bodyOf(values)), values));
  const save = useSave({
    save: (values: Values) => call(routes.updateWorkingHours, { body: bodyOf(values) }),
    showsFields: true,
    keep: (queryClient, saved) => {
      queryClient.setQueryData(workingHoursQuery().queryKey, saved);
      void freeTimesChanged(queryClient);
    },
    done: 'Working hours saved',
    onDone: (saved, sent) => form.saved(sent, valuesOf(saved)),
    onFailed: (error, sent) => form.setErrors(atRows(fieldErrorsOf(error), sent)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Times that you offer to candidates are within these hours, in your time zone:{' '}
          {zoneName(hours.timezone)}.
        </Text>
        <div className={classes.hours} data-shows="days">
          {DAYS.map((day, index) => (
            <Day
              key={day}
              name={`${day.slice(0, 1).toUpperCase()}${day.slice(1)}`}
              isOn={form.values.days[index]?.isOn ?? false}
              error={form.errors[`days.${index}`]}
              input={(field) =>
                form.getInputProps(`days.${index}.${field}`, field === 'isOn' ? { type: 'checkbox' } : {})
              }
            />
          ))}
        </div>
        <Group grow gap="sm" align="flex-start" preventGrowOverflow={false}>
          <Select
            label="Buffer"
            description="Free time before and after each event."
            data={optionsOf([0, 5, 10, 15, 30, 45, 60], hours.minutesBetween, (minutes) =>
              minutes === 0 ? 'None' : lengthInWords(minutes),
            )}
            allowDeselect={false}
            {...fieldProps(form, 'minutesBetween')}
          />
          <Select
            label="Earliest"
            description="How soon an interview can be."
            data={optionsOf([0, 1, 2, 4, 8, 24, 48, 72], hours.earliestHours, inHours)}
            allowDeselect={false}
            {...fieldProps(form, 'earliestHours')}
          />
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save working hours
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Day({
  name,
  isOn,
  error,
  input,
}: {
  name: string;
  isOn: boolean;
  error: React.ReactNode;
  input: (field: 'isOn' | 'from' | 'to') => object;
}) {
  return (
    <div className={classes.hoursDay}>
      <Checkbox label={name} {...input('isOn')} />
      {isOn ? (
        <>
          <TextInput type="time" aria-label={`${name} from`} {...input('from')} />
          <Text size="sm" c="dimmed">
            to
          </Text>
          <TextInput type="time" aria-label={`${name} to`} {...input('to')} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Not available
        </Text>
      )}
      {isOn && error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" className={classes.problem}>
          {error}
        </Text>
      )}
    </div>
  );
}

function optionsOf(usual: number[], kept: number, inWords: (value: number) => string) {
  return [...new Set([...usual, kept])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: inWords(value) }));
}

function inHours(hours: number): string {
  if (hours === 0) return 'Right away';
  const days = hours / 24;
  if (Number.isInteger(days)) return `In ${counted(days, 'day')}`;
  return `In ${counted(hours, 'hour')}`;
}
