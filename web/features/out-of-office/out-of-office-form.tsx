import { Button, Group, Select, Skeleton, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type OutOfOffice, OutOfOfficeChange } from '../../../contract/out-of-office.ts';
import { DEFAULT_OUT_OF_OFFICE_MESSAGE, outOfOfficeProblems } from '../../../contract/out-of-office-rules.ts';
import { personName } from '../../../contract/person-name.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useFormOf } from '../../lib/forms/use-form-of.ts';
import { showDone } from '../../lib/notices.ts';
import { clockTime, fieldOf, SKIPPED, TWICE } from '../../lib/zoned-time.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { SegmentCounter } from '../writing/segment-counter.tsx';
import { outOfOfficeQuery } from './out-of-office-query.ts';
import { type Period, periodText, spanText } from './out-of-office-words.ts';
import { useSaveOutOfOffice } from './use-save-out-of-office.ts';

/** Of the signed-in person or, for admins, of a colleague. */
export function OutOfOfficeForm({ userId = null }: { userId?: string | null }) {
  const outOfOffice = useQuery(outOfOfficeQuery(userId));
  if (outOfOffice.data) return <Fields key={userId} userId={userId} outOfOffice={outOfOffice.data} />;
  if (outOfOffice.isError)
    return <LoadFailure what="Out of office" retry={() => void outOfOffice.refetch()} />;
  return <Skeleton height={240} role="status" aria-busy="true" aria-label="Loading out of office" />;
}

interface Values {
  outOfOfficeMessageEnabled: boolean;
  outOfOfficeMessage: string;
  /** As the fields show them, by the clock of the person's timezone. */
  startsAt: string;
  endsAt: string;
  delegateUserId: string | null;
}

const valuesOf = (from: OutOfOffice): Values => ({
  outOfOfficeMessageEnabled: from.outOfOfficeMessageEnabled,
  outOfOfficeMessage: from.outOfOfficeMessage || DEFAULT_OUT_OF_OFFICE_MESSAGE,
  startsAt: fieldOf(from.startsAt, from.timezone),
  endsAt: fieldOf(from.endsAt, from.timezone),
  delegateUserId: from.delegateUserId,
});

const bodyOf = ({ startsAt, endsAt, ...values }: Values, kept: OutOfOffice) => ({
  ...values,
  startsAt: instantOf(startsAt, kept.startsAt, kept.timezone),
  endsAt: instantOf(endsAt, kept.endsAt, kept.timezone),
});

/** What wasn't changed stays the very instant, which the field may show of another one too. */
const instantOf = (field: string, kept: string | null, timezone: string) =>
  fieldOf(kept, timezone) === field ? kept : clockTime(field, timezone).instant;

/** What the clocks do at a chosen time. */
function clocksAt(field: string, kept: string | null, timezone: string) {
  if (field === '' || fieldOf(kept, timezone) === field) return null;
  const { instant, isTwice } = clockTime(field, timezone);
  if (instant === null) return SKIPPED;
  return isTwice ? TWICE : null;
}

const fitsContract = schemaValidator<ReturnType<typeof bodyOf>>(OutOfOfficeChange);

function Fields({ userId, outOfOffice }: { userId: string | null; outOfOffice: OutOfOffice }) {
  const { timezone, delegates } = outOfOffice;
  const form = useFormOf(valuesOf(outOfOffice), (values) => {
    const body = bodyOf(values, outOfOffice);
    const skipped = Object.fromEntries(
      (['startsAt', 'endsAt'] as const).flatMap((field) =>
        clocksAt(values[field], outOfOffice[field], timezone) === SKIPPED ? [[field, SKIPPED]] : [],
      ),
    );
    return { ...fitsContract(body), ...outOfOfficeProblems(body, new Date()), ...skipped };
  });
  const about = (field: 'startsAt' | 'endsAt', usual: string) =>
    (form.errors[field] ? null : clocksAt(form.values[field], outOfOffice[field], timezone)) ?? usual;
  const save = useSaveOutOfOffice(userId, { shows: 'fields' });
  const { values } = form;
  const wanted = bodyOf(values, outOfOffice);
  const isPossible = outOfOfficeProblems(wanted, new Date()).endsAt === undefined;
  const delegate = delegates.find(({ id }) => id === values.delegateUserId);
  const submit = (sent: Values) =>
    save.run(bodyOf(sent, outOfOffice), {
      onFailed: (error) => form.setErrors(fieldErrorsOf(error)),
      onDone: (saved) => {
        form.saved(sent, valuesOf(saved));
        showDone(periodText(saved, timezone));
      },
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <Switch
          label="Reply automatically"
          description="Each candidate who texts in this time gets the message once."
          {...form.getInputProps('outOfOfficeMessageEnabled', { type: 'checkbox' })}
        />
        <div>
          <Textarea
            label="Message"
            description="Candidates who haven't been texted before also see your company's name and how to stop."
            autosize
            minRows={3}
            maxRows={8}
            {...fieldProps(form, 'outOfOfficeMessage')}
          />
          <SegmentCounter body={values.outOfOfficeMessage.trim()} hasMedia={false} />
        </div>
        <Group grow gap="sm" align="flex-start" preventGrowOverflow={false}>
          <TextInput
            type="datetime-local"
            label="Starts"
            description={about('startsAt', 'Leave empty to start right away.')}
            {...fieldProps(form, 'startsAt')}
          />
          <TextInput
            type="datetime-local"
            label="Ends"
            description={about('endsAt', 'Leave blank for no end date.')}
            {...fieldProps(form, 'endsAt')}
          />
        </Group>
        {delegates.length > 0 && (
          <Select
            label="Delegate"
            description="Sees texts and missed calls in this time, is notified about them, and can reply."
            placeholder="No one"
            clearable
            searchable
            nothingFoundMessage="No colleague by that name"
            data={delegates.map((person) => ({ value: person.id, label: personName(person) }))}
            {...fieldProps(form, 'delegateUserId')}
          />
        )}
        {delegate?.outOfOffice && overlap(delegate.outOfOffice, wanted) && (
          <Text size="sm" c="var(--warning)" role="status">
            {`${delegate.firstName} is out of office too${spanText(delegate.outOfOffice, timezone)}. No one covers while both are away.`}
          </Text>
        )}
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {isPossible && periodText(wanted, timezone)}
          </Text>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()} ml="auto">
            Save out of office
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whether two periods overlap; a missing start or end means that there is none. */
function overlap(one: Period, other: Period): boolean {
  const before = (start: string | null, end: string | null) =>
    start === null || end === null || Date.parse(start) < Date.parse(end);
  return before(one.startsAt, other.endsAt) && before(other.startsAt, one.endsAt);
}
